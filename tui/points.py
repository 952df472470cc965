"""Points of interest: the moments just after somebody was preempted or rejected, and findings."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TypeAlias

from core import Run
from core.events import Event, Preempted, Rejected
from core.moment import Moment
from core.replica import Replica
from tui.reading.trail import Match
from tui.view.only import Only

Point: TypeAlias = tuple[int, int]
"""A step, and the number of the event after which one stands."""
Whole: TypeAlias = Callable[[int], Moment]
"""Gives a step at its end."""


def following(
    run: Run, whole: Whole, step: int, event: int, found: Sequence[Point] = ()
) -> Point | None:
    """The first point after the first `event` changes of `step`; those `found` are points too."""
    told = [point for point in found if point > (step, event)]
    return min(filter(None, (_following(run, whole, step, event), *told)), default=None)


def preceding(
    run: Run, whole: Whole, step: int, event: int, found: Sequence[Point] = ()
) -> Point | None:
    """The last point before it."""
    told = [point for point in found if point < (step, event)]
    return max(filter(None, (_preceding(run, whole, step, event), *told)), default=None)


def shown_by(only: Only) -> Match:
    """The points in a step that `only` shows; findings are no events."""

    def match(_replica: Replica, happened: list[Event]) -> list[int]:
        return [n for n in _told(happened) if only.shows(happened[n - 1])]

    return match


def _told(happened: Sequence[Event]) -> list[int]:
    """The numbers of the events that are points."""
    return [n for n, event in enumerate(happened, 1) if isinstance(event, Preempted | Rejected)]


def _following(run: Run, whole: Whole, step: int, event: int) -> Point | None:
    inside = [number for number in _inside(run, whole, step) if number > event]
    if inside:
        return step, inside[0]
    later = _step_after(run, run.series.index_at(step))
    return None if later is None else (later, _inside(run, whole, later)[0])


def _preceding(run: Run, whole: Whole, step: int, event: int) -> Point | None:
    inside = [number for number in _inside(run, whole, step) if number < event]
    if inside:
        return step, inside[-1]
    index = run.series.index_at(step)
    jumped = index >= 0 and run.series.step[index] < step
    earlier = _step_before(run, index + 1 if jumped else index)
    return None if earlier is None else (earlier, _inside(run, whole, earlier)[-1])


def _inside(run: Run, whole: Whole, step: int) -> list[int]:
    """The numbers of the events of `step` that are points."""
    index = run.series.index_at(step)
    if index < 0 or run.series.step[index] != step:
        return []
    if not _counts(run, index):
        return []
    return _told(whole(step).events)


def _counts(run: Run, index: int) -> bool:
    """Whether executed step `index` has a point at all, told by the counts alone."""
    return any(
        counts[index] > (counts[index - 1] if index else 0)
        for counts in (run.series.preemptions, run.series.rejections)
    )


def _step_after(run: Run, index: int) -> int | None:
    """The first executed step after number `index` that has a point."""
    found = []
    for counts in (run.series.preemptions, run.series.rejections):
        at = bisect_right(counts, counts[index] if index >= 0 else 0)
        found += [at] if at < len(counts) else []
    return run.series.step[min(found)] if found else None


def _step_before(run: Run, index: int) -> int | None:
    """The last executed step before number `index` that has a point."""
    found = []
    for counts in (run.series.preemptions, run.series.rejections):
        reached = counts[index - 1] if index > 0 else 0
        found += [bisect_left(counts, reached)] if reached else []
    return run.series.step[max(found)] if found else None
