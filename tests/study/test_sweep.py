"""A sweep: the front on each workload, conditions, and the cheapest that meets them."""

from core.study.grid import Axis, Grid
from core.study.slo import condition
from core.study.sweep import Goal, Outcome, Point, Sweep

BLOCKS = Axis("num_blocks", ("10", "20", "40"))
SPEED = Axis("workload.speed", ("1", "2"))


def swept(
    grid: Grid, figures: list[tuple[float, float]], *conditions: str, rejected: tuple[int, ...] = ()
) -> Sweep:
    """Points with a throughput and a TTFT each; memory is what is paid for."""
    outcomes = {
        number: Outcome(
            "finished",
            "",
            {"tokens_per_s": rate, "ttft_ms_p99": ttft, "rejected": int(number in rejected)},
        )
        for number, (rate, ttft) in enumerate(figures)
    }
    points = [
        Point(
            number,
            SPEED.values.index(grid.point(number).get("workload.speed", "1")),
            (float(grid.point(number)["num_blocks"]),),
        )
        for number in range(grid.size)
    ]
    goal = Goal("tokens_per_s", "ttft_ms_p99", tuple(map(condition, conditions)))
    return Sweep(grid, points, outcomes, goal)


def test_points_are_held_against_those_of_the_same_workload() -> None:
    rates = [(10.0, 5.0), (20.0, 9.0), (10.0, 4.0), (20.0, 9.0), (9.0, 4.0), (21.0, 8.0)]
    sweep = swept(Grid((BLOCKS, SPEED)), rates)
    assert sweep.front == {2, 5}


def test_who_rejects_what_others_serve_is_not_on_the_front() -> None:
    sweep = swept(Grid((BLOCKS,)), [(10.0, 1.0), (10.0, 5.0), (11.0, 6.0)], rejected=(0,))
    assert sweep.front == {1, 2}


def test_who_has_not_finished_is_not_on_the_front_and_meets_nothing() -> None:
    sweep = swept(Grid((BLOCKS,)), [(10.0, 1.0), (9.0, 5.0), (8.0, 6.0)], "ttft_p99<10s")
    outcomes = {**sweep.outcomes, 0: sweep.outcomes[0]._replace(status="stalled")}
    sweep = Sweep(sweep.grid, list(sweep.points.values()), outcomes, sweep.goal)
    assert sweep.front == {1}
    assert sweep.missed(0) == ("stalled",)
    assert sweep.cheapest is not None
    assert sweep.cheapest.knobs == {"num_blocks": "20"}


def test_the_cheapest_that_meets_every_condition() -> None:
    figures = [(10.0, 3000.0), (20.0, 1000.0), (30.0, 500.0)]
    sweep = swept(Grid((BLOCKS,)), figures, "ttft_p99<2s", "tokens_per_s>15")
    assert [sweep.missed(number) for number in range(3)] == [
        ("ttft_p99<2s", "tokens_per_s>15"),
        (),
        (),
    ]
    assert sweep.cheapest is not None
    assert sweep.cheapest.knobs == {"num_blocks": "20"}


def test_a_configuration_must_meet_them_on_each_workload() -> None:
    figures = [(10.0, 3.0), (10.0, 9.0), (10.0, 2.0), (10.0, 6.0), (10.0, 1.0), (10.0, 4.0)]
    sweep = swept(Grid((BLOCKS, SPEED)), figures, "ttft_p99<5ms")
    assert sweep.cheapest is not None
    assert (sweep.cheapest.knobs, sweep.cheapest.points) == ({"num_blocks": "40"}, (4, 5))
    assert [sweep.cheapest_on(workload) for workload in (0, 1)] == [0, 5]


def test_none_may_be_rejected_unless_a_condition_says_how_many() -> None:
    figures = [(10.0, 1.0), (10.0, 1.0), (10.0, 1.0)]
    sweep = swept(Grid((BLOCKS,)), figures, "ttft_p99<5ms", rejected=(0,))
    assert sweep.missed(0) == ("rejects 1",)
    allowed = swept(Grid((BLOCKS,)), figures, "ttft_p99<5ms", "rejected<=1", rejected=(0,))
    assert allowed.missed(0) == ()


def test_the_nearest_is_what_misses_by_the_smallest_factor() -> None:
    figures = [(10.0, 9.0), (10.0, 6.0), (10.0, 7.0)]
    sweep = swept(Grid((BLOCKS,)), figures, "ttft_p99<5ms")
    assert sweep.cheapest is None
    assert sweep.nearest == 1


def test_a_point_that_was_not_run_is_neither() -> None:
    sweep = swept(Grid((BLOCKS,)), [(10.0, 1.0), (10.0, 1.0)], "ttft_p99<5ms")
    assert sweep.missed(2) is None
    assert sweep.cheapest is not None
    alone = Sweep(sweep.grid, list(sweep.points.values()), {}, sweep.goal)
    assert (alone.front, alone.cheapest, alone.nearest) == (frozenset(), None, None)
