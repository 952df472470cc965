"""Points of interest: the moments just after somebody was preempted or rejected."""

from bisect import bisect_left, bisect_right

from core import Run
from core.events import Preempted, Rejected


def following(run: Run, step: int, event: int) -> tuple[int, int] | None:
    """The first point after the first `event` changes of `step`, as (step, event)."""
    inside = [number for number in _inside(run, step) if number > event]
    if inside:
        return step, inside[0]
    later = _step_after(run, run.series.index_at(step))
    return None if later is None else (later, _inside(run, later)[0])


def preceding(run: Run, step: int, event: int) -> tuple[int, int] | None:
    """The last point before it."""
    inside = [number for number in _inside(run, step) if number < event]
    if inside:
        return step, inside[-1]
    index = run.series.index_at(step)
    jumped = index >= 0 and run.series.step[index] < step
    earlier = _step_before(run, index + 1 if jumped else index)
    return None if earlier is None else (earlier, _inside(run, earlier)[-1])


def _inside(run: Run, step: int) -> list[int]:
    """The numbers of the events of `step` that are points."""
    index = run.series.index_at(step)
    if index < 0 or run.series.step[index] != step:
        return []
    if not _counts(run, index):
        return []
    happened = run.at(step).events
    return [n for n, event in enumerate(happened, 1) if isinstance(event, Preempted | Rejected)]


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
