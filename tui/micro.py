"""One change on, or back: a micro-step, inside a step and across its borders.

The end of a step and the beginning of the next are the same state, so crossing the border is no
change of its own: the last event of a step is followed by the first of the next executed one.
"""

from collections.abc import Callable

from core import Run
from core.moment import Moment
from tui.jumps import Position


def following(run: Run, here: Position, whole: Callable[[int], Moment]) -> Position | None:
    """One change on; None at the end of what is computed. `whole` gives a step at its end."""
    step, event = here
    if event is not None and event < whole(step).event:
        return Position(step, event + 1)
    index = run.series.index_at(step) + 1
    if index >= len(run.series):
        return None
    after = run.series.step[index]
    return Position(after, min(1, whole(after).event))


def preceding(run: Run, here: Position, whole: Callable[[int], Moment]) -> Position:
    """One change back; before the first change of the run there is none."""
    step, event = here
    seen = whole(step).event if event is None else event
    index = run.series.index_at(step)
    if seen > 1 or (seen == 1 and index <= 0):
        return Position(step, seen - 1)
    if index < 0:
        return here
    executed = run.series.step[index] == step
    before = index - 1 if executed else index
    return Position(run.series.step[max(0, before)], None if before >= 0 else 0)
