"""Panes fill the screen without a gap and without lying over each other, at every size."""

import itertools

import pytest

from tests.tui.runs import busy, gap, preemption
from tui.view.layout import Rect, needs_of, too_small
from tui.view.scene import PANES, Attention, Film
from tui.view.screen import places_of

FILMS = [Film(run) for run in (preemption(), gap(), busy(), busy(blocks=20_000))]


def covered(places: list[Rect], width: int, height: int) -> bool:
    """Whether every cell belongs to exactly one place."""
    if sum(place.width * place.height for place in places) != width * height:
        return False
    inside = all(
        p.x >= 0 and p.y >= 0 and p.x + p.width <= width and p.y + p.height <= height
        for p in places
    )
    return inside and not any(overlap(a, b) for a, b in itertools.combinations(places, 2))


def overlap(one: Rect, two: Rect) -> bool:
    """Whether two places share a cell."""
    return (
        one.x < two.x + two.width
        and two.x < one.x + one.width
        and one.y < two.y + two.height
        and two.y < one.y + one.height
    )


@pytest.mark.parametrize("film", FILMS, ids=["small", "no memory", "busy", "large pool"])
def test_every_size_is_covered(film: Film) -> None:
    for width in range(1, 201):
        needs = needs_of(film, width)
        for height in range(1, 61):
            places = list(places_of(needs, Attention(), width, height).values())
            assert covered(places, width, height), (width, height)


@pytest.mark.parametrize("pane", PANES)
def test_a_zoomed_pane_has_the_room_of_all(pane: str) -> None:
    name = next(each for each in PANES if each == pane)
    places = places_of(needs_of(FILMS[0], 80), Attention(pane=name, zoomed=True), 80, 24)
    assert set(places) == {"header", "footer", pane}
    assert covered(list(places.values()), 80, 24)


def test_all_panes_of_the_first_screen_show_at_80_by_24() -> None:
    places = places_of(needs_of(FILMS[2], 80), Attention(), 80, 24)
    assert set(places) >= {"blocks", "waiting", "running", "events", "timeline"}


def test_the_request_has_a_pane_where_there_is_room() -> None:
    assert "request" in places_of(needs_of(FILMS[2], 120), Attention(), 120, 40)


def test_without_memory_there_is_no_block_map() -> None:
    for width, height in ((50, 30), (80, 24), (120, 40), (200, 60)):
        assert "blocks" not in places_of(needs_of(FILMS[1], width), Attention(), width, height)


def test_a_large_pool_gets_the_room() -> None:
    places = places_of(needs_of(FILMS[3], 200), Attention(), 200, 60)
    assert places["blocks"].width > 100
    assert places["blocks"].height > 30


def test_the_smallest_size() -> None:
    assert not too_small(40, 10)
    assert too_small(39, 10)
    assert too_small(40, 9)
