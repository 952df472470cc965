"""The lines of a story around the moment: the same ones however long it is, and no others asked."""

import random
from collections.abc import Callable

import pytest

from tests.tui.runs import busy, session
from tui.session import Session
from tui.view.told import Place, Told, told_rows

LINES = 10


@pytest.fixture(scope="module")
def own() -> Session:
    return session(busy(requests=40, blocks=200))


def story(draw: random.Random, length: int) -> list[Place]:
    """Places whose steps never fall; the end of a step may stand before its events."""
    steps = sorted(draw.randint(0, 60) for _ in range(length))
    return [(step, draw.choice([None, 1, 2, 3, 40])) for step in steps]


def teller(places: list[Place], asked: list[int]) -> Callable[[int], Told]:
    def told(at: int) -> Told:
        asked.append(at)
        return Told(places[at], f"line {at}", "")

    return told


def test_the_mark_stands_at_the_last_line_reached(own: Session) -> None:
    draw = random.Random(1)
    for _ in range(300):
        own.to_step(draw.randint(0, 60), None, jump=False)
        here = (own.moment().step, own.moment().event)
        places = story(draw, draw.randint(0, 40))
        past = [
            at
            for at, (step, event) in enumerate(places)
            if (step < here[0] if event is None else (step, event) <= here)
        ]
        rows = told_rows(own.scene, places, teller(places, []), 60, LINES)
        marked = [row.line[2].text for row in rows if row.line[0].text == "▸ "]
        assert marked == [f"line {at}" for at in past[-1:]]


def test_of_a_long_story_only_the_lines_near_are_told(own: Session) -> None:
    places: list[Place] = [(at // 200, at % 200) for at in range(10_000)]
    own.to_step(20, None, jump=False)
    asked: list[int] = []
    rows = told_rows(own.scene, places, teller(places, asked), 60, LINES)
    assert len(rows) == LINES
    assert 0 < len(asked) <= 2 * LINES + 1
