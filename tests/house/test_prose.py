"""What is told in words: docstrings, and a reason beside every escape from mypy and the linter."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.house.source import Function, Module, has_docstring, modules

ESCAPE_COMMENT = re.compile(
    r"#\s*(type:\s*ignore(\[[^]]*\])?|noqa(:\s*[A-Z]+\d+([,\s]+[A-Z]+\d+)*)?)"
)
ESCAPE_NAMES = {"Any", "cast"}
FEWEST_LETTERS = 4


def public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | Function]:
    """The public classes and functions of a module, and those of its public classes."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | Function) and not node.name.startswith("_"):
            yield node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public(node)


def overrides(node: ast.ClassDef | Function) -> bool:
    """Whether `node` is told by what it overrides."""
    return any(isinstance(each, ast.Name) and each.id == "override" for each in node.decorator_list)


@pytest.mark.parametrize("module", modules("core"), ids=lambda module: module.name)
def test_what_is_public_has_a_docstring(module: Module) -> None:
    assert has_docstring(module.tree), module.path
    nodes = [node for node in public(module.tree) if not overrides(node)]
    assert [f"{module.path}:{n.lineno} {n.name}" for n in nodes if not has_docstring(n)] == []


def escapes(text: str) -> Iterator[int]:
    """The lines with an `Any`, a `cast`, a `type: ignore` or a `noqa` that no comment explains."""
    explained: set[int] = set()
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT:
            rest = ESCAPE_COMMENT.sub("", token.string)
            found |= {line} if rest != token.string else set()
            alone = token.line.lstrip().startswith("#")
            explained |= {line, line + alone} if has_words(rest) else set()
        elif token.type == tokenize.NAME and token.string in ESCAPE_NAMES:
            found |= set() if token.line.lstrip().startswith(("import ", "from ")) else {line}
    yield from sorted(found - explained)


def has_words(comment: str) -> bool:
    """Whether a comment says something."""
    return sum(letter.isalpha() for letter in comment) >= FEWEST_LETTERS


@pytest.mark.parametrize("folder", ["core", "tui", "tests"])
def test_every_escape_has_its_reason(folder: str) -> None:
    found = [f"{m.path}:{line}" for m in modules(folder) for line in escapes(m.text)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x: Any = 1\n", [1]),
        ("x: Any = 1  # the library gives no type\n", []),
        ("# the library gives no type\nx: Any = 1\n", []),
        ("x = 1  # the library gives no type\ny: Any = 1\n", [2]),
        ("from typing import Any\n", []),
        ("x = f()  # type: ignore[no-untyped-call]\n", [1]),
        ("x = f()  # type: ignore[no-untyped-call]  # the library is untyped\n", []),
        ("x = f()  # noqa: S603, S607\n", [1]),
        ("x = f()  # noqa: S603 - our own command\n", []),
        ("x = 'Any and cast'\n", []),
    ],
)
def test_an_escape_is_found(text: str, lines: list[int]) -> None:
    assert list(escapes(text)) == lines
