"""A chart: it keeps its room and every peak, and tells its curves apart without colours."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.view.chart import MARKS, Axes, Curve, chart
from tui.view.lines import Line, text_of, width_of
from tui.view.plain import ascii_line

DOTS = {chr(code) for code in range(0x2801, 0x2900)}
VALUES = st.lists(st.integers(0, 1000), min_size=1, max_size=400)
CURVES = st.lists(VALUES, min_size=1, max_size=4)
SIZES = st.tuples(st.integers(1, 130), st.integers(0, 20))


def of_steps(values: list[int], name: str = "running") -> Curve:
    """A curve of one value a step."""
    return Curve(name, range(len(values)), values)


def field(lines: list[Line]) -> list[str]:
    """What stands right of the left edge, line by line."""
    texts = [text_of(line) for line in lines]
    edged = [text for text in texts if "┤" in text or "│" in text]
    return [text[max(text.find("┤"), text.find("│")) + 1 :] for text in edged]


@given(CURVES, SIZES)
def test_a_chart_keeps_to_its_room(curves: list[list[int]], size: tuple[int, int]) -> None:
    each = [of_steps(values, f"curve {n}") for n, values in enumerate(curves)]
    lines = chart("what is shown", each, *size, Axes())
    assert len(lines) <= size[1]
    assert all(width_of(line) <= size[0] for line in lines)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=5000), st.integers(40, 120), st.data())
def test_no_peak_is_lost(values: list[int], width: int, data: st.DataObject) -> None:
    values[data.draw(st.integers(0, len(values) - 1))] = 1000
    highest = field(chart("", [of_steps(values)], width, 12, Axes()))[0]
    assert DOTS & set(highest)


@given(VALUES)
def test_a_curve_lies_between_its_lowest_and_its_highest_number(values: list[int]) -> None:
    lines = field(chart("", [of_steps(values)], 80, 20, Axes(top=2000.0)))
    drawn = [row for row, line in enumerate(lines) if DOTS & set(line)]
    dots = len(lines) * 4 - 1
    expected = [dots - round(dots * value / 2000) for value in (max(values), min(values))]
    assert (drawn[0], drawn[-1]) == (expected[0] // 4, expected[1] // 4)


def test_the_edges_say_how_much_and_from_where_to_where() -> None:
    curve = Curve("blocks", [60.0, 90.0, 120.0], [10, 2588, 40])
    lines = chart("blocks", [curve], 60, 12, Axes(across=lambda s: f"{s:.0f} s"))
    texts = [text_of(line) for line in lines]
    assert texts[0] == "blocks"
    assert texts[1].startswith("2,588 ┤")
    assert texts[5].startswith("1,294 ┤")
    assert texts[9].startswith("    0 ┤")
    assert texts[-1].split() == ["60", "s", "90", "s", "120", "s"]


@given(st.integers(2, 4), st.integers(30, 120))
def test_curves_are_told_apart_without_colours(count: int, width: int) -> None:
    """Each has a mark of its own, which the legend names."""
    each = [of_steps([50 * n + 10] * 90, f"c{n}") for n in range(count)]
    lines = chart("title", each, width, 16, Axes())
    text = "\n".join(text_of(line) for line in lines)
    for number in range(count):
        assert f"⠤{MARKS[number]}⠤ c{number}" in text
    marked = [mark for mark in MARKS if any(mark in line for line in field(lines))]
    assert marked == list(MARKS[:count])


def test_where_curves_lie_over_each_other_both_are_marked() -> None:
    each = [of_steps([7] * 200, name) for name in ("measured", "simulated")]
    lines = field(chart("", each, 80, 10, Axes()))
    assert [line for line in lines if "o" in line] == [line for line in lines if "x" in line]


def test_one_curve_has_no_marks_and_no_legend() -> None:
    lines = chart("tokens", [of_steps([1, 5, 2])], 60, 10, Axes())
    assert text_of(lines[0]) == "tokens"
    assert not set(MARKS) & set("".join(field(lines)))


@pytest.mark.parametrize("name", ["[/]", "\x1b[31mred", "a\nb", "漢字" * 90, "\u202eright"])
def test_names_are_inert(name: str) -> None:
    each = [of_steps([1, 2], name), of_steps([2, 1], name)]
    lines = chart(name, each, 50, 12, Axes())
    assert all(width_of(line) <= 50 for line in lines)
    assert not any(mark in text_of(line) for line in lines for mark in "\x1b\n\u202e")


def test_nothing_to_draw_leaves_the_title() -> None:
    assert [text_of(line) for line in chart("empty", [], 40, 9, Axes())] == ["empty"]
    assert [text_of(line) for line in chart("empty", [Curve("a", [], [])], 40, 9, Axes())] == [
        "empty"
    ]


def test_more_curves_than_marks_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 4 curves, not 5"):
        chart("many", [of_steps([1])] * 5, 80, 10, Axes())


def test_in_ascii_its_lines_are_stars() -> None:
    rising = list(accumulate([1] * 50))
    for line in chart("up", [of_steps(rising)], 60, 10, Axes()):
        assert text_of(ascii_line(line)).isascii()
        assert len(text_of(ascii_line(line))) == len(text_of(line))
    highest = ascii_line(chart("", [of_steps(rising)], 60, 10, Axes())[0])
    assert "*" in text_of(highest)


def test_small_numbers_fill_the_field_too() -> None:
    lines = field(chart("", [Curve("share", [0.1, 0.2], [0.25, 0.5])], 60, 10, Axes()))
    assert DOTS & set(lines[0])
