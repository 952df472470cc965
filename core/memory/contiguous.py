"""Contiguous memory: every request reserves one piece of an address space of tokens.

The unit is a token: a block is the place of one, and a table is the reserved range. The first hole
that is large enough is taken, at its lowest address; a piece never grows, and what is freed
becomes one hole with the holes beside it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from core.lifecycle import NeverFits, Queued, Running
from core.memory.ids import Ids
from core.memory.model import BY_DEFAULT, MemoryModel
from core.request import Request


class Contiguous:
    """The address space of one replica: 1..total_blocks, each the place of a token.

    Its `model` says what each request reserves, by default its own peak. The holes are kept in
    the order of their addresses, first and last place of each.
    """

    __slots__ = ("_holes", "_pieces", "free_blocks", "model", "total_blocks")
    block_size = 1
    unit = "token place"
    grows_by = 0
    shared_places = 0

    def __init__(self, total_tokens: int, model: MemoryModel = BY_DEFAULT) -> None:
        """Start as one hole."""
        self.total_blocks = self.free_blocks = total_tokens
        self.model = model
        self._holes = [(1, total_tokens)]
        self._pieces: dict[int, range] = {}

    def copy(self) -> "Contiguous":
        """The same memory, changed by nothing that happens to this one."""
        twin = Contiguous.__new__(Contiguous)
        for name in Contiguous.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._holes, twin._pieces = self._holes.copy(), self._pieces.copy()
        return twin

    @property
    def used_blocks(self) -> int:
        """How many tokens are reserved."""
        return self.total_blocks - self.free_blocks

    @property
    def touched_blocks(self) -> int:
        """What a copy has to hold."""
        return 2 * (len(self._holes) + len(self._pieces))

    @property
    def largest_piece(self) -> int:
        """Tokens in the largest hole."""
        return max((last - first + 1 for first, last in self._holes), default=0)

    def largest_before(self, freed: Iterable[Sequence[int]]) -> int:
        """Tokens in the largest hole when the pieces `freed` were not free yet."""
        taken = sorted((piece[0], piece[-1]) for piece in freed if piece)
        largest = 0
        for start, last in self._holes:
            first = start
            for begin, end in taken:
                if start <= begin <= last:
                    largest, first = max(largest, begin - first), end + 1
            largest = max(largest, last - first + 1)
        return largest

    def free_ids(self) -> Ids:
        """The free places, by address."""
        return Ids(*(range(first, last + 1) for first, last in self._holes))

    def table(self, number: int) -> Sequence[int]:
        """The places of admission `number`."""
        return self._pieces.get(number, ())

    def reservation(self, request: Request) -> int:
        """Tokens that `request` reserves."""
        return self.model.reserved_tokens or request.most_tokens

    def never_fits(self, request: Request) -> NeverFits | None:
        """More than its reservation, or a reservation larger than the memory, never fits."""
        reserved = self.reservation(request)
        if request.most_tokens > reserved:
            return NeverFits(request.most_tokens, reserved, "reservation")
        return (
            NeverFits(reserved, self.total_blocks, "memory")
            if reserved > self.total_blocks
            else None
        )

    def needed(self, tokens: int) -> int:
        """As many places as tokens."""
        return tokens

    def needed_at_most(self, queued: Queued) -> int:
        """What `queued` reserves."""
        return self.reservation(queued.request)

    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the question of all memories
        """What `queued` reserves, in one piece, at its admission."""
        return self.reservation(queued.request)

    def tokens_there(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the same
        """None: nobody shares a piece."""
        return 0

    def fits(self, blocks: int) -> bool:
        """Whether some hole has room for `blocks` tokens in one piece."""
        return any(last - first + 1 >= blocks for first, last in self._holes)

    def take(self, number: int, blocks: int) -> Sequence[int]:
        """Reserve the first hole with room for `blocks` for `number`; there must be one."""
        at = next(n for n, (first, last) in enumerate(self._holes) if last - first + 1 >= blocks)
        first, last = self._holes[at]
        rest = [(first + blocks, last)] if first + blocks <= last else []
        self._holes[at : at + 1] = rest
        self.free_blocks -= blocks
        self._pieces[number] = piece = range(first, first + blocks)
        return piece

    def extend(self, numbers: Sequence[int]) -> None:
        """Never asked for, since nobody grows."""
        raise AssertionError(f"a reserved piece never grows, and {numbers} asked")

    def freeable(self, number: int) -> int:
        """How many places come free when `number` leaves."""
        return len(self.table(number))

    def remembered(self, number: int) -> int:  # noqa: ARG002 - the question of all memories
        """No place keeps what is in it when `number` leaves."""
        return 0

    def refs(self, block: int) -> int:  # noqa: ARG002 - the question of all memories
        """How many may own a place that somebody owns."""
        return 1

    def layout(self, numbers: Iterable[int]) -> tuple[object, ...]:
        """Where the pieces of admissions `numbers` begin, which decides what fits between them."""
        return tuple(self._pieces[number].start for number in numbers)

    def release(self, number: int) -> Sequence[int]:
        """Free the piece of `number`, one hole with those beside it; the places it had."""
        piece = self._pieces.pop(number)
        self.free_blocks += len(piece)
        first, last = piece[0], piece[-1]
        at = bisect_left(self._holes, (first, last))
        start, end = at, at
        if at and self._holes[at - 1][1] == first - 1:
            start, first = at - 1, self._holes[at - 1][0]
        if at < len(self._holes) and self._holes[at][0] == last + 1:
            end, last = at + 1, self._holes[at][1]
        self._holes[start:end] = [(first, last)]
        return piece
