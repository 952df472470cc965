"""What a schedule says of the constants: work that was done, and the time that it took.

The schedule is that of a run of ours, the times are the measured ones. A request gives two
equations:

- The work from its first token to its last took as long as was measured between them.
- The work until its first token: of the steps since the queue was last empty before it was
  admitted, since when our schedule follows from work alone. When the first of these steps began
  follows from arrivals, and is taken from our run.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from core.results import Result
from core.run import Run
from core.study.calibrate.served import mean_ms, tpots, ttfts
from core.study.calibrate.squares import Equation, Vector
from core.workload.measured import Served


class Work:
    """The work of a run's executed steps, in the order of the constants of a cost."""

    def __init__(self, run: Run) -> None:
        """Add it up."""
        watch, series = run.stopwatch(), run.series
        assert watch is not None
        parts = ([1] * len(series), watch.decodes, series.prefill_tokens, series.kv_tokens)
        self._sums = [list(accumulate(part, initial=0)) for part in parts]

    def of(self, first: int, end: int) -> Vector:
        """The work of executed steps number `first` to `end`, which is not included."""
        return tuple(float(sums[end] - sums[first]) for sums in self._sums)


def equations(run: Run, measured: Sequence[Served]) -> Iterator[Equation]:
    """Those of each of the `measured` requests in `run`, which has finished them all.

    Being off by the average time to first token, or the average time per output token of all that
    it sent, is an error of 1.
    """
    work, begins, results = Work(run), queue_begins(run), run.results()
    ttft_ms, tpot_ms = mean_ms(ttfts(measured)), mean_ms(tpots(measured))
    for one in measured:
        admitted, first, last = _steps(run, results, one.rid)
        since = begins[admitted]
        took_ms = one.first_token_ms - run.series.now_ms[since]
        yield Equation(work.of(since, first + 1), took_ms, ttft_ms)
        if gaps := one.output_len - 1:
            took_ms = one.last_token_ms - one.first_token_ms
            yield Equation(work.of(first + 1, last + 1), took_ms, tpot_ms * gaps)


def _steps(run: Run, results: Mapping[str, Result], rid: str) -> Iterator[int]:
    """Its first admission, its first token and its last, by number of the executed step."""
    for step in ("admitted", "first_token", "finish"):
        found = results[rid][step]
        assert found is not None
        yield run.series.index_at(found)


def queue_begins(run: Run) -> list[int]:
    """For each executed step the first of those since when somebody was left waiting before it."""
    waiting, found = run.series.waiting, list[int]()
    for at in range(len(waiting)):
        found.append(found[-1] if at and waiting[at - 1] else at)
    return found
