"""`watermark`: some blocks stay free for those that run to grow into."""

from dataclasses import dataclass

from core.lifecycle import Queued
from core.policies.admission.gate import Refusal
from core.replica import Replica


@dataclass(frozen=True, slots=True)
class Watermark:
    """After the admission at least `blocks` blocks are free, unless nobody runs.

    Nobody starves: who runs comes to its end, at the latest alone, and then the head comes in
    whatever is left. Preemptions become fewer, and may still happen.
    """

    watermark_blocks: int

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG002 - a gate's shape
        """Held for blocks."""
        left, mark = replica.memory.free_blocks - blocks, self.watermark_blocks
        if left >= mark or not replica.running:
            return None
        return Refusal("blocks", f"would leave {left:,} free, the watermark is {mark:,}")
