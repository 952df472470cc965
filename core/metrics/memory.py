"""What a run comes to in memory: the most of its steps, and what sharing has saved."""

from collections.abc import Iterator, Mapping

from core.footprint import BYTES, Footprint, footprint
from core.metrics.members import Totals
from core.results import Result
from core.run import Run

SWITCHES = ("prefix_sharing", "enable_prefix_caching")
"""Knobs, of one scheduler or another, with which tokens are found in blocks."""


def memory_figures(run: Run, results: Mapping[str, Result]) -> Totals:
    """Bytes where a token has any, which costs the run once more; hits where blocks are shared."""
    return dict((*_most(run), *_hits(run, results)))


def _most(run: Run) -> Iterator[tuple[str, int]]:
    if _knob(run, "memory", "bytes_per_token") is None:
        return
    steps = [footprint(replica) for replica in run.at_work()]
    for name in BYTES:
        yield f"max_{name}", max((_figure(step, name) for step in steps), default=0)


def _figure(step: Footprint, name: str) -> int:
    found: object = getattr(step, name)
    assert isinstance(found, int)
    return found


def _hits(run: Run, results: Mapping[str, Result]) -> Iterator[tuple[str, int]]:
    if any(_knob(run, switch) for switch in SWITCHES):
        yield "hit_tokens", sum([one["hit_tokens"] for one in results.values()])
        yield "rehit_tokens", sum([one["rehit_tokens"] for one in results.values()])


def _knob(run: Run, *names: str) -> object:
    """The knob of the scheduler by the names that lead to it; None if it has no such knob."""
    found: object = run.scheduler
    for name in names:
        found = getattr(found, name, None)
    return found
