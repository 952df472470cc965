"""`first_chunk`: who can begin may come in, whatever it will need later."""

from dataclasses import dataclass

from core.lifecycle import Preempted, Queued
from core.policies.admission.chunks import left_for
from core.policies.admission.gate import Refusal
from core.replica import Replica


@dataclass(frozen=True, slots=True)
class FirstChunk:
    """Blocks for the first chunk alone are free; those of the next ones are taken when it grows.

    The first chunk is what is left of the `budget` of this step, if less than all that is known;
    if nothing is left, it is held for the budget. Prompts are begun that cannot be ended yet: one
    that prefills asks for blocks too, and takes them from others, or goes itself
    (`fixtures/policies/first-chunk.toml`).

    Every run ends, whatever the victim policy, where sent tokens are kept. Who is let in processes
    at least a token in its step, and nobody is let in behind a prefill that takes all that is left
    of the budget; so after a step one request is prefilling, and those admitted before it decode.
    If it stays, it is further on; if it goes, another stays, which decodes and sends a token; and
    alone it comes to its end, since everyone fits alone. (A block has room for more than a chunk:
    where a decode goes after a prefill has grown, both the chunk and a newcomer may use its token.
    They are then two, and one of them goes on.) For the same reason nobody starves behind a stream,
    as with `known_text` and `largest_cache`: no newcomer stands between a prefill and its first
    token.
    """

    budget: int

    def needed(self, replica: Replica, queued: Queued) -> int:
        """Blocks for the first chunk and what is swapped in; none if there is no budget for one."""
        if isinstance(queued, Preempted) and queued.decodes_at_once:
            return replica.memory.needed(queued.known_tokens)
        chunk = self._chunk(replica, queued)
        return replica.memory.needed(chunk + _kept(queued)) if chunk else 0

    def _chunk(self, replica: Replica, queued: Queued) -> int:
        """Tokens of the first chunk, of those that nobody has processed for it."""
        there = replica.memory.tokens_there(queued, replica.running)
        left = queued.known_tokens - there - _kept(queued)
        return min(left, left_for(replica, self.budget))

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
        """Held for the budget, else for blocks."""
        if not blocks:
            return Refusal("budget", f"0 of {self.budget:,} budget left")
        if replica.memory.fits(blocks):
            return None
        tokens = self._chunk(replica, queued)
        needs = f"{blocks:,} block{'s' if blocks > 1 else ''}, {replica.memory.free_blocks:,} free"
        return Refusal("blocks", f"its first chunk of {tokens:,} needs {needs}")


def _kept(queued: Queued) -> int:
    """Tokens of its cache that lie in host memory."""
    kept = queued.swapped if isinstance(queued, Preempted) else None
    return 0 if kept is None else kept.tokens
