"""Blocks and who owns them. The only place that changes a block table."""

from core.memory.cached import Cached
from core.memory.contiguous import Contiguous
from core.memory.model import MemoryModel
from core.memory.paged import Paged
from core.memory.radix import Radix
from core.memory.shared import Shared
from core.memory.unlimited import Unlimited

Memory = Paged | Contiguous | Unlimited

__all__ = ["Cached", "Contiguous", "Memory", "MemoryModel", "Paged", "Radix", "Shared", "Unlimited"]
