"""The candidates of a preemption, in the order in which the victim rule takes them.

Worked out when it is looked at, from the moment just before, by the same policy that chose: every
running request is a candidate, the asker included.
"""

from dataclasses import replace
from typing import NamedTuple

from core.events import Preempted
from core.moment import Moment
from core.naming import visible
from core.policies import Candidate, VictimRule, rule_of
from core.policies.rule import Placed
from core.policies.urgent import Urgency

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
    rule, spared = _without_spared(before, event, rule)
    placed = rule.placed([each for each in before.candidates if each.rid not in spared])
    rids = [*(each.candidate.rid for each in placed), *spared]
    at = rids.index(event.rid)
    places = list(range(len(rids)))[:most]
    if at not in places:
        places[-1:] = [at]
    rest = {each.rid: each for each in before.candidates if each.rid in spared}
    ranked = (
        _ranked(placed, place, at, rule)
        if place < len(placed)
        else _spared(rest[rids[place]], AGAINST_THE_RULE if place == at else spared[rids[place]])
        for place in places
    )
    return Ranking(tuple(ranked), len(rids) - len(places), rule.order)


def _without_spared(
    before: Moment, event: Preempted, rule: VictimRule
) -> tuple[VictimRule, dict[str, str]]:
    """The rule that chooses, and who is no candidate of it by rid, with the reason.

    For a head that is more urgent only the less urgent are, and those only that are past the guard.
    """
    if event.urgent_for is None or not before.waiting:
        return rule, {}
    urgency, head = Urgency(rule.aging, rule.guard), before.waiting[0].request
    spared: dict[str, str] = {}
    for each in before.candidates:
        if not urgency.is_less(each, head):
            spared[each.rid] = f"not less urgent than {visible(head.rid)}"
        elif urgency.is_guarded(each):
            spared[each.rid] = f"guarded: {each.emitted_since:,} of {rule.guard:,} tokens sent"
    return replace(rule, guard=0), spared


def _spared(candidate: Candidate, why: str) -> Ranked:
    """One that the rule does not choose from."""
    lost, blocks = candidate.computed_tokens, candidate.blocks
    return Ranked(candidate.rid, lost, blocks, why == AGAINST_THE_RULE, why)


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
