"""Address spaces with a wrong rule, and the schedulers that use them."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Mapping, Sequence
from operator import itemgetter

from core.lifecycle import Queued, Running
from core.memory import Contiguous, Memory, MemoryModel
from core.override import override
from core.schedulers.driftwood import Driftwood


class FaultyPieces(Contiguous):
    """An address space whose copies are of its own kind."""

    __slots__ = ()

    @override
    def copy(self) -> "FaultyPieces":
        made, twin = super().copy(), type(self).__new__(type(self))
        for name in Contiguous.__slots__:
            setattr(twin, name, getattr(made, name))
        return twin


class LastFit(FaultyPieces):
    """Takes the last hole that is large enough."""

    __slots__ = ()

    @override
    def take(self, number: int, blocks: int) -> Sequence[int]:
        self._holes.reverse()
        taken = super().take(number, blocks)
        self._holes.sort()
        return taken


class BestFit(FaultyPieces):
    """Takes the smallest hole that is large enough."""

    __slots__ = ()

    @override
    def take(self, number: int, blocks: int) -> Sequence[int]:
        self._holes.sort(key=lambda hole: hole[1] - hole[0])
        taken = super().take(number, blocks)
        self._holes.sort(key=itemgetter(0))
        return taken


class NeverCoalesces(FaultyPieces):
    """Leaves a freed piece a hole of its own."""

    __slots__ = ()

    @override
    def release(self, number: int) -> tuple[int, ...]:
        piece = self._pieces.pop(number)
        self.free_blocks += len(piece)
        self._holes = sorted([*self._holes, (piece[0], piece[-1])])
        return tuple(piece)


class CountsTheFree(FaultyPieces):
    """Lets in who fits into all that is free, in however many pieces."""

    __slots__ = ()

    @override
    def fits(self, blocks: int) -> bool:
        return blocks <= self.free_blocks


class ReservesThePrompt(FaultyPieces):
    """Reserves what is known at its admission, and runs over its end."""

    __slots__ = ()

    @override
    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the question of all memories
        return self.model.reserved_tokens or queued.known_tokens


class SharesTheHoles(FaultyPieces):
    """Shares the holes with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesTheHoles":
        twin = super().copy()
        assert isinstance(twin, SharesTheHoles)
        twin._holes = self._holes
        return twin


def with_pieces(kind: type[Contiguous]) -> type[Driftwood]:
    """The scheduler in an address space of this kind."""

    class OnIt(Driftwood):
        """Driftwood, whose memory is made by `kind`."""

        @override
        def new_memory(self) -> Memory:
            model = self.memory or MemoryModel()
            return kind(model.size_in_tokens or 0, model)

    OnIt.__name__ = kind.__name__
    return OnIt
