"""How many blocks a budget of bytes holds, with the sum in words."""

from dataclasses import dataclass

from core.override import override

GIB = 2**30
FEWEST_GIB = 2**20
"""Bytes from which a budget is told in GiB."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a budget of `bytes` holds at `bytes_per_token`: blocks of `block_size`, or tokens.

    The engine `keeps` some of the blocks for itself. `weight` says where the bytes of a token come
    from, "" if they were given.
    """

    bytes: int
    bytes_per_token: int
    block_size: int | None = None
    keeps: int = 0
    weight: str = ""

    @property
    def count(self) -> int:
        """Blocks that requests can own; tokens where there are none."""
        return self.bytes // (self.bytes_per_token * (self.block_size or 1)) - self.keeps

    @override
    def __str__(self) -> str:
        """`2,588 blocks = 5.055 GiB / (16 tokens × 131,072 B)`."""
        budget = f"{self.bytes:,} B" if self.bytes < FEWEST_GIB else f"{self.bytes / GIB:,.4g} GiB"
        if self.block_size is None:
            return f"{self.count:,} tokens = {budget} / {self.bytes_per_token:,} B"
        kept = f" less {self.keeps:,} that the engine keeps" if self.keeps else ""
        block = f"({self.block_size:,} tokens × {self.bytes_per_token:,} B)"
        return f"{self.count:,} blocks = {budget} / {block}{kept}"

    @property
    def told(self) -> tuple[str, ...]:
        """The sum, and where the bytes of a token come from."""
        weight = f"{self.bytes_per_token:,} B a token = {self.weight}"
        return (str(self), weight) if self.weight else (str(self),)
