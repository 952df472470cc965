"""One scheduler's whole state, and the only place that applies transitions and moves blocks."""

from core.replica.replica import Replica

__all__ = ["Replica"]
