"""What is wrong with a run: each kind of trouble is a small check with its definition."""

from core.findings.finding import KINDS, Finding, Jump, Kind
from core.findings.search import Search, find

__all__ = ["KINDS", "Finding", "Jump", "Kind", "Search", "find"]
