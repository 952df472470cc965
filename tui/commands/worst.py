"""Why the worst requests of a run came out as they did: their longest waits, and who took over."""

from collections.abc import Iterator, Mapping, Sequence

from core import Run
from core.naming import visible
from core.story import Line, Lives, costly
from tui.commands.request_table import Outcome
from tui.commands.searching import Looking
from tui.commands.table import table
from tui.commands.working import worked


def followed(run: Run, worst: Sequence[Outcome]) -> Lives:
    """The lives of the `worst` of `run`, whole or as far as they were followed before Ctrl+C."""
    lives = Lives(run, [outcome.request.rid for outcome in worst])
    worked(Looking("the worst requests", lives))
    return lives


def why_text(lives: Lives, worst: Sequence[Outcome]) -> Iterator[str]:
    """A title, and a line for each wait and preemption that cost one of the `worst` the most."""
    rows = [row for outcome in worst for row in _rows(outcome.request.rid, lives)]
    if rows:
        yield "Why, the worst first: the longest wait, and preemptions"
        yield from table(("", "", ""), rows)[1:]


def worst_document(lives: Lives | None, worst: Sequence[Outcome]) -> list[Mapping[str, object]]:
    """The `worst`, each with what cost it the most; nothing of that where nobody looked."""
    return [
        {
            "rid": rid,
            "why": [] if lives is None else [line._asdict() for line in costly(lives.of(rid))],
        }
        for rid in (outcome.request.rid for outcome in worst)
    ]


def _rows(rid: str, lives: Lives) -> Iterator[tuple[str, str, str]]:
    for at, line in enumerate(costly(lives.of(rid))):
        yield "" if at else visible(rid), when(line), line.text


def when(line: Line) -> str:
    """`step 3.1` where one event tells it, `steps 4–9` where it took them."""
    if line.step is None:
        return ""
    if line.until is not None and line.until > line.step:
        return f"steps {line.step:,}–{line.until:,}"
    return f"step {line.step:,}" + ("" if line.event is None else f".{line.event}")
