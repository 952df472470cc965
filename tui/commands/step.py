"""`driftwood step FILE` and `driftwood` alone: the app."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from typer import Option

from core.workload import Scenario, load_scenario
from core.workload.variants import BASE
from core.workload.watched import watched
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
    Variant,
    Victim,
)
from tui.commands.builtin import builtin_scenarios
from tui.commands.changed import Against, seen_against
from tui.commands.exits import DONE, guarded
from tui.commands.output import has_only_ascii, is_terminal
from tui.commands.piped import take_terminal
from tui.commands.stopped import Refused
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat, Window
from tui.commands.whole_number import whole
from tui.themes import needs_ascii
from tui.view.clean import clean

if TYPE_CHECKING:
    from tui.app import DriftwoodApp
    from tui.keys import KeyTable
    from tui.screens.chooser import Choice

StartStep: TypeAlias = Annotated[
    int, Option("--step", metavar="N", parser=whole, help="The step to begin at, 0 by default.")
]

KeysFile: TypeAlias = Annotated[
    str | None,
    Option(
        "--keys",
        metavar="FILE",
        help="Keys of your own; by default driftwood/keys.toml in your config folder.",
    ),
]


@guarded
def step(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    at_step: StartStep = 0,
    event: Event = None,
    ascii_only: Ascii = False,
    scheduler: Scheduler = None,
    settings: Settings = None,
    trace_format: TraceFormat = None,
    columns: Columns = None,
    limit: Limit = None,
    speed: Speed = None,
    window: Window = None,
    max_steps: MostSteps = None,
    keys: KeysFile = None,
    victim: Victim = None,
    admission: Admission = None,
    queue: Queue = None,
    prefill: Prefill = None,
    on_preempt: OnPreempt = None,
    variant: Variant = None,
    against: Against = None,
) -> int:
    """Step through the run of FILE on the screen, forwards and back."""
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
        *(queue, prefill, on_preempt),
        *(speed, columns),
    )
    scenario = asked.scenario()
    other = None if against is None else seen_against(asked, scenario, against)
    take_terminal()
    _check_terminal()
    from tui.app import StepApp  # noqa: PLC0415 - a third of a second, and only here

    try:
        app = StepApp(
            scenario.run(),
            title=scenario.title,
            notes=scenario.notes,
            scenario=scenario,
            against=other,
            step=at_step,
            event=event,
            ascii_only=_draws_ascii(asked=ascii_only),
            keys=_keys(keys),
        )
    except ValueError as error:
        raise Refused(f"{error}") from None
    return _on_screen(app)


@guarded
def browse(*, ascii_only: bool) -> int:
    """Open the app on the built-in scenarios."""
    _check_terminal()
    from tui.app import ChooserApp  # noqa: PLC0415 - a third of a second, and only here

    app = ChooserApp(_choices(), ascii_only=_draws_ascii(asked=ascii_only), keys=_keys(None))
    return _on_screen(app)


def _on_screen(app: "DriftwoodApp") -> int:
    """Run `app`; its exit code. What it reads has no line of progress on the same terminal."""
    with watched(None):
        app.run()
    return app.return_code or DONE


def _keys(file: str | None) -> "KeyTable":
    """The keys of `file`, or of somebody's own file if there is one."""
    from tui.keymap import KeyMapError, default_file, load_keys  # noqa: PLC0415 - for the app only
    from tui.keys import DEFAULT_KEYS  # noqa: PLC0415 - see above

    path = default_file(os.environ, Path.home()) if file is None else Path(file)
    if file is None and not path.is_file():
        return DEFAULT_KEYS
    try:
        return load_keys(path)
    except KeyMapError as error:
        raise Refused(f"{error}") from None
    except OSError as error:
        raise Refused(f"{clean(str(path))}: {error.strerror}") from None


def _choices() -> "Iterator[Choice]":
    """Every built-in scenario that can be read."""
    from tui.screens.chooser import Choice  # noqa: PLC0415 - see above

    for name, path in builtin_scenarios().items():
        scenario = load_scenario(path)
        variants = {each: partial(_variant, path, each) for each in _worth_a_look(scenario)}
        group, load = name.rpartition("/")[0], partial(load_scenario, path)
        yield Choice(group, scenario.title, scenario.notes, load, variants, name)


def _worth_a_look(scenario: Scenario) -> list[str]:
    """Its variants, and the base before them where something is expected of that."""
    if not scenario.variants:
        return []
    return [*([BASE] if scenario.expectations else []), *scenario.variants]


def _variant(path: Path, name: str) -> Scenario:
    return load_scenario(path).variant(name)


def _draws_ascii(*, asked: bool) -> bool:
    return asked or has_only_ascii() or needs_ascii(sys.stdout, os.environ)


def _check_terminal() -> None:
    if os.environ.get("TERM") == "dumb":
        raise Refused("the app needs a terminal that can place its text, which TERM=dumb cannot")
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise Refused(
            "the app needs a terminal; without one there are: driftwood run FILE, "
            "driftwood show FILE --step N, driftwood frame FILE --step N"
        )
