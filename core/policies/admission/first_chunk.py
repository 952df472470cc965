"""`first_chunk`: who can begin may come in, whatever it will need later."""

from dataclasses import dataclass

from core.lifecycle import Queued
from core.policies.admission.chunks import left_for
from core.policies.admission.gate import Refusal
from core.replica import Replica


@dataclass(frozen=True, slots=True)
class FirstChunk:
    """Blocks for the first chunk alone are free; those of the next ones are taken when it grows.

    The first chunk is what is left of the `budget` of this step, if less than all that is known;
    if nothing is left, it is held for the budget. What makes it worse than `known_text` is that a
    prefilling request then asks for blocks, and takes them from others, or goes itself: prompts
    are begun that cannot be ended yet (`fixtures/cases` has some).

    Liveness is the victim policy's. `latest_admitted`: every run ends and nobody starves, as ever,
    since the oldest always gets a token's worth of budget and is never the victim while another
    runs. Any other policy may cycle, since a prefill that asks has sent nothing and can be what is
    thrown away: `earliest_admitted` throws away whichever is longest there
    (`fixtures/policies/first-chunk-cycles.toml`). No guard cures that: it spares nobody where
    all are guarded.
    """

    budget: int

    def needed(self, replica: Replica, queued: Queued) -> int:
        """Blocks for the first chunk: none where there is no budget for one."""
        return replica.memory.needed(self._chunk(replica, queued))

    def _chunk(self, replica: Replica, queued: Queued) -> int:
        """Tokens of the first chunk, of those that nobody has processed for it."""
        there = replica.memory.tokens_there(queued, replica.running)
        return min(queued.known_tokens - there, left_for(replica, self.budget))

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
        """Held for the budget, else for blocks."""
        if not blocks:
            return Refusal("budget", f"0 of {self.budget:,} budget left")
        if replica.memory.fits(blocks):
            return None
        tokens = self._chunk(replica, queued)
        needs = f"{blocks:,} block{'s' if blocks > 1 else ''}, {replica.memory.free_blocks:,} free"
        return Refusal("blocks", f"its first chunk of {tokens:,} needs {needs}")
