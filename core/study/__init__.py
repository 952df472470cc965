"""Many runs beside each other."""

from core.study.compare import Comparison, Pair, compare
from core.study.divergence import Divergence, DivergenceSearch, Side, divergence

__all__ = [
    "Comparison",
    "Divergence",
    "DivergenceSearch",
    "Pair",
    "Side",
    "compare",
    "divergence",
]
