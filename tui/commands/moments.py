"""The moment a command is asked for."""

from core import Run
from core.moment import Moment
from tui.commands.driving import driven
from tui.commands.stopped import Interrupted, Refused


def moment_at(run: Run, step: int, event: int | None) -> Moment:
    """The moment of `run` with the first `event` changes of `step`, or all of them.

    Raises `Refused` with the limit where there is none, `Interrupted` on Ctrl+C.
    """
    if not driven(run, step):
        raise Interrupted(f"interrupted after step {run.last_step:,}, on the way to step {step:,}")
    try:
        return run.at(step, event)
    except ValueError as error:
        raise Refused(str(error)) from None
