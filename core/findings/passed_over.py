"""Passed over: the head of the queue was not admitted, and no recorded reason holds.

At the end of a step somebody waits. Either the step recorded no reason for the head, or the reason
is untrue by the step's own numbers: held for a slot although fewer than all were taken, held for
blocks although as many as it needs were free (slots and blocks of those that finished in the step
count as taken: they left after admission). A reason that has no number here, such as the budget or
an admission gate's own, is believed; so is any in a step in which somebody is preempted, where
prompts go first: that came too late for its admission, and what was free then is not known.
"""

from collections.abc import Iterable

from core.events import Preempted
from core.explain import counted
from core.findings.finding import Finding, finding
from core.findings.look import Limits, Look, needed_by_head
from core.lifecycle import Queued
from core.naming import visible


class PassedOver:
    """Steps in which the head waited for nothing."""

    def __init__(self, limits: Limits, *, first: bool = False) -> None:
        """Nothing is seen yet of a scheduler that keeps `limits`; prompts may go `first`."""
        self._prompts_first = first
        self._limits = limits
        self._first: Finding | None = None
        self._steps = 0

    def see(self, look: Look) -> None:
        """Look at the next step."""
        head = look.replica.queue.head
        if head is None or self._is_held(look, head):
            return
        self._steps += 1
        if self._first is None:
            self._first = self._found(look, head)

    def _is_held(self, look: Look, head: Queued) -> bool:
        """Whether a reason is recorded for `head`, and true."""
        held = look.replica.held
        if held is None or held[0] is not head:
            return False
        if self._prompts_first and any(isinstance(event, Preempted) for _, event in look.moves):
            return True  # somebody made room after admission
        if look.replica.held_why and not (self._limits.spare_always and held[1] == "blocks"):
            return True
        if held[1] == "slots" and self._limits.slots is not None:
            return not look.at_admission.has_slot(self._limits)
        if held[1] == "blocks":
            spare = self._limits.spare_blocks if self._limits.spare_always else 0
            return needed_by_head(look, head) + spare > look.at_admission.piece
        return True

    def _found(self, look: Look, head: Queued) -> Finding:
        room, needed, held = look.at_admission, needed_by_head(look, head), look.replica.held
        recorded = held[1] if held is not None and held[0] is head else None
        said = f"held for {recorded}" if recorded else "for no recorded reason"
        slots = "" if self._limits.slots is None else f" of {self._limits.slots:,}"
        needs = counted(needed, look.replica.memory.unit)
        memory = f", it needs {needs}, free were {room.free_blocks:,}" if needed else ""
        rid = head.request.rid
        return finding(
            "passed_over",
            f"{visible(rid)} stood at the head in step {look.step:,} and was not admitted, {said}: "
            f"{room.taken:,}{slots} slots taken{memory}",
            look.end,
            [rid],
            [look.step],
            running=room.taken,
            needed_blocks=needed,
            free_blocks=room.free_blocks,
        )

    def findings(self) -> Iterable[Finding]:
        """One finding, about the first of them."""
        if (first := self._first) is not None:
            more = f"; so in {self._steps:,} steps" if self._steps > 1 else ""
            numbers = {"in_steps": self._steps, **first.numbers}
            title = first.title + more
            yield finding(first.kind, title, first.jump, first.rids, first.steps, **numbers)
