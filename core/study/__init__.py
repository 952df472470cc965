"""Many runs beside each other."""

from core.study.compare import Comparison, Pair, compare
from core.study.differences import check_differences
from core.study.divergence import Divergence, DivergenceSearch, Side, divergence

__all__ = [
    "Comparison",
    "Divergence",
    "DivergenceSearch",
    "Pair",
    "Side",
    "check_differences",
    "compare",
    "divergence",
]
