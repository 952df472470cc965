"""Every request has its letter and colour, the same at every moment."""

from itertools import pairwise

from core import Request
from tui.view.letters import COLOURS, Letters


def test_different_initials_are_the_letters() -> None:
    letters = Letters([Request("B", 0, 1, 1), Request("A", 1, 1, 1), Request("late", 9, 1, 1)])
    assert [letters.of(rid).letter for rid in ("A", "B", "late")] == ["A", "B", "l"]


def test_otherwise_they_follow_the_order_of_arrival() -> None:
    letters = Letters([Request("r9", 5, 1, 1), Request("r10", 0, 1, 1), Request("r11", 0, 1, 1)])
    assert [letters.of(rid).letter for rid in ("r10", "r11", "r9")] == ["A", "B", "C"]
    assert list(letters) == ["r10", "r11", "r9"]


def test_hundreds_in_a_row_differ_in_letter_or_colour() -> None:
    letters = Letters([Request(f"r{n:03d}", n, 1, 1) for n in range(500)])
    badges = [letters.of(rid) for rid in letters]
    assert len(set(badges[:364])) == 364
    assert all(one.colour != two.colour for one, two in pairwise(badges))
    assert {badge.colour for badge in badges} == set(range(COLOURS))


def test_hostile_initials_are_no_letters() -> None:
    letters = Letters([Request("\x1b[2J", 0, 1, 1), Request("", 0, 1, 1), Request("漢", 0, 1, 1)])
    assert {letters.of(rid).letter for rid in letters} == {"A", "B", "C"}
