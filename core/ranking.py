"""The candidates of a preemption, in the order in which the victim rule takes them.

Worked out when it is looked at, from the moment just before, by the same policy that chose: every
running request is a candidate, the asker included.
"""

from typing import NamedTuple

from core.events import Preempted
from core.moment import Moment
from core.policies import VictimRule, rule_of
from core.policies.rule import Placed

AGAINST_THE_RULE = "chosen although others come first"
PASSED = "comes first, and not chosen all the same"

DEFAULT = rule_of(None, None)


class Ranked(NamedTuple):
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
    """The first `candidates` in the rule's order, how many `more` there are, and the order."""

    candidates: tuple[Ranked, ...]
    more: int
    order: str


def ranking(
    before: Moment, event: Preempted, most: int | None = None, rule: VictimRule = DEFAULT
) -> Ranking:
    """The candidates of the preemption that is the next change after the moment `before`.

    The first `most`, all if None; the victim is among them whatever its place. `rule` is the one in
    force. Raises `PolicyError` where a user's policy does not do again what it did.
    """
    placed = rule.placed(before.candidates)
    at = [each.candidate.rid for each in placed].index(event.rid)
    places = list(range(len(placed)))[:most]
    if at not in places:
        places[-1:] = [at]
    ranked = (_ranked(placed, place, at, rule) for place in places)
    return Ranking(tuple(ranked), len(placed) - len(places), rule.order)


def _ranked(placed: list[Placed], place: int, victim: int, rule: VictimRule) -> Ranked:
    """The candidate at `place` of the rule's order, while the one at place `victim` went."""
    each = placed[place]
    if place == victim:
        why = f"chosen: {rule.why(each)}" if place == 0 else AGAINST_THE_RULE
    else:
        why = rule.why_not(each, placed[victim]) if place > victim else PASSED
    candidate = each.candidate
    lost, blocks = candidate.computed_tokens, candidate.blocks
    return Ranked(candidate.rid, lost, blocks, place == victim, why)
