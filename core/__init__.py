"""Driftwood's engine: a simulator of an LLM-serving scheduler. Standard library only."""

from core.memory import MemoryModel
from core.policies import Candidate, WaitingRequest
from core.request import Request
from core.run import Run
from core.schedulers import make_scheduler
from core.simulate import simulate
from core.workload import load_scenario, load_trace

__all__ = [
    "Candidate",
    "MemoryModel",
    "Request",
    "Run",
    "WaitingRequest",
    "load_scenario",
    "load_trace",
    "make_scheduler",
    "simulate",
]
