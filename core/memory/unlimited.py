"""Memory without a limit: no blocks, nothing to grow, everything fits."""

from collections.abc import Iterable, Mapping, Sequence

from core.lifecycle import NeverFits, Queued, Running
from core.memory.ids import Ids
from core.memory.model import BY_DEFAULT, MemoryModel
from core.request import Request


class Unlimited:
    """Stands where `Paged` stands when a scenario sets no memory."""

    __slots__ = ("model",)
    block_size = 0
    grows_by = 0
    shared_places = 0
    largest_piece = None
    unit = "block"
    total_blocks = 0
    free_blocks = 0
    used_blocks = 0
    touched_blocks = 0

    def __init__(self, model: MemoryModel = BY_DEFAULT) -> None:
        """Start. `model` says what a token weighs."""
        self.model = model

    def copy(self) -> "Unlimited":
        """There is nothing that could change."""
        return self

    def free_ids(self) -> Ids:
        """No blocks."""
        return Ids()

    def table(self, number: int) -> Sequence[int]:  # noqa: ARG002 - the pool's question, one answer
        """No blocks."""
        return ()

    def needed(self, tokens: int) -> int:  # noqa: ARG002 - the pool's question, one answer
        """No blocks for any number of tokens."""
        return 0

    def never_fits(self, request: Request) -> NeverFits | None:  # noqa: ARG002 - the same
        """Everybody fits."""
        return None

    def needed_at_most(self, queued: Queued) -> int:  # noqa: ARG002 - the same
        """No blocks for anybody."""
        return 0

    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the same
        """No blocks for anybody."""
        return 0

    def tokens_there(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the same
        """None: there are no blocks to share."""
        return 0

    def fits(self, blocks: int) -> bool:  # noqa: ARG002 - the same
        """Everything fits."""
        return True

    def take(self, number: int, blocks: int) -> Sequence[int]:  # noqa: ARG002 - the same
        """No blocks."""
        return ()

    def extend(self, numbers: Sequence[int]) -> None:
        """Never asked for, since nobody grows."""
        raise AssertionError(f"unlimited memory has no blocks for {numbers}")

    def freeable(self, number: int) -> int:  # noqa: ARG002 - the same
        """No blocks."""
        return 0

    def remembered(self, number: int) -> int:  # noqa: ARG002 - the same
        """No blocks."""
        return 0

    def refs(self, block: int) -> int:  # noqa: ARG002 - the same
        """Nobody."""
        return 0

    def layout(self, numbers: Iterable[int]) -> tuple[object, ...]:  # noqa: ARG002 - the same
        """Nothing lies anywhere."""
        return ()

    def release(self, number: int) -> Sequence[int]:  # noqa: ARG002 - the pool's question
        """Nothing was held."""
        return ()
