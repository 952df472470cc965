"""The gates that every engine has: a slot, and blocks for what is known of a request."""

from dataclasses import dataclass

from core.lifecycle import Queued
from core.policies.admission.gate import Refusal
from core.replica import Replica


@dataclass(frozen=True, slots=True)
class Slots:
    """Fewer than `max_running` slots are taken, those of a batch's finished members included."""

    max_running: int

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG002 - a gate's shape
        """Held for slots."""
        return Refusal("slots") if replica.slots_taken >= self.max_running else None


def known_text(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG001 - a gate's shape
    """Blocks for all known tokens are free; they are taken at admission. The default.

    Nobody starves and every run ends: `core.policies.victim` says why.
    """
    return None if replica.memory.fits(blocks) else Refusal("blocks")
