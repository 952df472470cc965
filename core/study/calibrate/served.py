"""The requests of a run of ours in the shape of a measured run's, and how far the two are apart."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from core.run import Run
from core.workload.measured import Served

LEAST_MS = 1e-6
"""The shortest time that something takes: a nanosecond."""


def served_in(run: Run) -> dict[str, Served]:
    """Every request of `run`, a run that has a clock and has finished them all, by rid."""
    watch, results = run.stopwatch(), run.results()
    assert watch is not None
    served = {}
    for one in run.requests:
        first, last = results[one.rid]["first_token"], results[one.rid]["finish"]
        assert first is not None
        assert last is not None
        times = watch.arrival_of(one), watch.end_of(first), watch.end_of(last)
        served[one.rid] = Served(one.rid, one.prompt_len, one.output_len, *times)
    return served


def ttfts(served: Iterable[Served]) -> list[float]:
    """Their times to first token, in order."""
    return sorted(one.ttft_ms for one in served)


def tpots(served: Iterable[Served]) -> list[float]:
    """Their times per output token, in order; who has sent one token alone has none."""
    times = (one.tpot_ms for one in served)
    return sorted(time for time in times if time is not None)


def ttft_error(measured: Sequence[Served], ours: Mapping[str, Served]) -> float:
    """How far each one's time to first token is off, on average, over the average time."""
    off = fmean(abs(ours[one.rid].ttft_ms - one.ttft_ms) for one in measured)
    return off / mean_ms(ttfts(measured))


def tpot_error(measured: Sequence[Served], ours: Mapping[str, Served]) -> float:
    """The same of the times per output token; 0 where nobody has one."""
    pairs = [(one.tpot_ms, ours[one.rid].tpot_ms) for one in measured]
    off = [abs(here - there) for there, here in pairs if there is not None and here is not None]
    return fmean(off) / mean_ms(tpots(measured)) if off else 0.0


def mean_ms(times: Sequence[float]) -> float:
    """Their mean, to measure errors by: above 0, whatever a file says; 1 without any."""
    return max(fmean(times), LEAST_MS) if times else 1.0
