"""Room for a more urgent head of the queue: who may be preempted for it, and who goes first.

*Eligible* are running requests whose key in the queue would be strictly larger than the head's (its
priority, aged if the order ages) and that are past the guard: who has sent fewer tokens since its
admission is left alone here, since the head can wait. Of these the victim policy chooses. If with
all of them gone the head still would not be admitted, nobody goes.

Liveness. Of equals nobody makes room for the other, so two cannot drive each other out, and who
goes stands behind the head: every such preemption puts a more urgent one in its place, which takes
the budget first and sends a token before anybody behind it. So every run ends. The less urgent can
starve as under strict priority, and lose their work each time (`policies/urgent-thrashes`); a guard
bounds what is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from core.events import ADMITTED_LAST, Choice
from core.lifecycle import Cause, Queued
from core.memory import Paged, Unlimited
from core.policies.candidate import Candidate, candidates
from core.policies.choosing import rule_of
from core.policies.orders import urgency
from core.policies.rule import written
from core.policies.victim import VictimPolicy
from core.replica import KEEP, Replica, Terms
from core.request import Request


@dataclass(frozen=True, slots=True)
class Urgency:
    """Who is less urgent than whom, as `aging` says, and past a guard of `guard` tokens."""

    aging: float | None = None
    guard: int = 0

    def is_less(self, candidate: Candidate | Request, head: Request) -> bool:
        """Whether `candidate` would stand behind `head` in the queue, by its key."""
        return self._key(candidate) > self._key(head)

    def is_guarded(self, candidate: Candidate) -> bool:
        """Whether `candidate` has sent too few tokens since its admission to make room."""
        return candidate.emitted_since < self.guard

    def eligible(self, replica: Replica, head: Request) -> list[Candidate]:
        """Who may be preempted for `head`, the one admitted last first."""
        requests = (state.request for state in replica.running.values())
        if self.aging is None:
            if not any(request.priority > head.priority for request in requests):
                return []
        elif not any(self.is_less(request, head) for request in requests):
            return []
        found = (each for each in candidates(replica) if self.is_less(each, head))
        return [each for each in found if not self.is_guarded(each)]

    def _key(self, one: Candidate | Request) -> float:
        arrival = one.arrived if isinstance(one, Request) else one.arrival
        return urgency(one.priority, arrival, self.aging)


ALIKE = (Paged, Unlimited)
"""Memories in which so many blocks that come free are so many more to take."""
Agrees: TypeAlias = Callable[[Replica, Queued], bool]
"""Whether a request would be admitted to a replica as it is."""


@dataclass(frozen=True, slots=True)
class RoomForUrgent:
    """Who makes room for a head of the queue: the eligible by `urgency`, in order by `victim`."""

    urgency: Urgency
    victim: str | VictimPolicy | None
    terms: Terms = KEEP

    def is_enough(
        self, replica: Replica, head: Queued, blocks: int, cause: Cause, agrees: Agrees | None
    ) -> bool:
        """Whether `head`, which needs `blocks`, would be admitted with all the eligible gone.

        Nobody goes for the budget of a step. `agrees` says whether all gates let it in, None if
        they are slots and blocks alone: where blocks are alike a sum says so then. A gate may look
        at anything, so else it is tried out on a copy, if the blocks could be enough at all.
        """
        eligible = [] if cause == "budget" else self.urgency.eligible(replica, head.request)
        memory = replica.memory
        owned = sum(len(memory.table(each.admission)) for each in eligible)
        if not eligible or blocks > memory.free_blocks + owned:
            return False
        if agrees is None and type(memory) in ALIKE:
            return True
        trial, tries = replica.trial(), agrees or _fits
        for each in eligible:
            trial.preempt_for_head(each.admission, ADMITTED_LAST, "blocks", blocks, self.terms)
        return tries(trial, head)

    def first(self, replica: Replica, head: Queued) -> tuple[int, Choice]:
        """The admission number of the one that goes first, and why."""
        rule = rule_of(self.victim, None)
        first = rule.placed(self.urgency.eligible(replica, head.request))[0]
        return first.candidate.admission, Choice(rule.name, written(first.key), rule.why(first))


def _fits(replica: Replica, head: Queued) -> bool:
    """Whether its blocks are there; with somebody gone a slot is."""
    return replica.memory.fits(replica.memory.needed_by(head, replica.running))
