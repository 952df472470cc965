"""The candidates of the preemptions of a step, for people and for programs."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from core import Run
from core.events import Preempted
from core.explain import counted
from core.kept import losing_words
from core.moment import Moment
from core.naming import visible
from core.policies import PolicyError, rule_in_force
from core.ranking import Ranking, ranking
from tui.commands.table import table
from tui.view.clean import clean

FEW = 6
"""Candidates that are all shown; of more the first ones are, and the rest is counted."""
MOST_RANKED = 8
"""Preemptions of one step whose candidates are shown: each is a moment of its own."""


def rankings(run: Run, moment: Moment) -> dict[int, Ranking]:
    """The candidates of each preemption that `moment` has seen, by the number of its event.

    Without those of a user's policy that does not do again what it did.
    """
    preempted = [(at, e) for at, e in enumerate(moment.events, 1) if isinstance(e, Preempted)]
    rule, found = rule_in_force(run.scheduler), {}
    for at, event in preempted[:MOST_RANKED]:
        with suppress(PolicyError):
            found[at] = ranking(run.at(moment.step, at - 1), event, FEW, rule)
    return found


def candidates_text(found: Ranking, scheduler: object, unit: str) -> Iterator[str]:
    """The rule of `scheduler`, and a line for each of them; memory is counted in `unit`."""
    yield f"candidates, {clean(found.order)}:"
    rows = [
        (
            visible(each.rid),
            f"{counted(each.lost_tokens, 'computed token')} {losing_words(scheduler)}",
            f"frees {counted(each.blocks, unit)}",
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
