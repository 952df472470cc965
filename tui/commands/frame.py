"""`driftwood frame FILE --step N`: the app's screen at a moment, for snapshots and issues."""

import re
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

from typer import Option

from core.workload import Scenario
from tui.commands.asked import (
    Admission,
    Ascii,
    Asked,
    Event,
    File,
    MostSteps,
    OnPreempt,
    Prefill,
    Queue,
    Scheduler,
    Settings,
    Step,
    Variant,
    Victim,
)
from tui.commands.changed import Against, seen_against
from tui.commands.driving import driven
from tui.commands.exits import DONE, guarded
from tui.commands.log_file import is_stdout, refuse_input, written
from tui.commands.output import has_only_ascii, show
from tui.commands.stopped import Interrupted, Refused
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat, Window
from tui.view.clean import clean
from tui.view.scene import Film

Size: TypeAlias = Annotated[
    str, Option("--size", metavar="WxH", help="Columns and rows of the screen.")
]
Styles: TypeAlias = Annotated[bool, Option("--styles", help="Also how each cell is styled.")]
Svg: TypeAlias = Annotated[
    Path | None,
    Option("--svg", metavar="OUT.svg", help="Write a picture to a file instead; - prints it."),
]

SIZE = re.compile(r"([0-9]{1,40})[xX×]([0-9]{1,40})")
LARGEST = 9_999
"""Columns, and rows, of the largest screen."""


class Picture(NamedTuple):
    """How a frame is drawn: `size` in cells, as a picture in the file `svg` if that is given."""

    size: tuple[int, int]
    styles: bool
    ascii_only: bool
    svg: Path | None


class Shown(NamedTuple):
    """Films of the run, and of the one it is seen against, if it is of one, by its name."""

    own: Film
    against: tuple[str, Film] | None


@guarded
def frame(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    step: Step,
    event: Event = None,
    size: Size = "120x40",
    styles: Styles = False,
    ascii_only: Ascii = False,
    svg: Svg = None,
    scheduler: Scheduler = None,
    settings: Settings = None,
    trace_format: TraceFormat = None,
    columns: Columns = None,
    limit: Limit = None,
    speed: Speed = None,
    window: Window = None,
    max_steps: MostSteps = None,
    victim: Victim = None,
    admission: Admission = None,
    queue: Queue = None,
    prefill: Prefill = None,
    on_preempt: OnPreempt = None,
    variant: Variant = None,
    against: Against = None,
) -> int:
    """Print the app's screen at a moment as text."""
    picture = Picture(_size(size), styles, ascii_only or has_only_ascii(), svg)
    asked = Asked(
        file,
        scheduler,
        settings,
        trace_format,
        limit,
        window,
        max_steps,
        victim,
        variant,
        admission,
        queue=queue,
        prefill=prefill,
        on_preempt=on_preempt,
        speed=speed,
        columns=columns,
    )
    scenario = asked.scenario()
    refuse_input(svg, scenario)
    other = None if against is None else seen_against(asked, scenario, against)
    shown = Shown(_film(scenario), None if other is None else (other.name, _film(other.scenario)))
    try:
        _draw(shown, step, event, picture)
    except ValueError as error:
        raise Refused(clean(str(error))) from None
    return DONE


def _film(scenario: Scenario) -> Film:
    run = scenario.run()
    if not driven(run):
        raise Interrupted("interrupted before the run was computed")
    return Film(run, scenario.title, scenario.notes, scenario)


def _draw(shown: Shown, step: int, event: int | None, picture: Picture) -> None:
    from tui.frames import frame as text_of  # noqa: PLC0415 - the screen is loaded where it is drawn
    from tui.frames import frame_svg  # noqa: PLC0415 - see above

    if picture.svg is not None:
        drawn = frame_svg(shown.own, step, event, picture.size, against=shown.against)
        if is_stdout(picture.svg):
            show(drawn.splitlines())
            return
        with written(picture.svg) as file:
            file.write(drawn)
        return
    text = text_of(
        shown.own,
        step,
        event,
        picture.size,
        styles=picture.styles,
        ascii_only=picture.ascii_only,
        against=shown.against,
    )
    show(text.splitlines())


def _size(text: str) -> tuple[int, int]:
    found = SIZE.fullmatch(text)
    if found is None:
        raise Refused(f"--size {clean(text)}: write columns and rows, such as --size 120x40")
    columns, rows = int(found[1]), int(found[2])
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        raise Refused(f"--size {clean(text)}: from 1x1 to {LARGEST}x{LARGEST} are possible")
    return columns, rows
