"""What must hold of a replica of the brief's scheduler after every event, whatever the workload.

`check` looks at one state. (`tests.walk.watched` has it follow every event, in replays too.)
"""

# ruff: noqa: SLF001 - the calendar is private, and an entry that is lost there shows much later

from bisect import bisect_right
from collections import Counter, defaultdict

from core.events import Event, Ran
from core.lifecycle import (
    Cancelled,
    Decoding,
    Finished,
    Preempted,
    Prefilling,
    Rejected,
    State,
    Waiting,
)
from core.memory import Paged, Shared
from core.policies import queue_rule_in_force, rule_in_force
from core.replica import Replica
from core.rows import row
from core.schedulers.driftwood import Driftwood
from tests.gates import check_batch, check_gates
from tests.phases import ADMIT, BETWEEN, FINISH, GROW, RAN, RUN, phase_of
from tests.queue_order import check_queue
from tests.tables import check_blocks, check_table

PREFILL_FIRST = {ADMIT: GROW, GROW: ADMIT}
"""Where prompts go first these two change places."""


def place(event: Event, scheduler: Driftwood) -> int:
    """How far a step has got with `event`."""
    phase = phase_of(event)
    if scheduler.prefill != "first":
        return phase
    return ADMIT if event.kind == "held" else PREFILL_FIRST.get(phase, phase)


def check(replica: Replica, scheduler: Driftwood, last: Event | None = None) -> None:
    """Check the state after event `last` of a step, or between two steps if that is None."""
    phase = BETWEEN if last is None else phase_of(last)
    check_places(replica)
    check_arrivals(replica, phase)
    check_running(replica, scheduler, phase)
    check_queue(replica, scheduler)
    if rule_in_force(scheduler).is_default and queue_rule_in_force(scheduler).is_default:
        check_line(replica)
    check_batch(replica, scheduler)
    if scheduler.gates is None:
        check_held(replica, scheduler, phase)
    else:
        check_gates(replica, scheduler, work_is_done=phase == RAN)
    check_blocks(replica)
    for state in replica.running.values():
        check_table(state, replica, scheduler, phase)
    check_calendar(replica, phase)
    check_rota(replica)
    check_tokens(replica, phase)
    check_counters(replica)
    check_pasts(replica)
    if isinstance(last, Ran):
        check_work(last, replica, scheduler)


def check_places(replica: Replica) -> None:
    """Every request of the workload is in exactly one place."""
    coming = replica.arrivals.requests[replica.arrived :]
    inside = [*replica.queue, *replica.running.values(), *replica.ended]
    rids = [request.rid for request in coming] + [state.request.rid for state in inside]
    assert sorted(rids) == sorted(request.rid for request in replica.arrivals.requests)


def check_arrivals(replica: Replica, phase: int) -> None:
    """Nobody is in before their time, and once the step looks at anything else all due are.

    Then nobody is in whose client has left, either.
    """
    due = bisect_right(replica.arrivals.times, replica.clock.now)
    assert replica.arrived <= due
    if GROW <= phase <= FINISH:
        assert replica.arrived == due
        here = [state.request for state in (*replica.queue, *replica.running.values())]
        assert all(r.cancel_at is None or r.cancel_at > replica.clock.step for r in here)


def check_running(replica: Replica, scheduler: Driftwood, phase: int) -> None:
    """Slots, the order of admission, who is prefilling, and nobody sends too much."""
    assert len(replica.running) + len(replica.held_slots) <= scheduler.max_running
    numbers = list(replica.running)
    assert numbers == sorted(numbers)
    assert [state.admission for state in replica.running.values()] == numbers
    assert all(replica.admitted[n - 1] is s.request for n, s in replica.running.items())
    assert max(numbers, default=0) <= len(replica.admitted)
    states = replica.running.items()
    prefilling = [(n, s) for n, s in states if isinstance(s, Prefilling)]
    assert list(replica.prefilling.items()) == prefilling
    for state in replica.running.values():
        most = state.request.output_len
        if isinstance(state, Prefilling):
            assert 0 <= state.computed_tokens < state.known_tokens
            assert state.known_tokens == state.request.prompt_len + state.emitted
            assert state.emitted < most
        else:
            assert state.since <= replica.clock.tick + (phase <= RUN)
            emitted = state.emitted(replica.clock.tick)
            assert 1 <= emitted <= most - (phase not in (RUN, RAN, FINISH))


def check_line(replica: Replica) -> None:
    """First come, first served: who runs, then who waits, stand in their order of arrival."""
    place = {r.rid: at for at, r in enumerate(replica.arrivals.requests)}
    line = [place[state.request.rid] for state in (*replica.running.values(), *replica.queue)]
    assert line == sorted(line)
    assert all(at < replica.arrived for at in line)


def check_held(replica: Replica, scheduler: Driftwood, phase: int) -> None:
    """Once admission is done, a head is held, for a cause that is so."""
    head = replica.queue.head
    if phase not in (RUN, RAN):
        return
    if head is None:
        assert replica.held is None
        return
    full = len(replica.running) == scheduler.max_running
    assert replica.held is not None
    assert replica.held[0] is head
    if scheduler.prefill == "first":
        return  # some of those that admission saw were preempted since
    passed = scheduler.max_overtakes is not None and replica.held[1] == "blocks"
    assert replica.held[1] == ("slots" if full and not passed else "blocks")
    memory, needed = replica.memory, replica.held_blocks
    assert full or not memory.fits(needed)
    if isinstance(memory, Shared):  # the work of this step may have made more to share
        assert needed >= memory.needed_by(head, replica.running)
    else:
        assert needed == memory.needed_by(head, replica.running)


def check_calendar(replica: Replica, phase: int) -> None:
    """Every decoding request that is not paused is due to finish once, unless just being served."""
    tick, expected = replica.clock.tick, defaultdict[int, list[int]](list)
    for number, state in replica.running.items():
        if isinstance(state, Decoding) and number not in replica.unscheduled:
            last = state.since + state.request.output_len - state.sent
            if not (phase == FINISH and last == tick):
                expected[last].append(number)
    assert {at: due for at, due in replica._finish_at.due.items() if due} == expected


def check_rota(replica: Replica) -> None:
    """Every decoding request, and nobody else, stands in the line of the tick it runs short in."""
    memory, expected = replica.memory, defaultdict[int, list[int]](list)
    entering = {number for number, _ in replica.entering}
    for number, state in replica.running.items():
        if number in entering or number in replica.unscheduled:
            continue
        if isinstance(state, Decoding) and isinstance(memory, Paged):
            room = len(memory.table(number)) * memory.block_size - state.request.prompt_len
            short = state.since + 2 + room - state.sent
            expected[short % memory.block_size].append(number)
    assert replica._grow_at.lines == expected


def check_tokens(replica: Replica, phase: int) -> None:
    """The resident KV entries are everybody's, and what was prefilled is part of the work."""
    if replica.clock.now_ms is None:
        assert replica.kv_tokens == 0
    else:
        rows = [row(state, replica) for state in replica.running.values()]
        fresh = replica.prefilled if phase == RUN else 0
        assert replica.kv_tokens + fresh == sum(one.computed_tokens for one in rows)
    if phase < RUN:
        assert replica.prefilled == 0
    if phase in (RAN, FINISH):
        assert 0 <= replica.prefilled <= replica.ran.tokens
    if phase == RAN and replica.clock.now_ms is not None:
        assert replica.clock.worked == (replica.prefilled, replica.kv_tokens)


def check_counters(replica: Replica) -> None:
    """Every admission is still running, or ended in a preemption, a finish or a cancellation."""
    left = list(replica.ended)
    ended = Counter(map(type, left))
    assert replica.rejections == ended[Rejected]
    assert replica.cancellations == ended[Cancelled]
    admitted = replica.preemptions + len(replica.running) + ended[Finished]
    given_up = sum(isinstance(state, Rejected) and state.emitted > 0 for state in left)
    assert 0 <= len(replica.admitted) - admitted - given_up <= ended[Cancelled]
    states = (*replica.queue, *replica.running.values(), *left)
    assert replica.preemptions == sum(map(preemptions_of, states))
    assert replica.clock.ticked_at <= replica.clock.step


def check_pasts(replica: Replica) -> None:
    """What is known of a past before it is worked out is the same after that."""
    for state in replica.queue:
        if isinstance(state, Preempted):
            before, past = state.before, state.past
            asked = (before.preemptions, before.first_token, before.last_token)
            assert asked == (past.preemptions, past.first_token, past.last_token)


def preemptions_of(state: State) -> int:
    """How often the request in `state` was preempted so far."""
    match state:
        case Waiting():
            return 0
        case Prefilling():
            return state.earlier.preemptions
        case Decoding():
            return state.prefilling.earlier.preemptions
        case Finished():
            return state.preemptions
        case _:
            return state.past.preemptions


def check_work(ran: Ran, replica: Replica, scheduler: Driftwood) -> None:
    """The budget is kept, what ran is remembered, and nobody waits beside an idle replica."""
    assert ran == replica.ran
    assert scheduler.token_budget is None or ran.tokens <= scheduler.token_budget
    assert ran.requests == len(replica.running)
    decoding = len(replica.running) - len(replica.prefilling)
    assert ran.emitted == decoding - ran.stalled <= ran.tokens
    assert not ran.stalled or scheduler.prefill == "first"
    assert replica.used_at_run == replica.memory.used_blocks
    assert (ran.tokens > 0) == bool(replica.running)
    assert replica.running or not len(replica.queue)
