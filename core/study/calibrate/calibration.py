"""What a fit is worth: its figures on the requests it was fitted on, and on others.

The constants are fitted on all requests. To see what such constants are worth where nothing was
measured, others are fitted on the first half of the requests alone, and judged on the second.
"""

from typing import NamedTuple

from core.study.calibrate.errors import Figure, figures_of_requests, figures_of_run
from core.study.calibrate.fit import Fit, Trial
from core.study.calibrate.levels import Levels, levels_of
from core.workload.measured import Measured, Served


class Judged(NamedTuple):
    """The best trial of a `fit`, and how far it is from the measured run.

    The `figures` of requests are those of the ones judged `on`. `levels` are its curves, None where
    the measured run has no time series.
    """

    fit: Fit
    trial: Trial
    on: tuple[Served, ...]
    figures: tuple[Figure, ...]
    levels: Levels | None


def judged(fit: Fit, on: tuple[Served, ...] | None = None) -> Judged:
    """`fit`, which has made a trial, judged on the requests `on`: all of them by default."""
    trial, measured = fit.best, fit.measured
    assert trial is not None
    on = measured.served if on is None else on
    levels = levels_of(trial.run, measured)
    of_run = figures_of_run(measured, trial.served, levels)
    of_requests = figures_of_requests(on, trial.served)
    return Judged(fit, trial, on, (*of_run, *of_requests), levels)


def halves(measured: Measured) -> tuple[tuple[Served, ...], tuple[Served, ...]]:
    """The requests that were queued first, and the others, of which there may be one more."""
    half = len(measured.served) // 2
    return measured.served[:half], measured.served[half:]
