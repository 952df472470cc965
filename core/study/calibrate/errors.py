"""How far a run of ours is from a measured one, in the figures that people look at."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Literal, NamedTuple, TypeAlias

from core.metrics import percentile
from core.study.calibrate.levels import Levels
from core.study.calibrate.served import tpot_error, tpots, ttft_error, ttfts
from core.workload.measured import Measured, Served

Unit: TypeAlias = Literal["%", "requests"]


class Figure(NamedTuple):
    """A figure of both runs. Errors and goals are in `unit`: per cent of what was measured, signed.

    Or in requests: how many it is off on average over the samples. Of `ttft_ms_each` and
    `tpot_ms_each` the error is how far every request is off on its own, on average, over the
    average. `goal` is what is near enough, None where there is none.
    """

    name: str
    measured: float
    simulated: float
    error: float
    unit: Unit = "%"
    goal: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the error is within the goal, where there is one."""
        return self.goal is None or abs(self.error) <= self.goal


TTFT_GOALS = {50: 1.0, 90: 1.0}
TPOT_GOALS = {50: 1.0, 99: 2.0}
SPAN_GOAL = 0.5
RUNNING_GOAL, WAITING_GOAL = 1.5, 2.0


def figures_of_run(
    measured: Measured, ours: Mapping[str, Served], levels: Levels | None
) -> Iterator[Figure]:
    """The span, and how many ran and waited where the time series tells it."""
    span_ms = max(one.last_token_ms for one in ours.values())
    yield _relative("span_ms", measured.span_ms, span_ms, SPAN_GOAL)
    if levels is not None:
        running, waiting = zip(*((s.running, s.waiting) for s in measured.samples), strict=True)
        yield _level("running", running, levels.running, RUNNING_GOAL)
        yield _level("waiting", waiting, levels.waiting, WAITING_GOAL)


def figures_of_requests(counted: Sequence[Served], ours: Mapping[str, Served]) -> Iterator[Figure]:
    """The times to first token and per output token of those `counted`."""
    here = [ours[one.rid] for one in counted]
    yield from _ranks("ttft_ms", ttfts(counted), ttfts(here), TTFT_GOALS)
    yield _each("ttft_ms", ttfts(counted), ttfts(here), ttft_error(counted, ours))
    if tpots(counted):
        yield from _ranks("tpot_ms", tpots(counted), tpots(here), TPOT_GOALS)
        yield _each("tpot_ms", tpots(counted), tpots(here), tpot_error(counted, ours))


def _relative(name: str, measured: float, simulated: float, goal: float) -> Figure:
    off = (simulated - measured) / measured if measured else float(simulated != measured)
    return Figure(name, measured, simulated, off * 100, goal=goal)


def _level(name: str, measured: Sequence[int], ours: Sequence[int], goal: float) -> Figure:
    off = fmean(abs(a - b) for a, b in zip(measured, ours, strict=True))
    return Figure(name, fmean(measured), fmean(ours), off, "requests", goal)


def _ranks(
    name: str, measured: Sequence[float], ours: Sequence[float], goals: Mapping[int, float]
) -> Iterator[Figure]:
    for percent, goal in goals.items():
        both = percentile(measured, percent), percentile(ours, percent)
        yield _relative(f"{name}_p{percent}", *both, goal)


def _each(name: str, measured: Sequence[float], ours: Sequence[float], off: float) -> Figure:
    return Figure(f"{name}_each", fmean(measured), fmean(ours), off * 100)
