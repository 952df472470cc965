"""One scheduler's whole state, and the only place that applies transitions and moves blocks."""

from core.replica.leaving import LeavingReplica
from core.replica.replica import Replica
from core.replica.terms import KEEP, ON_PREEMPT, OnPreempt, Terms

__all__ = ["KEEP", "ON_PREEMPT", "LeavingReplica", "OnPreempt", "Replica", "Terms"]
