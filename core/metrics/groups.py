"""The figures of each tenant and of each priority of a run."""

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from core.gaps import Decodes, Gaps
from core.metrics.members import Member, Totals, figures_of
from core.metrics.totals import by_tenant, frame_of, members_of
from core.past import Resumed
from core.results import Result
from core.run import Run
from core.stopwatch import Stopwatch

Group = TypeVar("Group", str, int)


def of_tenants(run: Run, results: Mapping[str, Result] | None = None) -> dict[str, Totals]:
    """The figures of each tenant of `run`, in the order of its requests; "" is nobody's."""
    return _figures(run, by_tenant(_members(run, results)))


def of_priorities(run: Run, results: Mapping[str, Result] | None = None) -> dict[int, Totals]:
    """The figures of each priority of `run`, the most urgent first."""
    found: dict[int, list[Member]] = {}
    for member in _members(run, results):
        found.setdefault(member.request.priority, []).append(member)
    return _figures(run, dict(sorted(found.items())))


def _members(run: Run, results: Mapping[str, Result] | None) -> list[Member]:
    return members_of(run, run.results() if results is None else results)


def _figures(run: Run, groups: Mapping[Group, Sequence[Member]]) -> dict[Group, Totals]:
    frame, watch = frame_of(run), run.stopwatch()
    return {
        name: figures_of(members, frame, None if watch is None else gaps_of(watch, members))
        for name, members in groups.items()
    }


def gaps_of(watch: Stopwatch, members: Sequence[Member]) -> Gaps:
    """The gaps between the tokens of `members`."""
    changes: Counter[int] = Counter()
    for member in members:
        first, last = member.result["first_token"], member.result["last_token"]
        if first is not None and last is not None:
            for start, end in watch.decoded(member.request.rid, first, last):
                changes[start] += 1
                changes[end] -= 1
    rids = {member.request.rid for member in members}
    resumed = [one for one in watch.apart if one.rid in rids]
    return Gaps(watch, _decodes(watch, changes, resumed))


def _decodes(watch: Stopwatch, changes: Mapping[int, int], resumed: Sequence[Resumed]) -> Decodes:
    """Those between the steps in which their number changes by so many, as far as there are any."""
    found = Decodes(array("d"), array("d"), array("q"), resumed)
    count = 0
    for start, end in pairwise(sorted(changes)):
        count += changes[start]
        if count:
            found.lengths.extend(watch.gap_lengths[start:end])
            found.stalls.extend(watch.gap_stalls[start:end])
            found.decodes.extend([count] * (end - start))
    return found
