"""The lives of several requests, followed in one walk over the steps in which any of them is there.

So to tell why ten requests of a long run came out as they did costs their lives and no whole run.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.naming import counted
from core.request import Request
from core.run import Run
from core.story.line import Line
from core.story.teller import Teller

PREEMPTIONS_TOLD = 2


class _Stretch(NamedTuple):
    """`steps` executed steps from step `first` on, and who is there in some of them."""

    first: int
    steps: int
    tellers: Sequence[Teller]


class Lives:
    """The lives of `rids` as far as `run` has got, told step by step.

    `looked` of about `steps` steps were followed; fewer are enough where a life ends early, and
    `done` says so. Raises `LookupError` where the run has no such request.
    """

    def __init__(self, run: Run, rids: Collection[str]) -> None:
        """Follow nothing yet."""
        known = {request.rid: request for request in run.requests}
        for rid in rids:
            if rid not in known:
                raise LookupError(f"there is no request {rid!r}")
        self._run = run
        self._tellers = {rid: Teller(known[rid]) for rid in rids}
        self._stretches = list(_stretches(run, list(self._tellers.values())))
        self._walk = self._follow()
        self.looked, self.steps = 0, sum(stretch.steps for stretch in self._stretches)
        self.done = False

    def advance(self, steps: int) -> None:
        """Follow them through up to `steps` steps more."""
        for _ in range(steps):
            if next(self._walk, None) is None:
                self.done = True
                return
            self.looked += 1

    def of(self, rid: str) -> tuple[Line, ...]:
        """What was told of `rid` so far."""
        return tuple(self._tellers[rid].lines)

    def _follow(self) -> Iterator[int]:
        """The steps in which one of them is there, one after the other."""
        for first, steps, tellers in self._stretches:
            going = tellers
            for replica, happened in islice(self._run.replay(first), steps):
                for teller in going:
                    teller.follow(replica, happened)
                yield replica.clock.step
                going = [teller for teller in going if not teller.over]
                if not going:
                    break
        for rid, teller in self._tellers.items():
            if not teller.over:
                run = self._run
                why = f"the run is {run.status}: {run.reason}"
                teller.stop(run.last_step, _emitted(run, rid), why)


def costly(lines: Sequence[Line]) -> tuple[Line, ...]:
    """What made a request late, of the `lines` of its life: its longest wait, its preemptions.

    In the order in which it happened; of many preemptions the first, and how many there are more.
    """
    waits = [line for line in lines if line.kind == "waited"]
    preempted = [line for line in lines if line.kind == "preempted"]
    told = [*sorted(waits, key=_steps)[-1:], *preempted[:PREEMPTIONS_TOLD]]
    told.sort(key=lines.index)
    if (more := len(preempted) - PREEMPTIONS_TOLD) > 0:
        told.append(Line("more", None, None, None, f"preempted {counted(more, 'time')} more"))
    return tuple(told)


def _steps(line: Line) -> int:
    assert line.step is not None
    assert line.until is not None
    return line.until - line.step


def _stretches(run: Run, tellers: Sequence[Teller]) -> Iterator[_Stretch]:
    """The steps in which any of `tellers` has its request there, each step once."""
    ends = {one.rid: one.finish for one in run.finishes()}
    spans = sorted((_span(run, each.request, ends), at) for at, each in enumerate(tellers))
    here: list[Teller] = []
    first = end = 0
    for (start, stop), at in spans:
        if here and start >= end:
            yield _Stretch(run.series.step[first], end - first, here)
            here = []
        first, end = (first, max(end, stop)) if here else (start, stop)
        if start < len(run.series):
            here = [*here, tellers[at]]
    if here:
        yield _Stretch(run.series.step[first], end - first, here)


def _span(run: Run, request: Request, ends: dict[str, int]) -> tuple[int, int]:
    """The executed steps, by index, in which `request` can be there; the last not included."""
    series = run.series
    if request.arrival_ms is None:
        start = bisect_left(series.step, request.arrival)
    else:
        start = bisect_left(series.now_ms, request.arrival_ms)
    finish = ends.get(request.rid)
    return start, len(series) if finish is None else series.index_at(finish) + 1


def _emitted(run: Run, rid: str) -> int:
    row = run.at(run.last_step).find(rid) if len(run.series) else None
    return 0 if row is None else row.emitted
