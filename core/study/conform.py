"""A recorded schedule of a real engine against a run of ours, step by step.

Compared is everything that a recording says of a step. It stands where everybody is scheduled and
nothing is computed yet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from core import events
from core.lifecycle import Decoding, Preempted, Prefilling, Queued, Running, Waiting
from core.memory import Cached
from core.record import record_of
from core.replica import Replica
from core.replica.arrivals import Arrivals
from core.results import results_of
from core.schedulers import queue_of
from core.workload.recordings import RecordedStep, Recording


@dataclass(frozen=True, slots=True)
class Difference:
    """The first step that differs: by name what was recorded, and what the run has of it.

    `step` is None where the steps are equal and the results are not.
    """

    step: int | None
    recorded: dict[str, object]
    ours: dict[str, object]


@dataclass(frozen=True, slots=True)
class Conformance:
    """How many `steps` a recording has, how many from its start were equal, and what was not."""

    steps: int
    equal: int
    difference: Difference | None


def conform(recording: Recording) -> Conformance:
    """Run the workload of `recording` until it is done, or something differs."""
    arrivals, scheduler = Arrivals(recording.requests, as_listed=True), recording.scheduler
    replica = Replica(arrivals, scheduler.new_memory(), queue=queue_of(scheduler))
    ours = _steps(replica, recording)
    count = len(recording.steps)
    for equal, recorded in enumerate(recording.steps):
        if told := _difference(recorded, next(ours, {})):
            return Conformance(count, equal, told)
    for _ in ours if recording.results is not None else ():
        pass
    return Conformance(count, count, _of_results(replica, recording))


def _difference(recorded: RecordedStep, seen: RecordedStep) -> Difference | None:
    different = [key for key, value in recorded.items() if seen.get(key) != value]
    if not different:
        return None
    step = recorded["step"]
    assert isinstance(step, int)
    return Difference(
        step, {key: recorded[key] for key in different}, {key: seen.get(key) for key in different}
    )


def _of_results(replica: Replica, recording: Recording) -> Difference | None:
    if recording.results is None:
        return None
    results = results_of(recording.requests, replica, replica.clock.step + 1)
    ours: dict[str, object] = {
        rid: {
            "first_token": result["first_token"],
            "finish": result["finish"],
            "preemptions": result["preemptions"],
        }
        for rid, result in results.items()
    }
    told = _difference({**recording.results, "step": 0}, {**ours, "step": 0})
    return None if told is None else Difference(None, told.recorded, told.ours)


def _steps(replica: Replica, recording: Recording) -> Iterator[RecordedStep]:
    """What a run has of each executed step, and of idle ones where they are recorded."""
    going, following = replica.to_first_step(), 0
    while going:
        step = replica.clock.step
        for idle in range(following, step) if recording.has_idle_steps else ():
            yield {**_queues(replica), "step": idle, "scheduled": [], "preempted": []}
        following = step + 1
        yield from _step(replica, recording)
        going = replica.to_next_step()


def _step(replica: Replica, recording: Recording) -> Iterator[RecordedStep]:
    """Execute a step; it is told when its work is done, of which nothing is counted yet."""
    happened: list[events.Event] = []
    for event in recording.scheduler.step(replica):
        happened.append(event)
        if isinstance(event, events.Ran):
            record = record_of(replica, happened, in_running_order=True)
            yield {
                **_queues(replica),
                "step": record.step,
                "scheduled": [*record.scheduled.items()],
                "preempted": [*record.preempted],
                "blocks_used": record.blocks_used,
            }


def _queues(replica: Replica) -> RecordedStep:
    """Who runs and waits, in order, with tokens and blocks, and what the pool holds."""
    running, waiting, tick = [*replica.running.values()], [*replica.queue], replica.clock.tick
    memory, rids = replica.memory, [state.request.rid for state in waiting]
    there: list[Running | Queued] = [*running, *waiting]
    computed = {state.request.rid: _computed(state, tick) for state in running}
    tables = {state.request.rid: [*memory.table(state.admission)] for state in running}
    blocks = range(1, memory.total_blocks + 1)
    held = [b for b in blocks if isinstance(memory, Cached) and memory.content(b) is not None]
    return {
        "running": list(computed),
        "waiting": rids,
        "waiting_count": len(rids),
        "computed": {**computed, **dict.fromkeys(rids, 0)},
        "blocks": {**tables, **{rid: [] for rid in rids}},
        "tokens": {one.request.rid: [one.request.prompt_len, _sent(one, tick)] for one in there},
        "free": [*memory.free_ids()],
        "hashed": held,
    }


def _computed(state: Running, tick: int) -> int:
    return state.computed_tokens(tick) if isinstance(state, Decoding) else state.computed_tokens


def _sent(state: Running | Queued, tick: int) -> int:
    """Tokens sent before this step."""
    match state:
        case Decoding():
            return state.emitted(tick) - (state.since <= tick)
        case Waiting():
            return 0
        case Prefilling() | Preempted():
            return state.emitted
    assert_never(state)
