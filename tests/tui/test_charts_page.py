"""The page of charts, over the debugger."""

import time

import pytest

from tests.tui.driving import drive, lines_of
from tests.tui.runs import busy, preemption, session
from tui import trying
from tui.app import StepApp
from tui.screens.charts import ChartsScreen
from tui.session import Session
from tui.view.lines import text_of
from tui.view.scene import Film


def app() -> StepApp:
    return StepApp(preemption(), title="B makes room for A", notes="notes")


def test_the_charts_are_a_page() -> None:
    text = "\n".join(drive(lambda: StepApp(busy()), lines_of, ["I"]))
    assert "Charts" in text
    assert "⠤o⠤ running  ⠤x⠤ waiting" in text
    assert "blocks of 600" in text
    assert drive(app, lines_of, ["I", "escape"]) == drive(app, lines_of)


def test_a_run_of_a_few_steps_has_no_charts() -> None:
    assert "There are too few steps for charts" in "\n".join(drive(app, lines_of, ["I"]))


def test_charts_are_drawn_again_while_more_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.charts.LOOK_AGAIN_S", 0.05)
    own = Session(Film(busy().advance(60)))
    screen = ChartsScreen(own)
    monkeypatch.setattr(ChartsScreen, "_height", 30)
    before = screen.text(90)
    own.film.run.finish()
    time.sleep(0.05)
    assert screen.text(90) != before
    assert screen.text(90) is screen.text(90)


def test_two_runs_are_drawn_over_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChartsScreen, "_height", 30)
    own = session(busy())
    trying.beside(own, Film(busy(slots=20).finish()), "fewer slots")
    text = "\n".join(map(text_of, ChartsScreen(own).text(90)))
    assert "requests that run" in text
    assert "⠤x⠤ base" in text
    assert "⠤o⠤ fewer slots" in text
