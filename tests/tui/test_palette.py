"""Every action by name, and what is typed ahead of a screen that is just opening or leaving."""

from textual.pilot import Pilot

from tests.tui.driving import burst, drive, lines_of
from tests.tui.runs import preemption
from tui.app import DriftwoodApp, StepApp
from tui.jumps import Position
from tui.screens.debugger import DebuggerScreen
from tui.screens.palette import PaletteScreen
from tui.view.lines import text_of, width_of
from tui.view.palette import Command, found, palette_lines

COMMANDS = [Command("Next step", "n"), Command("Last step", "end"), Command("To the last search")]


def app() -> StepApp:
    return StepApp(preemption(), title="Preemption")


def position_of(running: DriftwoodApp) -> Position:
    assert isinstance(running, StepApp)
    return running.session.position


def screens_of(running: DriftwoodApp) -> list[type]:
    return [type(screen) for screen in running.screen_stack]


def test_every_word_counts_and_a_beginning_comes_first() -> None:
    assert found(COMMANDS, "") == [0, 1, 2]
    assert found(COMMANDS, "step") == [0, 1]
    assert found(COMMANDS, "STEP la") == [1]
    assert found(COMMANDS, "to") == [2]
    assert found(COMMANDS, "last") == [1, 2]
    assert found(list(reversed(COMMANDS)), "last") == [1, 0]
    assert found(COMMANDS, "nothing") == []


def test_the_page_is_as_large_as_there_is_room() -> None:
    for width in (0, 1, 4, 20, 84):
        for height in (0, 1, 2, 3, 30):
            rows = palette_lines(COMMANDS, "漢字" * 50, 0, width, height)
            assert len(rows) == height
            assert {width_of(row.line) for row in rows} <= {width}


def test_a_name_stands_with_its_keys() -> None:
    lines = [text_of(row.line) for row in palette_lines(COMMANDS, "step", 1, 40, 6)]
    assert lines[1] == "│ : step█                              │"
    assert lines[3] == "│ ▸ Last step                      end │"


def test_what_is_typed_ahead_narrows_it_and_is_done() -> None:
    keys = ["colon", *"last step", "enter", "p"]
    assert drive(app, position_of, keys) == position_of_step(4)
    assert drive(app, screens_of, keys) == [DebuggerScreen]


def position_of_step(step: int) -> Position:
    return drive(lambda: StepApp(preemption(), step=step), position_of)


def test_a_page_key_in_a_list_of_none_is_no_fault() -> None:
    keys = ["colon", *"zzz", "pagedown", "pageup", "up", "enter"]
    assert drive(app, screens_of, keys) == [DebuggerScreen, PaletteScreen]
    assert "no action has these words" in "\n".join(drive(app, lines_of, keys))


def test_enter_twice_leaves_it_once() -> None:
    assert drive(app, screens_of, ["colon", "enter", "enter"]) == [DebuggerScreen]


def test_escape_twice_leaves_a_page_once() -> None:
    for page in ("?", "i", "I", "colon"):
        assert drive(app, screens_of, [page, "escape", "escape"]) == [DebuggerScreen], page


def test_keys_behind_a_page_that_is_left_are_for_the_debugger() -> None:
    for page in ("?", "colon"):
        assert drive(app, position_of, [page, "escape", "n", "n"]) == position_of_step(2), page


def test_a_click_does_what_it_is_on() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await burst(pilot, ["colon", *"last step"])
        await pilot.click(offset=(40, 2))

    assert drive(app, position_of, act=act) == position_of_step(5)


def test_the_cursor_moves() -> None:
    lines = drive(app, lines_of, ["colon", "down", "down", "up"])
    assert any("▸ Previous step" in line for line in lines)


def test_it_is_drawn_with_ascii_alone() -> None:
    lines = drive(lambda: StepApp(preemption(), ascii_only=True), lines_of, ["colon"])
    assert any("Every action" in line for line in lines)
    assert all(line.isascii() for line in lines)
