"""Every word on the screen and in the documents has an entry, and every entry can be found."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from core.cost import Cost
from core.event_parts import EventKind
from core.findings import KINDS as FINDINGS
from core.glossary import KINDS, TERMS, find, nearest_terms
from core.glossary.aliases import ALIASES
from core.glossary.fixed import CAUSES, EVENTS, STATES, STATUSES
from core.glossary.knobs import KNOBS
from core.lifecycle import Cause, StateName
from core.metrics import METRICS
from core.policies import VICTIMS
from core.policies.admission import GATES
from core.policies.orders import QUEUES
from core.run import Status
from core.schedulers import SCHEDULERS
from tests.commands.calling import Driftwood
from tui.view.memory import places

VIEWS = Path(__file__).parents[1] / "tui" / "view"


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    return Driftwood(capsys)


def test_the_fixed_words_have_entries() -> None:
    assert set(get_args(StateName)) <= {*STATES}
    assert set(get_args(EventKind)) <= {*EVENTS}
    assert set(get_args(Cause)) == {*CAUSES}
    assert set(get_args(Status)) == {*STATUSES}
    assert list(FINDINGS) == list(KINDS["Findings"])
    assert {*QUEUES, *VICTIMS, *GATES} <= {*KINDS["Policies"]}


def test_knobs_and_constants_have_entries() -> None:
    knobs = {name for engine in SCHEDULERS.values() for name in engine.knobs}
    assert knobs | {field.name for field in fields(Cost)} <= {*KNOBS}


def test_findings_are_told_by_their_own_files() -> None:
    told = KINDS["Findings"]
    assert told["cycle"] == "the run goes round in circles and can never end"
    assert all(len(text) > 20 for text in told.values())


def test_every_term_says_something() -> None:
    for term in TERMS:
        assert term in find(term.name), term
        assert term.text.isprintable()
        assert term.text
        assert not term.text.endswith(".")


def test_an_alias_is_of_a_term() -> None:
    names = {term.name for term in TERMS}
    for alias, name in ALIASES.items():
        assert name in names, alias
        assert find(alias)


def headings() -> Iterator[str]:
    """The headings of the panes' tables, as their code has them."""
    for path in VIEWS.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Column":
                title = node.args[0]
                if isinstance(title, ast.Call) and _id(title.func) == "places":
                    yield from map(places, ("block", "token place"))
                else:
                    text = title.value if isinstance(title, ast.Constant) else names[_id(title)]
                    yield str(text)


def _id(node: ast.expr) -> str:
    assert isinstance(node, ast.Name)
    return node.id


def test_the_headings_of_the_panes_have_entries() -> None:
    found = set(headings())
    assert {"rid", "why not now", "this step"} <= found
    assert [heading for heading in found if not find(heading)] == []


TIMED = ("--set", "cost.base_ms=20")


@pytest.mark.parametrize("words", [(), TIMED])
@pytest.mark.parametrize("name", ["brief/2-preemption", "policies/victim-guard"])
def test_the_headings_of_the_run_have_entries(
    driftwood: Driftwood, name: str, words: tuple[str, ...]
) -> None:
    out = driftwood("run", name, *words).out
    (line,) = [line for line in out.splitlines() if line.startswith("rid ")]
    assert [head for head in re.split(r"\s{2,}", line) if not find(head)] == []


SHARED = """\
requests = [["plain", 0, 1, 1]]
[scheduler]
name = "driftwood"
max_running = 2
"""


def shared(folder: Path) -> Path:
    tables = '[[request]]\nrid = "r"\nprompt_len = 1\noutput_len = 2\ncount = 2\n'
    other = tables.replace('"r"', '"s"') + 'tenant = "other"\npriority = 1\n'
    path = folder / "shared.toml"
    path.write_text(SHARED.partition("\n")[2] + tables + other, encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [(), TIMED])
def test_the_headings_of_groups_have_entries(
    driftwood: Driftwood, tmp_path: Path, words: tuple[str, ...]
) -> None:
    lines = driftwood("run", shared(tmp_path), *words).out.splitlines()
    heads = [line for line in lines if line.startswith(("tenant  ", "priority  "))]
    assert len(heads) == 2
    missing = [head for line in heads for head in re.split(r"\s{2,}", line) if not find(head)]
    assert missing == []


@pytest.mark.parametrize("words", [(), TIMED])
def test_the_figures_of_the_document_have_entries(
    driftwood: Driftwood, tmp_path: Path, words: tuple[str, ...]
) -> None:
    document = json.loads(driftwood("run", shared(tmp_path), *words, "--json").out)
    groups = [*document["tenants"].values(), *document["priorities"].values()]
    told = [document["totals"], *document["requests"].values(), *groups]
    assert [name for figures in told for name in figures if not find(name)] == []


def test_a_figure_with_its_rank_is_found() -> None:
    (term,) = find("itl_ms_p99")
    assert term.text.endswith("; what 99 of 100 do not exceed")
    assert find("ITL p99")[0].text == METRICS["itl_ms"]


def test_a_word_may_be_several_things() -> None:
    assert [term.kind for term in find("turn")] == ["Words", "Causes of waiting", "Figures"]
    assert find("Blocks")


def test_the_nearest_is_suggested() -> None:
    assert nearest_terms("utilization") == ["utilisation"]
    assert nearest_terms("xyzzy") == []
