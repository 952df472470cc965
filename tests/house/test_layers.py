"""Who may import whom."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.layers import LAYERS, layer, may_import
from tests.house.source import Module, imports, modules

SCREEN = {"rich", "textual", "typer"}
STUBS = {"core.override": {"typing_extensions"}, "core.workload.watched": {"_typeshed"}}
"""What only mypy imports; that it is never imported when core runs is tested too."""


def ids(module: Module) -> str:
    return module.name


def top(name: str) -> str:
    return name.partition(".")[0]


@pytest.mark.parametrize("module", modules("core"), ids=ids)
def test_core_imports_only_what_stands_above(module: Module) -> None:
    own = layer(module.name)
    assert own, f"{module.name} is in no layer: give it a place in tests/house/layers.py"
    used = {name: layer(name) for name in imports(module) if top(name) == "core"}
    assert [name for name, other in used.items() if not other or not may_import(own, other)] == []


@pytest.mark.parametrize("module", modules("core"), ids=ids)
def test_core_imports_only_the_standard_library(module: Module) -> None:
    allowed = sys.stdlib_module_names | {"core"} | STUBS.get(module.name, set())
    assert [name for name in imports(module) if top(name) not in allowed] == []


def test_core_runs_without_any_installed_package(root: Path) -> None:
    names = ", ".join(module.name for module in modules("core"))
    program = f"import sys; sys.path.insert(0, {str(root)!r}); import {names}"
    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True)


@pytest.mark.parametrize("module", modules("tui"), ids=ids)
def test_tui_does_not_import_the_tests(module: Module) -> None:
    assert [name for name in imports(module) if top(name) == "tests"] == []


def test_the_view_is_pure() -> None:
    view = [module for module in modules("tui") if f"{module.name}.".startswith("tui.view.")]
    assert view, "tui/view.py or tui/view/ is missing"
    assert [(m.name, name) for m in view for name in imports(m) if top(name) in SCREEN] == []


@pytest.mark.parametrize("module", modules("tests/naive"), ids=ids)
def test_the_naive_engine_is_a_second_one(module: Module) -> None:
    if not module.path.name.startswith("test_"):
        assert [name for name in imports(module) if top(name) == "core"] == []


def test_the_list_of_layers_is_read_downwards() -> None:
    assert may_import("core.replica", "core.memory")
    assert not may_import("core.memory", "core.replica")
    assert layer("core.memory.paged") == "core.memory"
    assert layer("core.memoryless") is None
    assert not any(may_import(each, "core") for each in LAYERS[:-1])
