"""Charts on stdout: coloured on a terminal that wants it, the same text without anywhere else."""

import re

import pytest

from tui.commands import coloured
from tui.view.chart import Axes, Curve, chart
from tui.view.lines import Line, text_of

COLOURS = re.compile("\x1b\\[[0-9;]*m")


def lines() -> list[Line]:
    """Two curves over each other."""
    return chart(
        "t", [Curve("a", [0, 9], [3, 8]), Curve("b\x1b[5m", [0, 9], [9, 2])], 60, 9, Axes()
    )


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Stdout is a terminal, 91 cells wide."""
    monkeypatch.setattr(coloured, "is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "91")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return monkeypatch


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_colours_that_repeat_the_marks() -> None:
    told = list(coloured.printable(lines()))
    assert [COLOURS.sub("", line).rstrip() for line in told] == list(map(text_of, lines()))
    assert "\x1b[36mo\x1b[0m" in "".join(told)
    assert {code for line in told for code in COLOURS.findall(line)} == {
        *("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[33m")
    }


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_one_that_wants_none_gets_none(terminal: pytest.MonkeyPatch, name: str, value: str) -> None:
    terminal.setenv(name, value)
    assert list(coloured.printable(lines())) == list(map(text_of, lines()))


def test_a_pipe_gets_none() -> None:
    assert list(coloured.printable(lines())) == list(map(text_of, lines()))


@pytest.mark.usefixtures("terminal")
def test_a_chart_is_as_wide_as_its_terminal() -> None:
    assert coloured.chart_width() == 91


def test_a_chart_in_a_pipe_has_its_own_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "91")
    assert coloured.chart_width() == coloured.WIDTH
