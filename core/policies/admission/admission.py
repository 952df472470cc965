"""The gates in force: they are asked one after the other, and the first that refuses is told.

Slots come first, so a request is held for slots before the budget and for the budget before blocks.
Whatever they are, blocks are taken at admission, so a gate that looks at blocks is always there.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from core import events
from core.lifecycle import Queued
from core.policies.admission.gate import Gate, Refusal
from core.policies.urgent import RoomForUrgent
from core.replica import Replica
from core.replica.queues import SkippingQueue

Needed: TypeAlias = Callable[[Replica, Queued], int]
"""How many blocks a request takes if it is admitted now."""


def of_known_text(replica: Replica, queued: Queued) -> int:
    """Blocks for all that is known of it: its prompt and the tokens it has sent."""
    return replica.memory.needed_by(queued, replica.running)


class Admission(NamedTuple):
    """Gates in the order in which they are asked, and how many blocks an admission takes.

    With those it only `begins` where they are not for all that is known. `room` is made for a
    more urgent head, if that is in force; with `skips` who fits passes a head that needs blocks. It
    `is_plain` if slots and blocks for the known text are all that is asked.
    """

    gates: tuple[Gate, ...]
    needed: Needed = of_known_text
    begins: bool = False
    room: RoomForUrgent | None = None
    skips: bool = False
    is_plain: bool = False

    def refusal(self, replica: Replica, queued: Queued, blocks: int) -> Refusal | None:
        """The first refusal of `queued`, which would take `blocks`; None if all gates agree."""
        return next(filter(None, (gate(replica, queued, blocks) for gate in self.gates)), None)

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """Admit the head of the queue until there is none or a gate refuses it.

        Then those less urgent make room for it, or those behind it pass, if that is in force. Once
        one has gone others follow until the head fits, whatever holds it then: or it went in vain.
        """
        making_room: Queued | None = None
        tries = None if self.is_plain else self.agrees
        while head := replica.queue.head:
            blocks = self.needed(replica, head)
            refusal = self.refusal(replica, head, blocks)
            if refusal is None:
                yield replica.admit_head(blocks, begins=self.begins)
                if hit := replica.hit_prefix(head):
                    yield hit
                continue
            if self.room and (
                making_room is head
                or self.room.is_enough(replica, head, blocks, refusal.cause, tries)
            ):
                making_room = head
                victim, choice = self.room.first(replica, head)
                yield replica.preempt_for_head(
                    victim, choice, refusal.cause, blocks, self.room.terms
                )
                continue
            if held := replica.hold_head(refusal.cause, blocks, refusal.why):
                yield held
            if self.skips and refusal.cause == "blocks":
                yield from self._skip_ahead(replica)
            break

    def agrees(self, replica: Replica, queued: Queued) -> bool:
        """Whether `queued` would be admitted."""
        return self.refusal(replica, queued, self.needed(replica, queued)) is None

    def _skip_ahead(self, replica: Replica) -> Iterator[events.Event]:
        """The first behind the head that all gates let in passes all before it; and so on."""
        while found := self._first_behind(replica):
            yield replica.admit_from_behind(*found, begins=self.begins)
            if hit := replica.hit_prefix(found[0]):
                yield hit

    def _first_behind(self, replica: Replica) -> tuple[Queued, int] | None:
        """Who may pass now, and its blocks; those before it must be refused for blocks as well."""
        assert isinstance(replica.queue, SkippingQueue)
        for queued in replica.queue.behind_the_head():
            blocks = self.needed(replica, queued)
            refusal = self.refusal(replica, queued, blocks)
            if refusal is None:
                return queued, blocks
            if refusal.cause != "blocks":
                break
        return None
