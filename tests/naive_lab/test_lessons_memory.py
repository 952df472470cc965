"""The figures of the lessons about memory, preemption and time, by the naive engine alone."""

import pytest

from tests.naive_lab.engine import trace
from tests.naive_lab.records import Ask, Cost, Knobs
from tests.naive_lab.test_lessons import admitted, of_lengths

PROMPTS = [Ask(f"r{n}", 0, prompt, 1) for n, prompt in enumerate((50, 2000, 30, 40), 1)]


def test_40_contiguous_reservation_strands_memory() -> None:
    first = trace(PROMPTS, Knobs(4, space=8000, reserved_tokens=2000)).steps[0]
    assert len(first.ran) == 4
    assert first.blocks_used * 1000 == 8_000_000
    assert first.used_tokens * 1000 == 2_120_000


@pytest.mark.parametrize(("size", "total", "blocks"), [(16, 500, 134), (256, 31, 11)])
def test_41_and_50_paging_recovers_it(size: int, total: int, blocks: int) -> None:
    first = trace(PROMPTS, Knobs(4, block_size=size, num_blocks=total)).steps[0]
    assert first.blocks_used == blocks
    assert first.blocks_used * (size * 1000 + 64) == {16: 2_152_576, 256: 2_816_704}[size]


@pytest.mark.parametrize(
    ("knobs", "step"), [(Knobs(3, block_size=4, num_blocks=6), 1), (Knobs(3, space=24), 4)]
)
def test_42_the_paging_analogy(knobs: Knobs, step: int) -> None:
    asks = [Ask("A", 0, 8, 1), Ask("B", 0, 5, 4), Ask("C", 0, 8, 1), Ask("D", 1, 16, 1)]
    assert admitted(trace(asks, knobs), "D") == step


@pytest.mark.parametrize(("prefix", "a", "b", "blocks"), [(200, 230, 245, 19), (208, 238, 253, 18)])
def test_43_prefix_sharing(prefix: int, a: int, b: int, blocks: int) -> None:
    asks = [
        Ask("a", 0, a, 2, prefix="system", prefix_len=prefix),
        Ask("b", 1, b, 1, prefix="system", prefix_len=prefix),
    ]
    for sharing, used in ((False, 31), (True, blocks)):
        run = trace(asks, Knobs(2, 16, 100, prefix_sharing=sharing))
        assert run.steps[1].blocks_used == used


@pytest.mark.parametrize(
    ("size", "other", "blocks"),
    [(16, (9, 8, 7, 6, 5), 2), (16, (1, 2, 3, 4, 5), 2), (1, (9, 8, 7, 6, 5), 11)],
)
def test_44_its_limit(size: int, other: tuple[int, ...], blocks: int) -> None:
    asks = [Ask("a", 0, 5, 2, prompt_ids=(1, 2, 3, 4, 5)), Ask("b", 1, 5, 1, prompt_ids=other)]
    run = trace(asks, Knobs(2, block_size=size, num_blocks=50, prefix_sharing=True))
    assert run.steps[1].blocks_used == blocks


def test_44_equal_prompts_share_all_but_one_token() -> None:
    asks = [Ask(rid, at, 5, 2, prompt_ids=(1, 2, 3, 4, 5)) for at, rid in enumerate("ab")]
    run = trace(asks, Knobs(2, block_size=1, num_blocks=50, prefix_sharing=True))
    assert ("hit", "b", 4, 4) in run.steps[1].changes


@pytest.mark.parametrize(("on_preempt", "lost"), [("discard", (40, 40)), ("keep", (0, 40))])
def test_45_preemption_under_pressure(on_preempt: str, lost: tuple[int, int]) -> None:
    asks = [
        *(Ask(rid, at, 1, 60, priority=1) for rid, at in (("b", 0), ("c", 30), ("a", 35))),
        Ask("u", 40, 1, 5),
    ]
    run = trace(
        asks,
        Knobs(
            3,
            queue="priority",
            preempt_for_urgent=True,
            victim="largest_cache",
            on_preempt=on_preempt,
        ),
    )
    assert {rid: run.steps[39].lives[rid][2] for rid in "abc"} == {"a": 5, "b": 40, "c": 10}
    assert ("preempted", "b", "u", 0, 40) in run.steps[40].changes
    assert [run.outcomes[rid].preemptions for rid in "abcu"] == [0, 1, 0, 0]
    b = run.outcomes["b"]
    assert (b.discarded_tokens, b.recomputed_tokens) == lost


@pytest.mark.parametrize(
    ("length", "guard", "lost", "done"),
    [(20, 0, 50, 74), (20, 20, 0, 19), (30, 0, 50, None), (30, 20, 60, None)],
)
def test_46_thrashing_and_a_guard(length: int, guard: int, lost: int, done: int | None) -> None:
    asks = [
        Ask("v", 0, 1, length, priority=1),
        *(Ask(f"u{n}", at, 1, 1) for n, at in enumerate((10, 21, 32, 43, 54), 1)),
    ]
    run = trace(
        asks,
        Knobs(
            1,
            queue="priority",
            preempt_for_urgent=True,
            victim="largest_cache",
            victim_guard=guard,
            on_preempt="discard",
        ),
    )
    assert run.outcomes["v"].discarded_tokens == lost
    if done is not None:
        assert run.outcomes["v"].finish == done
        assert run.outcomes["v"].preemptions == (0 if guard else 5)
        assert sum(run.outcomes["u1"].waited.values()) == (10 if guard else 0)


def test_47_waiting_time() -> None:
    asks = [Ask(f"r{n}", 0, 1, 1, arrival_ms=100.0 * n) for n in range(5)]
    run = trace(asks, Knobs(1, cost=Cost(500)))
    starts = {step.ran[0]: step.now_ms for step in run.steps}
    waits = [starts[ask.rid] - (ask.arrival_ms or 0) for ask in asks]
    assert waits == [0, 400, 800, 1200, 1600]


def test_48_occupancy() -> None:
    asks = of_lengths(a=3, b=10, c=2)
    run = trace(asks, Knobs(3, admission=("static",)))
    slots = [3] + [len(step.running) + len(step.held_slots) for step in run.steps[:-1]]
    assert sum(slots) / len(run.steps) == 3.0
    assert sum(len(step.emitted) for step in run.steps) / len(run.steps) == 1.5
