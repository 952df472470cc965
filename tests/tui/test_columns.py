"""Two runs side by side: columns that stay where they are, the one looked at marked."""

import pytest
from textual.pilot import Pilot

from tests.tui.driving import drive, lines_of
from tests.tui.runs import busy, gap, hostile
from tests.tui.trials import case, opened, tried
from tui import selecting, trying
from tui.app import DriftwoodApp, StepApp
from tui.screens.debugger import DebuggerScreen
from tui.session import Session
from tui.view.clean import cells
from tui.view.columns import COLUMNS_FROM
from tui.view.lines import Target
from tui.view.scene import Film
from tui.view.screen import screen
from tui.widgets.panes import PaneWidget

SIZES = [(200, 60), (120, 40), (100, 24), (161, 33), (99, 30), (80, 24), (60, 16), (100, 10)]


def pair() -> Session:
    """The run with the largest cache going first, beside the base."""
    new = tried(opened(), "victim=largest_cache")
    trying.toggle_columns(new)
    return new


def test_where_two_have_no_room_the_key_says_so() -> None:
    new = tried(opened(), "victim=largest_cache")
    trying.toggle_columns(new, COLUMNS_FROM - 1)
    assert not new.columns
    assert new.message == "two columns need 100 cells, there are 99; o shows the other run"


def text_of(own: Session, size: tuple[int, int]) -> list[str]:
    return ["".join(span.text for span in line) for line in screen(own.scene, *size)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_size_is_filled_exactly(size: tuple[int, int]) -> None:
    lines = text_of(pair(), size)
    assert [cells(line) for line in lines] == [size[0]] * size[1]
    both = size[0] >= COLUMNS_FROM
    assert (sum(line.count("Timeline") + line.count("Events of") for line in lines) > 2) == (
        both and size[1] >= 24
    )


def test_the_base_stays_at_the_left() -> None:
    new = pair()
    base = trying.swap(new)
    assert base is not None
    there, back = text_of(new, (120, 40)), text_of(base, (120, 40))
    assert there[2].startswith("   base  driftwood")
    assert " ▸ victim=largest_cache  driftwood" in there[2]
    assert back[2].startswith(" ▸ base  driftwood")
    assert [line[:60] for line in there[3:28]] == [line[:60] for line in back[3:28]]


def test_both_stand_at_the_same_moment() -> None:
    new = pair()
    for _ in range(9):
        new.event_by(1)
        _ = new.scene
        assert new.other is not None
        base = new.other
        assert base.position.step == min(new.position.step, 5)
        same = new.position.event is not None and new.position.event <= len(base.events())
        if new.position.step <= 5:
            assert base.position.event == (new.position.event if same else None)


def test_what_is_looked_at_is_looked_at_in_both() -> None:
    new = pair()
    new.look_at("A")
    beside = new.scene.beside
    assert beside is not None
    assert beside.is_selected("A")


def test_a_pane_alone_is_alone_in_both() -> None:
    new = pair()
    selecting.toggle_zoom(new)
    lines = text_of(new, (120, 30))
    assert sum(line.count("Events of step 3") for line in lines) == 2
    assert not any("Timeline" in line for line in lines)


def test_columns_can_be_one_again() -> None:
    new = pair()
    trying.toggle_columns(new)
    assert new.scene.beside is None


@pytest.mark.parametrize("run", [hostile, gap, busy], ids=lambda run: run.__name__)
def test_any_two_runs_can_be_seen_side_by_side(run: object) -> None:
    assert callable(run)
    own = Session(Film(run().finish(), "own"), 2)
    trying.beside(own, Film(case().run().finish(), "other"), "[bold]x\x1b[2J")
    own.columns = True
    own.desk.finish(own.beside)
    for step in (2, own.film.run.last_step):
        own.to_step(step)
        lines = text_of(own, (120, 40))
        assert all(line.isprintable() and cells(line) == 120 for line in lines)


def app() -> StepApp:
    scenario, other = case(), case({"victim": "largest_cache"})
    against = ("victim=largest_cache", other)
    return StepApp(scenario.run(), title="a", scenario=scenario, against=against, step=3, event=1)


def shown(running: DriftwoodApp) -> list[str]:
    return lines_of(running)


@pytest.mark.parametrize("size", [(120, 40), (200, 60), (80, 24)], ids=str)
def test_the_app_shows_what_the_view_drew(size: tuple[int, int]) -> None:
    def both(running: DriftwoodApp) -> tuple[list[str], list[str]]:
        assert isinstance(running, StepApp)
        return lines_of(running), text_of(running.session, size)

    seen, drawn = drive(app, both, ["n", "p"], size)
    assert seen == drawn


def test_its_keys() -> None:
    assert drive(app, shown)[2].startswith(" ▸ base")
    assert " ▸ victim=largest_cache" in drive(app, shown, ["o"])[2]
    assert "part here" in drive(app, shown, ["home", "D"])[1]
    alone = "\n".join(drive(app, shown, ["|"]))
    assert "\n base against victim=largest_cache: part here" in alone
    assert alone.count("Events of step 3") == 1


def test_a_click_in_the_other_column_turns_to_it() -> None:
    async def click(pilot: Pilot[None]) -> None:
        await pilot.click("#other-waiting", offset=(4, 2))

    lines = drive(app, shown, act=click)
    assert " ▸ victim=largest_cache" in lines[2]

    async def back(pilot: Pilot[None]) -> None:
        await pilot.click("#other-waiting", offset=(4, 2))
        await pilot.click("#waiting", offset=(4, 2))

    assert drive(app, shown, act=back)[2].startswith(" ▸ base")


@pytest.mark.parametrize("keys", [["home"], ["home", "|"]], ids=["two", "one"])
def test_a_late_click_is_about_the_run_that_was_clicked(keys: list[str]) -> None:
    async def late(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, StepApp)
        other = pilot.app.session.other
        assert other is not None
        target = Target("step", number=other.film.run.last_step)
        pilot.app.screen.post_message(PaneWidget.Pointed(other.film.run, "timeline", target))

    def where(running: DriftwoodApp) -> tuple[str, bool]:
        screen = running.screen
        assert isinstance(screen, DebuggerScreen)
        own = screen.session
        return own.name, own.position.step == own.film.run.last_step

    size = (120, 40) if "|" in keys else (80, 24)
    seen = drive(app, where, keys, size, late)
    assert seen == (("base", False) if "|" in keys else ("victim=largest_cache", True))
