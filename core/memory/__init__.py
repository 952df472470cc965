"""Blocks and who owns them. The only place that changes a block table."""

from core.memory.paged import Paged
from core.memory.unlimited import Unlimited

Memory = Paged | Unlimited

__all__ = ["Memory", "Paged", "Unlimited"]
