"""How many run and wait in a run of ours at the moments of a measured run's time series."""

from bisect import bisect_right
from typing import NamedTuple

from core.run import Run
from core.stopwatch import Stopwatch
from core.study.calibrate.alignment import ahead_ms
from core.workload.measured import Measured

NOBODY = (0, 0, 0.0)


class Levels(NamedTuple):
    """The curves of ours, an entry for each sample; 0 where nobody is there.

    `at_s` are the times since the first request was queued. `kv_percent` is the part of the blocks
    that somebody owns.
    """

    at_s: tuple[float, ...]
    running: tuple[int, ...]
    waiting: tuple[int, ...]
    kv_percent: tuple[float, ...]


def levels_of(run: Run, measured: Measured) -> Levels | None:
    """Those of `run`, which has a clock; None where the measured run has no time series."""
    watch, blocks = run.stopwatch(), measured.engine.num_blocks
    assert watch is not None
    if not measured.samples:
        return None
    ahead = ahead_ms(measured)
    times = [sample.at_s * 1000 - ahead for sample in measured.samples]
    running, waiting, kv = zip(*(_at(run, watch, time, blocks) for time in times), strict=True)
    return Levels(tuple(time / 1000 for time in times), running, waiting, kv)


def _at(run: Run, watch: Stopwatch, at_ms: float, blocks: int) -> tuple[int, int, float]:
    """What the step came to that is executed at `at_ms`."""
    series = run.series
    at = bisect_right(series.now_ms, at_ms) - 1
    if at < 0 or at_ms >= series.now_ms[at] + watch.lengths[at]:
        return NOBODY
    return series.running[at], series.waiting[at], series.blocks[at] / blocks * 100
