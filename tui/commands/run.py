"""`driftwood run FILE`: a run to its end, and what it came to."""

import json
from pathlib import Path
from typing import Annotated, TextIO, TypeAlias

from typer import Option

from core import Run
from core.metrics import first_token_times, totals
from core.workload import Scenario
from tui.commands.asked import (
    Asked,
    File,
    Json,
    Limit,
    MostSteps,
    Scheduler,
    Settings,
    TraceFormat,
    Window,
)
from tui.commands.driving import driven
from tui.commands.exits import DONE, guarded
from tui.commands.log_file import written
from tui.commands.output import show
from tui.commands.request_table import outcomes, request_table
from tui.commands.run_document import run_document
from tui.commands.run_summary import summary
from tui.commands.step_log import write_log
from tui.commands.stopped import Interrupted, Refused
from tui.view.clean import clean

Log: TypeAlias = Annotated[
    Path | None,
    Option("--log", metavar="OUT.jsonl", help="Write one record per executed step to a file."),
]


@guarded
def run(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    scheduler: Scheduler = None,
    settings: Settings = None,
    trace_format: TraceFormat = None,
    limit: Limit = None,
    window: Window = None,
    max_steps: MostSteps = None,
    log: Log = None,
    as_json: Json = False,
) -> int:
    """Run FILE to its end and say what it came to."""
    asked = Asked(file, scheduler, settings, trace_format, limit, window, max_steps)
    scenario = asked.scenario()
    return (
        _run(scenario, None, as_json=as_json)
        if log is None
        else _logged(scenario, log, as_json=as_json)
    )


def _logged(scenario: Scenario, log: Path, *, as_json: bool) -> int:
    """Run with a log; whether that can be written is known before the first step."""
    with written(log) as out:
        return _run(scenario, out, as_json=as_json)


def _run(scenario: Scenario, log: TextIO | None, *, as_json: bool) -> int:
    run = scenario.run()
    ended = driven(run)
    show(_document(scenario, run) if as_json else _text(scenario, run))
    if not ended:
        lost = "" if log is None else ", and the log is not written"
        raise Interrupted(
            f"interrupted after step {run.last_step:,}: this is what was done by then{lost}"
        )
    if log is not None:
        write_log(run, log)
    if run.status == "failed":
        raise Refused(clean(run.reason))
    return DONE


def _document(scenario: Scenario, run: Run) -> list[str]:
    results = run.results()
    every = outcomes(run, results, first_token_times(run, results))
    return [json.dumps(run_document(scenario, run, every, totals(run, results)))]


def _text(scenario: Scenario, run: Run) -> list[str]:
    results = run.results()
    every = outcomes(run, results, first_token_times(run, results))
    lines = summary(scenario, run, results, totals(run, results))
    return [*lines, "", *request_table(run, every)]
