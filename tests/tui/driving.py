"""The app run without a terminal: press keys, read the screen. No pytest-asyncio is needed.

Everything of textual that is not public is in `lines_of`; a test compares it with the public way to
the same text, the picture that `App.export_screenshot` makes.
"""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

from rich.cells import cell_len
from textual import events
from textual._context import visible_screen_stack
from textual.pilot import Pilot

from tui.app import DriftwoodApp
from tui.screens.debugger import DebuggerScreen

Result = TypeVar("Result")
Act: TypeAlias = Callable[[Pilot[None]], Awaitable[None]]


def lines_of(app: DriftwoodApp) -> list[str]:
    """The screen as text, every screen over those below it."""
    visible_screen_stack.set(app._background_screens)  # noqa: SLF001 - see above
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - see above
    return [strip.text for strip in strips]


def styles_of(app: DriftwoodApp) -> list[list[tuple[str, str]]]:
    """The screen as pieces of text, each with its style as the terminal library has it."""
    visible_screen_stack.set(app._background_screens)  # noqa: SLF001 - see above
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - see above
    return [[(s.text, str(s.style)) for s in strip.simplify()] for strip in strips]


async def burst(pilot: Pilot[None], keys: Sequence[str]) -> None:
    """Press `keys` all at once, as a terminal hands over what was typed while it was busy."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await settle(pilot)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is computed or drawn any more and two frames in a row are the same."""
    last: list[str] = []
    for _ in range(200):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(pilot.app, DriftwoodApp)
        now = lines_of(pilot.app)
        screens = (s for s in pilot.app.screen_stack if isinstance(s, DebuggerScreen))
        busy = any(screen.pending for screen in screens) or pilot.app.message_queue_size
        if now == last and not busy:
            return
        last = now
    raise AssertionError("the screen did not settle")


def drive(
    make: Callable[[], DriftwoodApp],
    read: Callable[[DriftwoodApp], Result],
    keys: Sequence[str] = (),
    size: tuple[int, int] = (120, 40),
    act: Act | None = None,
) -> Result:
    """What `read` sees of the app after `keys` and `act`."""

    async def go() -> Result:
        app = make()
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            if keys:
                await burst(pilot, keys)
            if act is not None:
                await act(pilot)
                await settle(pilot)
            return read(app)

    return asyncio.run(go())


CELL, LINE, ASCENT = 20 * 0.61, 20 * 1.22, 20
TEXT = re.compile(
    r'<text class="[^"]*-r\d+" x="([\d.e+-]+)" y="([\d.e+-]+)" textLength="[^"]*" '
    r'clip-path="[^"]*">(.*?)</text>',
    re.DOTALL,
)


def picture_lines(svg: str, width: int, height: int) -> list[str]:
    """The text in a picture of the terminal library, by where it stands."""
    rows = [[" "] * width for _ in range(height)]
    for found in TEXT.finditer(svg):
        column, row = round(float(found[1]) / CELL), round((float(found[2]) - ASCENT) / LINE)
        for letter in html.unescape(found[3]).replace("\xa0", " "):
            if row < height and column < width:
                rows[row][column] = letter
                rows[row][column + 1 : column + cell_len(letter)] = [""] * (cell_len(letter) - 1)
            column += max(1, cell_len(letter))
    return ["".join(row).rstrip() for row in rows]
