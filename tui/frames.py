"""The app's screen at a moment as text, as text with its styles, and as SVG, without the app.

The same lines that the app paints, so a frame is what a person sees. For tests of your own with
pytest-snapshot, where `snapshot` is its fixture:

    from tui.frames import frame

    def test_b_makes_room_for_a(snapshot):
        snapshot.assert_match(frame("case.toml", step=3, event=1, size=(120, 40)), "step-3.txt")

`pytest --snapshot-update` writes `step-3.txt`; from then on the test fails if the frame is another.
A frame is the same in every process, on every machine, in every terminal: it depends on the run,
the moment and the size alone.
"""

from pathlib import Path
from typing import Protocol, TypeAlias

from core import Run
from core.workload import Scenario as CoreScenario
from core.workload import load
from tui import trying
from tui.commands.builtin import builtin_scenarios
from tui.session import Session
from tui.themes import ThemeName
from tui.view.clean import cells
from tui.view.lines import Line, merged, text_of
from tui.view.scene import Film, Scene
from tui.view.screen import screen

SIZE = (120, 40)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Scenario(Protocol):
    """Anything with a title, notes and a run: what `core.load_scenario` gives."""

    @property
    def title(self) -> str:
        """Its name in a line."""
        ...

    @property
    def notes(self) -> str:
        """What it is about."""
        ...

    def run(self) -> Run:
        """Its run."""
        ...


Source: TypeAlias = Run | Scenario | Film | str | Path
Named: TypeAlias = tuple[str, Source]
"""Another run, by what it is called."""


def frame(  # noqa: PLR0913 - what a frame depends on, each with its default
    source: Source,
    step: int,
    event: int | None = None,
    size: tuple[int, int] = SIZE,
    *,
    styles: bool = False,
    ascii_only: bool = False,
    rid: str | None = None,
    against: Named | None = None,
) -> str:
    """The screen at (`step`, `event`) in `size` cells, as text that ends in one newline.

    `source` is a run, a scenario, the path of a scenario file or a trace, or the name of a built-in
    scenario. The run is computed to its end first, for the timeline. `event` counts the changes of
    the step, all of them if None.
    With `styles` a grid of letters follows, a letter for the style of each cell, and what they
    mean. `rid` is the request that is looked at. `against` is another run to be seen against, side
    by side where there is room. Raises `ValueError` and `TypeError` as `Run.at`.
    """
    lines = frame_lines(source, step, event, size, ascii_only=ascii_only, rid=rid, against=against)
    text = "".join(f"{text_of(line)}\n" for line in lines)
    return text + _styles(lines) if styles else text


def frame_svg(  # noqa: PLR0913 - see above
    source: Source,
    step: int,
    event: int | None = None,
    size: tuple[int, int] = SIZE,
    *,
    look: ThemeName = "dark",
    rid: str | None = None,
    against: Named | None = None,
) -> str:
    """The same screen as a picture."""
    from tui.svg import svg_of  # noqa: PLC0415 - loads the library of colours, which text does not need

    lines = frame_lines(source, step, event, size, rid=rid, against=against)
    return svg_of(lines, size, look)


def frame_lines(  # noqa: PLR0913 - see above
    source: Source,
    step: int,
    event: int | None = None,
    size: tuple[int, int] = SIZE,
    *,
    ascii_only: bool = False,
    rid: str | None = None,
    against: Named | None = None,
) -> list[Line]:
    """The same screen as styled lines."""
    columns, rows = _checked(size)
    session = Session(_film(source), step, event)
    session.plain = session.ascii_only = ascii_only
    if session.film.scenario is not None:
        session.name = session.film.scenario.name
    if against is not None:
        name, other = against
        trying.beside(session, _film(other), name)
        session.columns = True
    return screen(_looking(session, rid), columns, rows)


def _looking(session: Session, rid: str | None) -> Scene:
    if rid is not None:
        if rid not in session.film.letters:
            raise ValueError(f"there is no request {rid!r}")
        session.look_at(rid)
    return read_whole(session)


def read_whole(session: Session) -> Scene:
    """What the session shows, with everything read that it shows."""
    _ = session.scene
    session.desk.finish(session.beside)
    return session.scene


def _film(source: Source) -> Film:
    if isinstance(source, Film):
        return source
    if isinstance(source, Run):
        return Film(source.finish())
    scenario = load(_path(source)) if isinstance(source, str | Path) else source
    whole = scenario if isinstance(scenario, CoreScenario) else None
    return Film(scenario.run().finish(), scenario.title, scenario.notes, whole)


def _path(source: str | Path) -> Path:
    """The file that is meant: where it is, or else the built-in scenario of that name."""
    path = Path(source)
    return path if path.exists() else builtin_scenarios().get(f"{source}", path)


def _checked(size: tuple[int, int]) -> tuple[int, int]:
    given: object = size
    whole = isinstance(given, tuple | list) and [type(each) for each in given] == [int, int]
    if not whole:
        raise TypeError(f"size must be columns and rows, such as (120, 40), not {given!r}")
    if min(size) < 1:
        raise ValueError(f"a frame has at least 1 x 1 cells, not {size[0]} x {size[1]}")
    return size


def _styles(lines: list[Line]) -> str:
    """A letter for the style of each cell, then the legend; a dot where nothing is special."""
    letters = {"": "."}
    rows: list[str] = []
    for line in lines:
        row = ""
        for span in merged(line):
            letter = letters.setdefault(span.style, LETTERS[(len(letters) - 1) % len(LETTERS)])
            row += letter * cells(span.text)
        rows.append(row)
    legend = "".join(f"{letter} = {style or 'plain'}\n" for style, letter in letters.items())
    return "--- styles\n" + "".join(f"{row}\n" for row in rows) + f"--- legend\n{legend}"
