"""The front: what no other point beats."""

from hypothesis import given
from hypothesis import strategies as st

from core.study.pareto import Spot, frontier

FIGURES = st.integers(0, 6)
SPOTS = st.lists(st.builds(Spot, FIGURES, FIGURES), max_size=20)


def naive(spots: list[Spot]) -> set[int]:
    """By looking at every other one."""
    return {
        at
        for at, one in enumerate(spots)
        if not any(
            other.throughput >= one.throughput
            and other.latency <= one.latency
            and (other.throughput > one.throughput or other.latency < one.latency)
            for other in spots
        )
    }


@given(SPOTS)
def test_the_front_is_what_nobody_beats(spots: list[Spot]) -> None:
    assert frontier(enumerate(spots)) == naive(spots)


@given(SPOTS)
def test_who_is_not_on_it_is_beaten_by_somebody_who_is(spots: list[Spot]) -> None:
    front = frontier(enumerate(spots))
    for at, one in enumerate(spots):
        assert at in front or any(spots[number].beats(one) for number in front)


@given(SPOTS, st.data())
def test_the_order_of_the_points_is_of_no_matter(spots: list[Spot], data: st.DataObject) -> None:
    named = list(enumerate(spots))
    assert frontier(data.draw(st.permutations(named))) == frontier(named)


def test_equal_points_are_on_it_together() -> None:
    spots = [Spot(10, 1), Spot(10, 1), Spot(10, 2), Spot(9, 1)]
    assert frontier(enumerate(spots)) == {0, 1}
