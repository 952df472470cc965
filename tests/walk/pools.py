"""Free memory as events tell it: a stack of blocks, one whose blocks are shared, or holes."""

from collections.abc import Sequence
from itertools import count, takewhile

from core.memory import Contiguous, Memory, Shared
from core.override import override
from core.past import OnHost
from core.request import Request
from tests.walk.lives import Life


class Stack:
    """Blocks: what was freed last is taken first, and the last of a table before its others."""

    def __init__(self, memory: Memory) -> None:
        """Start with everything free."""
        self.free = list(range(1, memory.total_blocks + 1))
        self.block_size = memory.block_size

    def take(self, blocks: Sequence[int]) -> None:
        """`blocks` are taken: the first of the free."""
        assert list(blocks) == self.free[: len(blocks)]
        del self.free[: len(blocks)]

    def release(self, life: Life, blocks: Sequence[int], others: Sequence[Life]) -> None:
        """`life`, beside `others`, gives up all it has, and `blocks` come free."""
        left = {block for other in others for block in other.blocks}
        assert list(blocks) == [block for block in life.blocks if block not in left]
        self.free[:0] = reversed(blocks)

    def needed(self, life: Life, running: Sequence[Life]) -> int:  # noqa: ARG002 - a shared pool looks at who runs
        """Blocks that `life` needs to be admitted."""
        return self.blocks_for(life.known)

    def blocks_for(self, tokens: int) -> int:
        """Blocks that hold so many tokens."""
        return len(range(0, tokens, self.block_size)) if self.block_size else 0

    def is_copy(self, copied: OnHost | None, tokens: int) -> bool:
        """Whether `copied` is a copy of so many computed tokens; of none there is none."""
        if not tokens:
            return copied is None
        return copied is not None and copied[:2] == (tokens, self.blocks_for(tokens))

    def piece(self) -> int | None:
        """The largest free piece, where that matters."""
        return None


class SharedStack(Stack):
    """Blocks of which those with equal prompts own the full ones together."""

    @override
    def needed(self, life: Life, running: Sequence[Life]) -> int:
        return super().needed(life, running) - len(self.hits(life, running))

    def hits(self, life: Life, running: Sequence[Life]) -> list[int]:
        """Leading full blocks that are there, of several each that of the oldest owner."""

        def there(index: int) -> list[int]:
            end = (index + 1) * self.block_size
            return [
                other.blocks[index]
                for other in running
                if other.computed >= end
                and end < life.known
                and said(other.request, end) == said(life.request, end) is not None
            ]

        return [found[0] for found in takewhile(bool, map(there, count()))]


def said(request: Request, tokens: int) -> tuple[object, ...] | None:
    """What is known of the first `tokens` tokens of its prompt; None if not all of it is."""
    if request.prefix is not None and tokens <= request.prefix_len:
        return ("prefix", request.prefix, tokens)
    if request.hash_block_size is not None and tokens <= request.prompt_len:
        at = [token // request.hash_block_size for token in range(tokens)]
        known = at[-1] < len(request.hash_ids)
        size = request.hash_block_size
        return ("hash", size, *(request.hash_ids[place] for place in at)) if known else None
    return ("ids", *request.prompt_ids[:tokens]) if tokens <= len(request.prompt_ids) else None


class Holes(Stack):
    """Tokens in one address space: everyone has the first piece that was large enough."""

    def __init__(self, memory: Contiguous) -> None:
        """Start as one hole; `memory` says what each reserves."""
        super().__init__(memory)
        self._reserved = memory.reservation

    @override
    def take(self, blocks: Sequence[int]) -> None:
        """`blocks` are taken: the first that lie together."""
        size = len(blocks)
        first = next(at for at in self.free if {*range(at, at + size)} <= {*self.free})
        assert list(blocks) == list(range(first, first + size))
        self.free = [at for at in self.free if at not in blocks]

    @override
    def release(self, life: Life, blocks: Sequence[int], others: Sequence[Life]) -> None:
        super().release(life, blocks, others)
        self.free.sort()

    @override
    def needed(self, life: Life, running: Sequence[Life]) -> int:  # noqa: ARG002 - the same
        return self._reserved(life.request)

    @override
    def piece(self) -> int:
        """The largest free piece: at each place, how many lie together up to it."""
        largest = together = before = 0
        for at in self.free:
            together = together + 1 if at == before + 1 else 1
            largest, before = max(largest, together), at
        return largest


def pool_of(memory: Memory) -> Stack:
    """The pool that follows `memory`."""
    if isinstance(memory, Contiguous):
        return Holes(memory)
    return SharedStack(memory) if isinstance(memory, Shared) else Stack(memory)
