"""Fitting on the command line: trial after trial, with progress, until Ctrl+C."""

from core import Run
from core.study.calibrate import Fit, FitError
from tui.commands.stopped import Refused
from tui.commands.working import worked
from tui.view.clean import clean


def fitted(fit: Fit, name: str) -> bool:
    """Make the trials of `fit`, called `name`; False if Ctrl+C came before they were all made.

    What was fitted until then is in `fit`. Raises `Refused` where no trial can be compared.
    """
    try:
        return worked(_Fitting(fit, name))
    except FitError as error:
        raise Refused(clean(str(error))) from None


class _Fitting:
    """The trials of a fit that are still to be made."""

    def __init__(self, fit: Fit, name: str) -> None:
        self._fit = fit
        self._name = name
        self._run: Run | None = fit.next_run()
        self._asked = sum(request.output_len for request in self._run.requests) if self._run else 0

    @property
    def done(self) -> bool:
        return self._run is None

    @property
    def share(self) -> float:
        """Of as many trials as there may be; there are fewer if the constants settle."""
        sent = sum(self._run.series.emitted) if self._run else 0
        return min(1.0, (self._fit.trials + sent / self._asked) / self._fit.most_trials)

    def advance(self, steps: int) -> None:
        run = self._run
        if run is None:
            return
        run.advance(steps)
        if run.status != "running":
            self._fit.take(run)
            self._run = self._fit.next_run()

    def words(self, seconds: float) -> str:
        rate = (self._fit.trials + 1) / seconds
        return (
            f"{self._name}: trial {self._fit.trials + 1} of at most {self._fit.most_trials} · "
            f"{rate:.1f}/s"
        )
