"""The app itself: its keys, its sizes, and that it shows what `driftwood frame` prints."""

import random
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from tests.tui.driving import burst, drive, lines_of, picture_lines, settle, styles_of
from tests.tui.runs import busy, gap, hostile, preemption
from tui.app import DriftwoodApp, StepApp
from tui.frames import frame_lines
from tui.jumps import Position
from tui.look import style_of
from tui.screens.debugger import DebuggerScreen
from tui.session import Session
from tui.view.lines import merged
from tui.view.screen import screen

SIZES = [(80, 24), (120, 40), (200, 60), (45, 14), (20, 6)]


def app() -> StepApp:
    return StepApp(preemption(), title="B makes room for A", notes="notes")


def session_of(running: DriftwoodApp) -> Session:
    assert isinstance(running, StepApp)
    return running.session


def position_of(running: DriftwoodApp) -> Position:
    return session_of(running).position


def expected(own: Session, size: tuple[int, int]) -> list[str]:
    return ["".join(span.text for span in line) for line in screen(own.scene, *size)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_app_shows_what_the_view_drew(size: tuple[int, int]) -> None:
    shown, drawn, picture = drive(
        app,
        lambda a: (lines_of(a), expected(session_of(a), size), a.export_screenshot()),
        keys=["n", "n", "n", "S"],
        size=size,
    )
    assert shown == drawn
    assert [line.rstrip() for line in shown] == picture_lines(picture, *size)


def test_a_printed_frame_is_what_the_app_shows() -> None:
    shown = drive(lambda: StepApp(preemption(), step=3, event=2), lines_of, size=(80, 24))
    printed = frame_lines(preemption(), 3, 2, (80, 24))
    assert shown == ["".join(span.text for span in line) for line in printed]


def test_so_are_its_colours() -> None:
    shown = drive(lambda: StepApp(preemption(), step=3, event=2, look="dark"), styles_of)
    for pieces, line in zip(shown, frame_lines(preemption(), 3, 2), strict=True):
        assert "".join(text for text, _ in pieces) == "".join(span.text for span in line)
        styles = [str(style_of(span.style, "dark")) for span in merged(line) for _ in span.text]
        assert [style for text, style in pieces for _ in text] == styles


@pytest.mark.parametrize(
    ("keys", "position"),
    [
        (["n"], (1, None)),
        (["right", "right", "left"], (1, None)),
        (["3", "n"], (3, None)),
        (["end"], (5, None)),
        (["end", "home"], (0, None)),
        (["pagedown"], (5, None)),
        (["N"], (3, 1)),
        (["N", "s"], (3, 2)),
        (["N", "S"], (2, None)),
        (["end", "P"], (3, 1)),
        (["N", "u"], (0, None)),
        (["N", "u", "ctrl+r"], (3, 1)),
        (["g", "2", "enter"], (2, None)),
        (["n", "g", "5", "escape"], (1, None)),
        (["g", "5", "0", "%", "enter"], (2, None)),
        (["g", "+", "2", "enter"], (2, None)),
        (["g", "C", "enter"], (1, None)),
        (["g", "9", "9", "enter", "escape"], (0, None)),
        (["t", "l", "l"], (2, None)),
        (["slash", *"grew", "enter"], (1, 2)),
        (["slash", *"grew", "enter", "N", "P"], (1, 2)),
        (["b", *"preempted:B", "enter", "c"], (3, 1)),
        (["end", "b", *"free=0", "enter", "C"], (1, 4)),
        (["n", "m", "a", "end", "apostrophe", "a"], (1, None)),
        (["g", "B", "enter", "end", "w", "w"], (4, 3)),
        (["exclamation_mark", "escape", "n"], (1, None)),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_keys_move(keys: list[str], position: tuple[int, int | None]) -> None:
    step, event = drive(app, position_of, keys)
    assert (step, event) == position


def test_what_is_pasted_into_the_prompt_fires_no_key() -> None:
    async def paste(pilot: Pilot[None]) -> None:
        await pilot.press("g", *"nnnqzNN")

    assert drive(app, position_of, act=paste) == (0, None)
    assert drive(app, lambda a: a.is_running, act=paste)


def test_two_hundred_keys_at_once_are_all_counted() -> None:
    def make() -> StepApp:
        return StepApp(busy())

    step = drive(make, lambda a: session_of(a).index, ["n"] * 200)
    back = drive(make, lambda a: session_of(a).index, ["n"] * 120 + ["p"] * 80)
    assert (step, back) == (200, 40)


def test_the_frame_does_not_depend_on_the_sizes_before() -> None:
    draw = random.Random(2)
    sizes = [(draw.randint(1, 200), draw.randint(1, 60)) for _ in range(25)]

    async def resize(pilot: Pilot[None]) -> None:
        for at, size in enumerate(sizes):
            await pilot.resize_terminal(*size)
            if at % 5 == 0:
                await pilot.press("z")
        await pilot.press("z")
        await pilot.resize_terminal(120, 40)

    def make() -> StepApp:
        return StepApp(hostile(), step=6)

    assert drive(make, lines_of, act=resize) == drive(make, lines_of)


def test_every_size_on_the_way_is_drawn_as_the_view_has_it() -> None:
    async def resize(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, StepApp)
        for size in [(1, 1), (200, 60), (80, 24), (39, 9), (40, 10), (121, 33)]:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert lines_of(pilot.app) == expected(pilot.app.session, size)

    drive(lambda: StepApp(hostile(), step=4), lines_of, act=resize)


@pytest.mark.parametrize("seed", range(3))
def test_any_keys_in_any_order_leave_a_true_screen(seed: int) -> None:
    draw = random.Random(seed)
    keys = "n p s S N P home end pagedown pageup u ctrl+r t space tab shift+tab z down up l h"
    choices = [*keys.split(), "plus", "minus", "enter", "escape", "3", "0", *"xwWcC!"]

    async def walk(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, StepApp)
        for _ in range(8):
            await burst(pilot, draw.choices(choices, k=12))
            pilot.app.session.playing = False
            pilot.app.session.attention = replace(pilot.app.session.attention)
            screens = pilot.app.screen_stack
            assert isinstance(screens[-1], DebuggerScreen)
            screens[-1].changed()
            await settle(pilot)
            assert lines_of(pilot.app) == expected(pilot.app.session, (90, 28))

    drive(lambda: StepApp(hostile()), lines_of, size=(90, 28), act=walk)


def test_there_and_back_again() -> None:
    assert drive(app, lines_of, ["n", "n", "p", "p"]) == drive(app, lines_of)


def test_a_jumped_gap_is_one_press() -> None:
    assert drive(lambda: StepApp(gap()), position_of, ["n", "n", "n"]) == (1_000_000, None)


def test_an_unknown_key_says_where_the_keys_are() -> None:
    last = drive(app, lambda a: lines_of(a)[-1], ["a"])
    assert last.strip() == "a does nothing here; ? shows the keys"


def test_help_has_keys_words_and_the_rules() -> None:
    text = "\n".join(drive(app, lines_of, ["question_mark", "end"]))
    assert "The rules of one step" in text
    assert "its blocks fit" in text
    assert drive(app, lines_of, ["question_mark", "escape"]) == drive(app, lines_of)


def test_the_figures_are_a_page() -> None:
    text = "\n".join(drive(app, lines_of, ["i"]))
    assert "Figures" in text
    assert "steps" in text
    assert "executed; a jumped gap has none" in text
    assert drive(app, lines_of, ["i", "escape"]) == drive(app, lines_of)


def test_the_figures_of_a_long_run_come_behind_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.figures.MANY_REQUESTS", 0)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("i")

    text = "\n".join(drive(app, lines_of, act=act))
    assert "Figures" in text
    assert "executed; a jumped gap has none" in text


def test_a_click_looks_at_what_was_clicked() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await pilot.click("#waiting", offset=(4, 2))

    assert (
        drive(lambda: StepApp(preemption(), step=3), lambda a: session_of(a).attention.rid, act=act)
        == "B"
    )


def test_a_click_on_the_timeline_goes_there() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await pilot.click("#timeline", offset=(60, 2))

    assert drive(app, position_of, act=act).step == 3


def test_leaving_while_a_page_opens_is_no_fault() -> None:
    async def act(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, DebuggerScreen)
        screen.action_help()
        pilot.app.exit(return_code=130)
        await pilot.pause(0.2)

    assert drive(app, lambda running: running.return_code, act=act) == 130
