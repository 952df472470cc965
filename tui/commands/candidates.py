"""The candidates of the preemptions of a step, for people and for programs."""

from collections.abc import Iterator, Mapping

from core import Run
from core.events import Preempted
from core.explain import counted
from core.moment import Moment
from core.naming import visible
from core.ranking import RULE, Ranking, ranking
from tui.commands.table import table

FEW = 6
"""Candidates that are all shown; of more the first ones are, and the rest is counted."""
MOST_RANKED = 8
"""Preemptions of one step whose candidates are shown: each is a moment of its own."""


def rankings(run: Run, moment: Moment) -> dict[int, Ranking]:
    """The candidates of each preemption that `moment` has seen, by the number of its event."""
    preempted = [(at, e) for at, e in enumerate(moment.events, 1) if isinstance(e, Preempted)]
    return {
        at: ranking(run.at(moment.step, at - 1), event, FEW)
        for at, event in preempted[:MOST_RANKED]
    }


def candidates_text(found: Ranking) -> Iterator[str]:
    """The rule, and a line for each of them."""
    yield f"candidates, {RULE}:"
    rows = [
        (
            visible(each.rid),
            f"{counted(each.lost_tokens, 'computed token')} to redo",
            f"frees {counted(each.blocks, 'block')}",
            each.why,
        )
        for each in found.candidates
    ]
    yield from table(("", "", "", ""), rows)[1:]
    if found.more:
        yield f"… and {found.more:,} more"


def candidates_document(found: Ranking) -> Mapping[str, object]:
    """The keys of a preempted event that hold its candidates."""
    candidates = [each._asdict() for each in found.candidates]
    return {"candidates": candidates, "more_candidates": found.more}
