"""The gates in force: they are asked one after the other, and the first that refuses is told.

Slots come first, so a request is held for slots before the budget and for the budget before blocks.
Whatever they are, blocks are taken at admission, so a gate that looks at blocks is always there.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from core import events
from core.lifecycle import Queued
from core.policies.admission.gate import Gate, Refusal
from core.replica import Replica

Needed: TypeAlias = Callable[[Replica, Queued], int]
"""How many blocks a request takes if it is admitted now."""


def of_known_text(replica: Replica, queued: Queued) -> int:
    """Blocks for all that is known of it: its prompt and the tokens it has sent."""
    return replica.memory.needed_by(queued, replica.running)


class Admission(NamedTuple):
    """Gates in the order in which they are asked, and how many blocks an admission takes.

    With those it only `begins` where they are not for all that is known.
    """

    gates: tuple[Gate, ...]
    needed: Needed = of_known_text
    begins: bool = False

    def refusal(self, replica: Replica, queued: Queued, blocks: int) -> Refusal | None:
        """The first refusal of `queued`, which would take `blocks`; None if all gates agree."""
        return next(filter(None, (gate(replica, queued, blocks) for gate in self.gates)), None)

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """Admit the head of the queue until there is none or a gate refuses it."""
        while head := replica.queue.head:
            blocks = self.needed(replica, head)
            refusal = self.refusal(replica, head, blocks)
            if refusal is None:
                yield replica.admit_head(blocks, begins=self.begins)
                if hit := replica.hit_prefix(head):
                    yield hit
                continue
            if held := replica.hold_head(refusal.cause, blocks, refusal.why):
                yield held
            break
