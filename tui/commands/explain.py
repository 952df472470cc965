"""`driftwood explain FILE RID`: one request's life as a short story."""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, TypeAlias

from typer import Argument

from core import Run
from core.story import Line, story
from core.workload import Scenario
from tui.commands.asked import (
    Admission,
    Asked,
    File,
    Json,
    MostSteps,
    OnPreempt,
    Prefill,
    Queue,
    Scheduler,
    Settings,
    Variant,
    Victim,
)
from tui.commands.driving import driven
from tui.commands.exits import DONE, guarded
from tui.commands.origin_document import origin_document
from tui.commands.output import show
from tui.commands.rids import known_rid
from tui.commands.scheduler_words import scheduler_line
from tui.commands.stopped import Interrupted
from tui.commands.table import table
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat, Window
from tui.commands.worst import when
from tui.view.clean import clean, clean_rid

Rid: TypeAlias = Annotated[str, Argument(metavar="RID", help="The request.")]


@guarded
def explain(  # noqa: PLR0913 - an option is a parameter
    file: File,
    rid: Rid,
    *,
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
    as_json: Json = False,
) -> int:
    """Tell one request's life: its waits, preemptions and gaps."""
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
    known_rid(rid, scenario.requests)
    run = scenario.run()
    if not driven(run):
        raise Interrupted("interrupted before the run was computed")
    lines = story(run, rid)
    show(
        [json.dumps(_document(scenario, run, rid, lines))]
        if as_json
        else _text(scenario, rid, lines)
    )
    return DONE


def _document(
    scenario: Scenario, run: Run, rid: str, lines: tuple[Line, ...]
) -> Mapping[str, object]:
    """The document of `driftwood explain --json`, format 1."""
    return {
        "format": 1,
        "rid": rid,
        "origin": origin_document(scenario.origins.of(rid)),
        "status": run.status,
        "result": run.results()[rid],
        "story": [line._asdict() for line in lines],
    }


def _text(scenario: Scenario, rid: str, lines: tuple[Line, ...]) -> Iterator[str]:
    yield f"{clean_rid(rid)} in {clean(scenario.title)}"
    yield f"  {scheduler_line(scenario)}"
    if origin := scenario.origins.of(rid):
        yield f"  from {clean(str(origin))}"
    yield ""
    yield from table(("", ""), [(when(line), line.text) for line in lines])[1:]
