"""What a run came to, in numbers: of the run, its tenants, its priorities, and each request.

`definitions` says in words what every figure is, once; the other files work them out.
"""

from core.metrics.definitions import CAUSES, METRICS, PERCENTILES, definition_of
from core.metrics.fairness import jain
from core.metrics.groups import of_priorities, of_tenants
from core.metrics.ranks import percentile
from core.metrics.requests import (
    RequestFigures,
    first_token_times,
    is_timed,
    request_figures,
    tpot_steps,
)
from core.metrics.totals import Totals, totals

__all__ = [
    "CAUSES",
    "METRICS",
    "PERCENTILES",
    "RequestFigures",
    "Totals",
    "definition_of",
    "first_token_times",
    "is_timed",
    "jain",
    "of_priorities",
    "of_tenants",
    "percentile",
    "request_figures",
    "totals",
    "tpot_steps",
]
