"""What one prefill of SGLang may still take: memory by its estimate, and tokens."""

from typing import Literal, NamedTuple, TypeAlias

from core.lifecycle import Decoding, Prefilling, Queued
from core.naming import counted
from core.replica import Replica
from core.request import Request

Stop: TypeAlias = Literal["slots", "blocks", "budget"]


class Limits(NamedTuple):
    """The knobs: most tokens of a prefill, of its chunks (None: no chunks), and the clip."""

    prefill: int
    chunk: int | None
    clip: int


class Refusal(NamedTuple):
    """What keeps somebody out of a prefill, `why` in words, and the `sums` behind it."""

    cause: Stop
    why: str
    sums: str = ""


class Adder:
    """What is left while requests are added to a prefill, one after the other.

    `offset` are tokens that those who run, and those already added, are taken to need; with a
    `ratio` for what the former still send. `kept` pages are for the decodes of a mixed step.
    """

    __slots__ = ("_locked", "_pages", "_replica", "chunk", "kept", "limits", "offset", "prefill")

    def __init__(self, replica: Replica, limits: Limits, ratio: float, mixed: int = 0) -> None:
        """Start with nobody added; a step `mixed` with so many decodes has theirs first."""
        self._replica, self.limits = replica, limits
        self.kept = len(replica.due_to_grow()) if mixed else 0
        self.prefill = limits.prefill - mixed
        self.chunk = None if limits.chunk is None else limits.chunk - mixed
        self._pages, self._locked = replica.memory.free_blocks, 0
        tick, clip = replica.clock.tick, limits.clip
        self.offset = mixed + sum(
            min(state.request.output_len - state.emitted(tick), clip) * ratio
            for state in replica.running.values()
            if isinstance(state, Decoding)
        )

    @property
    def left(self) -> float:
        """Tokens that nobody is taken to need."""
        return (self._pages - self._locked) * self._replica.memory.block_size - self.offset

    @property
    def stop(self) -> Refusal | None:
        """What keeps everyone else out after somebody was added; None if nothing does."""
        if self.left <= 0:
            return Refusal("blocks", "others are taken to need all that is free")
        if self.prefill <= 0 or (self.chunk is not None and self.chunk <= 0):
            return Refusal("budget", "this prefill has all the tokens that it may compute")
        return None

    def charge(self, request: Request, tokens: int, *, whole: bool, locked: int = 0) -> None:
        """Somebody gets `tokens`, in whole pages; to its end if that is the `whole` prompt."""
        pages = self._replica.memory.needed(tokens) * self._replica.memory.block_size
        self.offset += pages + (min(request.output_len, self.limits.clip) if whole else 0)
        self._locked += locked
        self.prefill -= pages
        if self.chunk is not None:
            self.chunk -= pages

    def going_on(self, state: Prefilling) -> int:
        """Tokens of the next chunk of `state`, which comes before all that wait.

        As many as the chunk size and the estimate leave, and pages there are.
        """
        left = state.known_tokens - state.computed_tokens
        owned = len(self._replica.memory.table(state.admission))
        most = [self._room(0, owned, state.computed_tokens), int(self.left)]
        return max(0, min(left, *most, left if self.chunk is None else self.chunk))

    def new(self, queued: Queued, extend: int, unheld: int, added: int) -> int | Refusal:
        """Tokens of `queued`, which has `extend` to compute; or what keeps it out, and the sum.

        `unheld` of the pages it hits are nobody's, `added` others are in this prefill.
        """
        size = self._replica.memory.block_size
        sent = queued.known_tokens - queued.request.prompt_len
        more = min(queued.request.output_len - sent, self.limits.clip)
        if extend + more >= self.left:
            return self._too_much(extend, more, 0)
        pages = -(-extend // size) * size
        if pages >= self.prefill and added:
            left = f"{self.prefill:,} of {self.limits.prefill:,} left in this prefill"
            return Refusal("budget", f"{counted(extend, 'token')} to compute, {left}")
        if extend + more >= self.left - unheld * size or extend > self._room(unheld):
            return self._too_much(extend, more, unheld * size)
        if self.chunk is None or pages <= self.chunk:
            return extend
        chunk = self.chunk // size * size
        return chunk if chunk > 0 else Refusal("budget", f"{self.chunk:,} tokens of a chunk left")

    def _room(self, taken: int, owned: int = 0, computed: int = 0) -> int:
        """Tokens that pages have room for which are not kept for decodes, nor are `taken` by hits.

        So many are `owned` already, with `computed` tokens in them.
        """
        memory = self._replica.memory
        return (owned + memory.free_blocks - self.kept - taken) * memory.block_size - computed

    def _too_much(self, extend: int, more: int, locked: int) -> Refusal:
        left, total = self.left - locked, self.left + self.offset - locked
        why = f"needs {extend:,} + {more:,} tokens, {left:,.1f} left"
        return Refusal("blocks", why, f": {total:,.0f} free - {self.offset:,.1f} for others")
