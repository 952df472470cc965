"""While nobody looks a move makes the same change, and its event has the same kind and no more."""

from collections.abc import Iterable, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from core import Request, Run
from core.cycle import state_of
from core.events import Event
from core.override import override
from core.replica import LeavingReplica, Replica
from core.replica.arrivals import Arrivals
from core.schedulers import Scheduler, queue_of, ranks_as_listed
from core.schedulers.driftwood import Driftwood
from core.series import summary
from tests.engines import sourced, test_sglang_agrees, test_tensorrt_agrees, test_vllm_agrees
from tests.naive.strategies import HypothesisDraw
from tests.walk.jobs import draw_job

MOST_STEPS = 300


@st.composite
def ours(draw: st.DrawFn) -> tuple[tuple[Request, ...], Scheduler]:
    job = draw_job(HypothesisDraw(draw))
    timeless = tuple(r for r in job.requests if r.arrival_ms is None)
    return timeless, job.scheduler


@st.composite
def theirs(draw: st.DrawFn) -> tuple[tuple[Request, ...], Scheduler]:
    agreeing = (test_vllm_agrees, test_sglang_agrees, test_tensorrt_agrees)
    known = (*(module.cases() for module in agreeing), *map(sourced.cases, sourced.ENGINES))
    case = draw(st.one_of(*known))
    return tuple(case.requests), case.scheduler


def replica_of(requests: Iterable[Request], scheduler: Scheduler) -> Replica:
    arrivals = Arrivals([*requests], as_listed=ranks_as_listed(scheduler))
    kind = LeavingReplica if arrivals.cancels else Replica
    replica = kind(arrivals, scheduler.new_memory(), queue=queue_of(scheduler))
    replica.to_first_step()
    return replica


def seen(replica: Replica) -> tuple[object, ...]:
    """All of `replica` that its events could have had a part in."""
    memory = replica.memory
    tables = [tuple(memory.table(number)) for number in replica.running]
    ended = [(entry.request.rid, type(entry)) for entry in replica.ended]
    free = tuple(memory.free_ids())
    return (state_of(replica), summary(replica), tables, free, ended, replica.held, replica.hidden)


def check_same(requests: tuple[Request, ...], scheduler: Scheduler) -> None:
    told, quiet = replica_of(requests, scheduler), replica_of(requests, scheduler)
    quiet.quiet = True
    for _ in range(MOST_STEPS):
        kinds = [event.kind for event in scheduler.step(told)]
        assert [event.kind for event in scheduler.step(quiet)] == kinds
        assert seen(quiet) == seen(told)
        if not told.to_next_step():
            break
        quiet.to_next_step()


@settings(max_examples=200)
@given(ours())
def test_a_quiet_replica_changes_as_one_that_tells(
    case: tuple[tuple[Request, ...], Scheduler],
) -> None:
    check_same(*case)


@settings(max_examples=300)
@given(theirs())
def test_so_it_does_with_other_engines(case: tuple[tuple[Request, ...], Scheduler]) -> None:
    check_same(*case)


def test_a_copy_tells() -> None:
    replica = replica_of([Request("A", 0, 5, 3)], Driftwood(2, 4, 9))
    replica.quiet = True
    assert not replica.copy().quiet


class Listening(Driftwood):
    """A user's page that goes by what its moves tell."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        for event in super().step(replica):
            if event.kind == "arrived":
                replica.hidden = event.rid
            yield event


def test_to_a_page_of_the_users_own_every_event_is_whole() -> None:
    heard = []

    class Noting(Listening):
        @override
        def finish(self, replica: Replica) -> Iterator[Event]:
            heard.append(replica.hidden)
            yield from super().finish(replica)

    Run([Request("A", 0, 5, 2)], Noting(2, 4, 9)).finish()
    assert heard == ["A", "A"]
