"""The figures of the lessons, by the naive engine alone."""

from itertools import pairwise

import pytest

from tests.naive_lab.engine import trace
from tests.naive_lab.records import Ask, Cost, Knobs, Trace


def of_lengths(**lengths: int) -> list[Ask]:
    return [Ask(rid, 0, 1, tokens) for rid, tokens in lengths.items()]


def held(run: Trace) -> int:
    """Slot-steps held: by who ran, and by who was finished in a static batch."""
    finished = [step.held_slots for step in run.steps]
    before = [0, *(len(slots) for slots in finished)]
    return sum(len(step.ran) + kept for step, kept in zip(run.steps, before, strict=False))


def useful(run: Trace) -> int:
    """Slot-steps in which a token was processed: all, where a prompt is one token."""
    return sum(len(step.emitted) for step in run.steps)


def admitted(run: Trace, rid: str) -> int:
    return next(
        step.step
        for step in run.steps
        if any(change[:2] == ("admitted", rid) for change in step.changes)
    )


STATIC = ("known_text", "static")


def test_29_static_batching() -> None:
    asks = of_lengths(a=3, b=10, c=2)
    run = trace(asks, Knobs(3, admission=STATIC))
    assert len(run.steps) == 10
    assert [run.outcomes[rid].finish for rid in "abc"] == [2, 9, 1]
    assert [step.held_slots for step in run.steps][8:] == [["c", "a"], []]
    late = [*asks, Ask("d", 1, 1, 4)]
    assert admitted(trace(late, Knobs(3, admission=STATIC)), "d") == 10
    assert admitted(trace(late, Knobs(3)), "d") == 2


@pytest.mark.parametrize(("gates", "idle"), [(STATIC, 15), (("known_text",), 0)])
def test_30_idle_waste(gates: tuple[str, ...], idle: int) -> None:
    knobs = Knobs(3, admission=gates)
    run = trace(of_lengths(a=3, b=10, c=2), knobs)
    assert useful(run) == 15
    assert held(run) - useful(run) == idle


def test_31_and_32_continuous_batching_and_its_gain() -> None:
    asks = of_lengths(a=3, b=10, c=2, d=4)
    run = trace(asks, Knobs(2))
    assert [len(step.ran) for step in run.steps] == [2, 2, 2, 2, 2, 2, 2, 2, 2, 1]
    figures = {}
    for slots, gates in [(4, STATIC), (2, ("known_text",)), (4, ("known_text",)), (2, STATIC)]:
        knobs = Knobs(slots, admission=gates)
        run = trace(asks, knobs)
        figures[slots, gates == STATIC] = (held(run), len(run.steps))
    assert figures == {
        (4, True): (40, 10),
        (2, False): (19, 10),
        (4, False): (19, 10),
        (2, True): (28, 14),
    }


def test_33_and_34_batch_size_against_latency() -> None:
    found = []
    for slots in (1, 2, 4, 8, 16, 32, 64):
        asks = [Ask(f"r{number:02}", 0, 1, 4) for number in range(64)]
        run = trace(asks, Knobs(slots, cost=Cost(15, 1, 1)))
        gap = run.steps[2].now_ms - run.steps[1].now_ms
        end = run.steps[-1].now_ms + 15 + len(run.steps[-1].ran)
        found.append((round(256 / end * 1000, 1), gap))
    assert found == [
        (62.5, 16),
        (117.6, 17),
        (210.5, 19),
        (347.8, 23),
        (516.1, 31),
        (680.9, 47),
        (810.1, 79),
    ]


@pytest.mark.parametrize(
    "knobs", [Knobs(5, space=300, reserved_tokens=100), Knobs(5, block_size=100, num_blocks=3)]
)
def test_35_a_cache_budget(knobs: Knobs) -> None:
    run = trace([Ask(f"r{number}", 0, 40, 5) for number in range(1, 6)], knobs)
    assert run.steps[0].running == ["r1", "r2", "r3"]
    assert run.steps[0].waiting == ["r4", "r5"]
    assert run.steps[0].hold == ("r4", "blocks")
    assert admitted(run, "r4") == 5
    assert {result.state for result in run.outcomes.values()} == {"finished"}


def test_36_queue_order_and_tails() -> None:
    asks = of_lengths(big=100, small1=1, small2=1, small3=1)
    waits = {
        order: [sum(result.waited.values()) for result in trace(asks, knobs).outcomes.values()]
        for order in ("fcfs", "shortest_remaining")
        for knobs in [Knobs(1, queue=order)]
    }
    assert waits == {"fcfs": [0, 100, 101, 102], "shortest_remaining": [3, 0, 1, 2]}


@pytest.mark.parametrize(
    ("queue", "turns", "first"), [("priority", [5, 5, 0], 5), ("round_robin", [4, 3, 3], 1)]
)
def test_37_starvation(queue: str, turns: list[int], first: int) -> None:
    tenants = {"urgent": 0, "urgent2": 1, "low_priority": 9}
    asks = [
        Ask(f"{step}{number}", step, 1, 1, priority, tenant)
        for step in range(5)
        for number, (tenant, priority) in enumerate(tenants.items())
    ]
    run = trace(asks, Knobs(2, queue=queue))
    assert [turns_of(run, asks, tenant, 4) for tenant in tenants] == turns
    first_low = min(admitted(run, ask.rid) for ask in asks if ask.tenant == "low_priority")
    assert first_low == first


def turns_of(run: Trace, asks: list[Ask], tenant: str, last: int) -> int:
    return sum(ask.tenant == tenant and admitted(run, ask.rid) <= last for ask in asks)


def test_49_fairness_across_classes() -> None:
    asks = [
        Ask(f"{tenant[0]}{number:02}", 0, 1, 1, priority, tenant)
        for tenant, priority in (("interactive", 0), ("batch", 1))
        for number in range(16)
    ]
    asks.sort(key=lambda ask: ask.tenant, reverse=True)
    weighted = Knobs(4, queue="round_robin", weights={"interactive": 3, "batch": 1})
    run = trace(asks, weighted)
    assert turns_of(run, asks, "interactive", 3) == 12
    assert [turns_of(run, asks, "batch", step) for step in range(4)] == [1, 2, 3, 4]
    for knobs, batch in [(Knobs(4, queue="round_robin"), 8), (Knobs(4, queue="priority"), 0)]:
        assert turns_of(trace(asks, knobs), asks, "batch", 3) == batch


@pytest.mark.parametrize(
    ("knobs", "gap", "first"),
    [
        (Knobs(3, prefill="first"), 170, 150),
        (Knobs(3, prefill="last"), 20, 210),
        (Knobs(3, admission=STATIC), 20, 210),
        (Knobs(3), 150, 150),
    ],
)
def test_38_prefill_first_hurts(knobs: Knobs, gap: int, first: int) -> None:
    asks = [Ask("a", 0, 1, 4), Ask("b", 0, 1, 4), Ask("n", 1, 260, 1)]
    run = trace(asks, with_cost(knobs))
    assert longest_gap_ms(run, "a") == longest_gap_ms(run, "b") == gap
    start = next(step.now_ms for step in run.steps if step.step == 1)
    assert sent_ms(run, "n")[0] - start == first


@pytest.mark.parametrize(("budget", "gap", "first"), [(None, 1020, 1020), (201, 120, 1200)])
def test_39_chunked_prefill(budget: int | None, gap: float, first: float) -> None:
    asks = [Ask("a", 0, 1, 13), Ask("n", 1, 2000, 1)]
    run = trace(asks, with_cost(Knobs(3, token_budget=budget)))
    assert longest_gap_ms(run, "a") == gap
    assert sent_ms(run, "n")[0] - run.steps[1].now_ms == first


def with_cost(knobs: Knobs) -> Knobs:
    return Knobs(
        knobs.max_running,
        token_budget=knobs.token_budget,
        prefill=knobs.prefill,
        admission=knobs.admission,
        cost=Cost(20, 0, 0.5),
    )


def sent_ms(run: Trace, rid: str) -> list[float]:
    """The ends of the steps in which it sent a token."""
    ends = [step.now_ms for step in run.steps[1:]]
    last = run.steps[-1]
    prefilled = sum(int(c[2]) for c in last.changes if c[0] in {"chunk", "first_token"})
    ends.append(last.now_ms + 20 + 0.5 * prefilled)
    return [end for step, end in zip(run.steps, ends, strict=True) if rid in step.emitted]


def longest_gap_ms(run: Trace, rid: str) -> float:
    sent = sent_ms(run, rid)
    return max(later - earlier for earlier, later in pairwise(sent))
