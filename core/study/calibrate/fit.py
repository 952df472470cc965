"""Fitting the constants of a cost, by runs and equations in turn.

Each trial is a run of the whole workload with some constants. Its schedule and the measured times
give the constants of the next one, until they stay as they are: with these the schedule follows
from the constants, and the constants from the schedule. Nothing is drawn by chance, so the same
files give the same constants.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Self

from core.cost import MOST_MS, Cost
from core.run import Run
from core.study.calibrate.equations import Work, equations
from core.study.calibrate.served import (
    LEAST_MS,
    served_in,
    tpot_error,
    tpots,
    ttft_error,
    ttfts,
)
from core.study.calibrate.squares import Vector, solved
from core.workload.measured import Measured, Served

MOST_TRIALS = 20
WHOLE_STEPS = 5
"""Trials after which constants go only half the way, lest they go to and fro for ever."""
SETTLED = 0.0005
"""The part of the run's time that constants still move when they are left as they are."""
DIGITS = 6
"""Of a constant: more than any measurement has, and what is written has the same ones."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A run to its end with constants, and how far the requests that count are off.

    `error` is that of their times to first token and per output token together.
    """

    cost: Cost
    run: Run
    served: Mapping[str, Served]
    error: float


class FitError(Exception):
    """Runs of this workload cannot be compared with the measured one; the text says why."""


class Fit:
    """The constants with which a run of ours is most like `measured`.

    Those of the requests `counted` are looked at, all by default; the others are load. `trials` are
    how many have been made. `best` is the one that is `settled`, and until then the one whose
    requests are least far from the measured ones; None before the first.
    """

    def __init__(
        self,
        measured: Measured,
        counted: Sequence[Served] | None = None,
        most_trials: int = MOST_TRIALS,
    ) -> None:
        """Begin with steps of the shortest length that anybody's tokens took."""
        self.counted = measured.served if counted is None else tuple(counted)
        self.most_trials = most_trials
        self.best: Trial | None = None
        self.trials = 0
        self.settled = False
        self.measured = measured
        self._requests = measured.requests
        shortest = (tpots(self.counted) or ttfts(self.counted))[0]
        self._next = _cost((shortest, 0.0, 0.0, 0.0))

    def next_run(self) -> Run | None:
        """The run of the next trial, for the caller to execute to its end; None when that is all.

        It is once the constants have settled, or as many trials as wanted are made.
        """
        if self.settled or self.trials >= self.most_trials:
            return None
        return Run(self._requests, self.measured.engine.scheduler, cost=self._next)

    def take(self, run: Run) -> None:
        """Make a trial of `run`, which came from `next_run` and has ended.

        Raises `FitError` if it has not served every request.
        """
        if run.status != "finished":
            raise FitError(f"the simulated run has no end that can be compared: {run.reason}")
        served = served_in(run)
        off = ttft_error(self.counted, served) + tpot_error(self.counted, served)
        trial = Trial(self._next, run, served, off)
        self.trials += 1
        found = solved(list(equations(run, self.counted)))
        self.settled = found is None or _moved(found, trial) <= SETTLED
        if self.settled or self.best is None or off < self.best.error:
            self.best = trial
        if found is not None:
            self._next = self._towards(found)

    def _towards(self, found: Vector) -> Cost:
        """The constants of the next trial: those that were found, or half the way to them."""
        if self.trials > WHOLE_STEPS:
            now = _constants(self._next)
            found = tuple((a + b) / 2 for a, b in zip(now, found, strict=True))
        return _cost(found)

    def finish(self) -> Self:
        """Make all trials."""
        while (run := self.next_run()) is not None:
            self.take(run.finish())
        return self


def _moved(found: Vector, trial: Trial) -> float:
    """The part of the trial's time that would move with the constants `found`."""
    now, work = _constants(trial.cost), Work(trial.run).of(0, len(trial.run.series))
    every = list(zip(now, found, work, strict=True))
    return fsum(abs(a - b) * part for a, b, part in every) / fsum(a * p for a, _, p in every)


def _constants(cost: Cost) -> Vector:
    return (
        cost.base_ms,
        cost.per_sequence_ms,
        cost.per_prefill_token_ms,
        cost.per_kv_token_ms,
    )


def _cost(constants: Vector) -> Cost:
    """The cost with `constants`, as far as one can have them."""
    base, *others = (min(_told(one), MOST_MS) for one in constants)
    return Cost(max(base, LEAST_MS), *others)


def _told(constant: float) -> float:
    return float(f"{constant:.{DIGITS}g}")
