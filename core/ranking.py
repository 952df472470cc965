"""The candidates of a preemption, in the order in which the victim rule takes them.

Worked out when it is looked at, from the moment just before: every running request is a candidate,
the asker included, and the one admitted last goes first.
"""

from typing import NamedTuple

from core.events import Preempted
from core.moment import Moment
from core.rows import Row

RULE = "the one admitted last goes first"
CHOSEN = "chosen: admitted last"
EARLIER = "admitted earlier"
AGAINST_THE_RULE = "chosen although others were admitted later"
PASSED = "admitted later, and not chosen all the same"


class Candidate(NamedTuple):
    """A request that could have been preempted.

    `lost_tokens` would have to be computed again, `blocks` would have come free. `why` says why it
    was chosen, or why not.
    """

    rid: str
    lost_tokens: int
    blocks: int
    chosen: bool
    why: str


class Ranking(NamedTuple):
    """The first `candidates` in the rule's order, and how many `more` there are behind them."""

    candidates: tuple[Candidate, ...]
    more: int


def ranking(before: Moment, event: Preempted, most: int | None = None) -> Ranking:
    """The candidates of the preemption that is the next change after the moment `before`.

    The first `most`, all if None; the victim is among them whatever its place.
    """
    count = len(before.running)
    shown = count if most is None else min(most, count)
    rows = list(before.running[count - shown :])[::-1]
    if event.rid not in {row.rid for row in rows}:
        rows[-1:] = [row for row in before.running if row.rid == event.rid]
    place = [row.rid for row in rows].index(event.rid)
    candidates = tuple(_candidate(row, at, place) for at, row in enumerate(rows))
    return Ranking(candidates, count - len(rows))


def _candidate(row: Row, at: int, victim: int) -> Candidate:
    """`row`, which stands at place `at` of the rule's order, while place `victim` was preempted."""
    if at == victim:
        why = CHOSEN if at == 0 else AGAINST_THE_RULE
    else:
        why = EARLIER if at > victim else PASSED
    return Candidate(row.rid, row.computed_tokens, len(row.blocks), at == victim, why)
