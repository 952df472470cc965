"""Driving a run on the command line."""

from core import Run
from tui.commands.working import worked


def driven(run: Run, to_step: int | None = None) -> bool:
    """Execute `run` to its end, or until `to_step` is executed; False if Ctrl+C came before."""
    return worked(_Driving(run, to_step))


class _Driving:
    """The steps of a run that are still to be executed."""

    def __init__(self, run: Run, to_step: int | None) -> None:
        self._run = run
        self._to_step = to_step
        self._asked = sum(request.output_len for request in run.requests)
        self._seen = self._sent = 0

    @property
    def done(self) -> bool:
        there = self._to_step is not None and self._run.last_step >= self._to_step
        return there or self._run.status != "running"

    @property
    def share(self) -> float:
        """Of the steps to the one asked for; else of the tokens, or the steps it may execute."""
        if self._to_step is not None:
            return min(1.0, (self._run.last_step + 1) / (self._to_step + 1))
        series = self._run.series
        self._sent += sum(series.emitted[self._seen :])
        self._seen = len(series)
        return min(1.0, max(self._sent / self._asked, self._seen / self._run.max_steps))

    def advance(self, steps: int) -> None:
        left = steps if self._to_step is None else self._to_step - self._run.last_step
        self._run.advance(min(steps, left))

    def words(self, seconds: float) -> str:
        rate = len(self._run.series) / seconds
        return f"step {self._run.last_step:,} · {rate:,.0f} steps/s"
