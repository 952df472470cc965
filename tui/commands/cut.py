"""`driftwood cut FILE --window A..B | --around RID -o CASE.toml`: a part as its own scenario."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

from typer import Option

from core import Run
from core.explain import counted
from core.metrics import CAUSES
from core.results import Result
from core.workload.part import Part, around, in_window
from core.workload.scenario import Scenario
from core.workload.scenario_text import Case, scenario_text
from core.workload.window import parse_window
from tui.commands.asked import (
    Admission,
    Asked,
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
from tui.commands.case_file import PRINT, Force, Output, check_place, ended, verified
from tui.commands.exits import DONE, guarded
from tui.commands.log_file import refuse_input, written
from tui.commands.output import show, tell
from tui.commands.own_code import CODE
from tui.commands.rids import known_rid
from tui.commands.stopped import Refused
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat
from tui.view.clean import clean

MISSING = (
    "What came before is missing: slots and blocks that others held are free here, so the run may "
    "differ from that part of the whole one."
)

PartWindow: TypeAlias = Annotated[
    str | None,
    Option(
        "--window",
        metavar="A..B",
        help="What arrives from A on and before B: seconds, or steps where arrivals are steps.",
    ),
]
Around: TypeAlias = Annotated[
    str | None,
    Option("--around", metavar="RID", help="What is alive from its arrival to its end."),
]


class Wish(NamedTuple):
    """Which part is wanted: a window or what is around a request."""

    window: str | None
    around: str | None


@guarded
def cut(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    output: Output,
    window: PartWindow = None,
    around_rid: Around = None,
    force: Force = False,
    scheduler: Scheduler = None,
    settings: Settings = None,
    trace_format: TraceFormat = None,
    columns: Columns = None,
    limit: Limit = None,
    speed: Speed = None,
    max_steps: MostSteps = None,
    victim: Victim = None,
    admission: Admission = None,
    queue: Queue = None,
    prefill: Prefill = None,
    on_preempt: OnPreempt = None,
    variant: Variant = None,
) -> int:
    """Keep a part of FILE as a scenario that expects its figures."""
    wish = Wish(window, around_rid)
    _check_wish(wish)
    if output != PRINT:
        check_place(Path(output), force=force)
    asked = Asked(
        file,
        scheduler,
        settings,
        trace_format,
        limit,
        None,
        max_steps,
        victim,
        variant,
        admission,
        queue,
        prefill,
        on_preempt,
        speed=speed,
        columns=columns,
    )
    for option, given in (("--victim", victim), ("--queue", queue), ("--scheduler", scheduler)):
        if given is not None and CODE in given:
            raise Refused(f"{option} {clean(given)}: a scenario holds no code, so nothing is cut")
    scenario = asked.scenario()
    if output != PRINT:
        refuse_input(Path(output), scenario)
    if output == PRINT:
        made = _made(scenario, wish)
        show(made.text.splitlines())
        tell(*_told(scenario, made, "printed"))
        return DONE
    with written(Path(output)) as out:  # whether that can be written is known before the first step
        made = _made(scenario, wish)
        out.write(made.text)
    show(_told(scenario, made, output))
    return DONE


def _check_wish(wish: Wish) -> None:
    if (wish.window is None) == (wish.around is None):
        raise Refused("say what to keep: either --window A..B or --around RID")


class Made(NamedTuple):
    """A part as a case, the `text` of its file with so many `expectations`, all of them met.

    `differences` tell what becomes of the request it is around otherwise than in the whole run.
    """

    case: Case
    text: str
    expectations: int
    differences: tuple[str, ...]


def _made(scenario: Scenario, wish: Wish) -> Made:
    if wish.around is None:
        case, whole = _case(scenario, _windowed(scenario, wish.window or "")), None
    else:
        whole = ended(scenario.run())
        case = _case(scenario, _around(whole, known_rid(wish.around, scenario.requests)))
    run = ended(case.run())
    text = scenario_text(case, run)
    differences = () if whole is None else _differences(whole, run, wish.around or "")
    return Made(case, text, verified(scenario.path, text), tuple(differences))


def _around(whole: Run, rid: str) -> Part:
    try:
        return around(whole, rid)
    except LookupError as error:
        raise Refused(clean(str(error.args[0]))) from None


def _windowed(scenario: Scenario, written_window: str) -> Part:
    try:
        window = parse_window(written_window)
    except ValueError as error:
        raise Refused(f"--window {clean(written_window)}: {error}") from None
    part = in_window(scenario.requests, window, written_window)
    if not part.requests:
        raise Refused(f"--window {clean(written_window)}: no request arrives in it")
    return part


def _case(scenario: Scenario, part: Part) -> Case:
    count = f"{len(part.requests):,} of {counted(len(scenario.requests), 'request')}"
    notes = f"Cut from {scenario.path.name}: {count}, {part.words}.\n{MISSING}"
    if scenario.notes.strip():
        notes += f"\n\nThe notes of the whole:\n{scenario.notes.strip()}"
    return Case(
        title=f"{scenario.title} (a part)",
        notes=notes,
        requests=part.requests,
        scheduler_name=scenario.scheduler_name,
        scheduler=scenario.scheduler,
        cost=scenario.cost,
        max_steps=scenario.max_steps,
    )


def _differences(whole: Run, part: Run, rid: str) -> Iterator[str]:
    """What became of `rid` in the part that did not in the whole run."""
    before, after = (_figures(run.results()[rid]) for run in (whole, part))
    for name, one in before.items():
        if one != after[name]:
            yield f"{name} {one:,} in the whole run, {after[name]:,} in the part"


def _figures(result: Result) -> dict[str, int]:
    return {
        "steps waited": sum(result["waited"][cause] for cause in CAUSES),
        "unserved": result["unserved"],
        "preemptions": result["preemptions"],
        "recomputed tokens": result["recomputed_tokens"],
        "longest gap": result["longest_gap"],
    }


def _told(scenario: Scenario, made: Made, where: str) -> Iterator[str]:
    count = f"{len(made.case.requests):,} of {counted(len(scenario.requests), 'request')}"
    yield f"{clean(where)}: {count}, {counted(made.expectations, 'expectation')}, all met"
    yield from (f"  {clean(each)}" for each in made.differences)
