"""`driftwood run FILE`: a run to its end, and what it came to."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

from typer import Option

from core import Run
from core.findings import Search
from core.metrics import totals
from core.story import Lives
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
from tui.commands.coloured import chart_width, printable
from tui.commands.driving import driven
from tui.commands.exits import DONE, MISSED, guarded
from tui.commands.fail_on import FailOn, failed_on, wanted_kinds
from tui.commands.findings_document import findings_document
from tui.commands.findings_text import findings_text
from tui.commands.group_table import group_tables
from tui.commands.log_file import is_stdout, refuse_input, written
from tui.commands.output import Printed, show, tell
from tui.commands.request_table import FEW, Outcome, outcomes, request_table, worst_of
from tui.commands.run_document import run_document
from tui.commands.run_summary import summary
from tui.commands.searching import searched
from tui.commands.step_log import Writable, write_log
from tui.commands.stopped import Interrupted, Refused
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat, Window
from tui.commands.worst import followed, why_text, worst_document
from tui.view.clean import clean
from tui.view.curves import has_charts, run_charts

CHART_LINES = 9

Log: TypeAlias = Annotated[
    Path | None,
    Option(
        "--log",
        metavar="OUT.jsonl",
        help="Write one record per executed step to a file; - prints them, the rest on stderr.",
    ),
]


class Wish(NamedTuple):
    """How a run is told: as one document or as text, and on which findings it fails.

    Text goes to stderr where the log goes to stdout.
    """

    as_json: bool
    fail_on: frozenset[str]
    log_printed: bool

    def say(self, lines: Iterable[str]) -> None:
        """Tell `lines` of the text."""
        if self.log_printed:
            tell(*lines)
        else:
            show(lines)


@guarded
def run(  # noqa: PLR0913 - an option is a parameter
    file: File,
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
    log: Log = None,
    fail_on: FailOn = None,
    as_json: Json = False,
) -> int:
    """Run FILE to its end and say what it came to."""
    log_printed = log is not None and is_stdout(log)
    if log_printed and as_json:
        raise Refused(
            "--json and --log both go to stdout: write the log to a file, --log OUT.jsonl"
        )
    wish = Wish(as_json, wanted_kinds(fail_on or []), log_printed)
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
    refuse_input(log, scenario)
    if log_printed:
        return _run(asked, scenario, Printed(), wish)
    if log is None:
        return _run(asked, scenario, None, wish)
    with written(log) as out:  # whether that can be written is known before the first step
        return _run(asked, scenario, out, wish)


def _run(asked: Asked, scenario: Scenario, log: Writable | None, wish: Wish) -> int:
    run = scenario.run()
    ended = driven(run)
    looked = _tell_json(scenario, run) if wish.as_json else _tell(asked, scenario, run, wish)
    if not ended:
        lost = "" if log is None else ", and the log is not written"
        raise Interrupted(
            f"interrupted after step {run.last_step:,}: this is what was done by then{lost}"
        )
    if looked.interrupted:
        raise Interrupted(f"interrupted while {looked.interrupted}")
    if log is not None:
        write_log(run, log)
    if run.status == "failed":
        raise Refused(clean(run.reason))
    fired = "" if looked.search is None else failed_on(looked.search.findings, wish.fail_on)
    if fired:
        tell(f"--fail-on: {fired}")
    return MISSED if fired else DONE


class Looked(NamedTuple):
    """What a second look at a run brought, as far as it got; None where nobody looked."""

    lives: Lives | None
    search: Search | None

    @property
    def interrupted(self) -> str:
        """What Ctrl+C interrupted, if it did."""
        if self.lives is not None and not self.lives.done:
            return "the worst requests were followed"
        missing = self.search is not None and not self.search.done
        return "findings were looked for" if missing else ""


def _look_again(run: Run, worst: Sequence[Outcome]) -> Looked:
    """Follow the `worst` requests and look for findings: not in a run that was interrupted."""
    if run.status == "running":
        return Looked(None, None)
    lives = followed(run, worst)
    return Looked(lives, searched(run) if lives.done else None)


def _tell_json(scenario: Scenario, run: Run) -> Looked:
    results = run.results()
    every = outcomes(run, results)
    looked = _look_again(run, worst_of(every))
    document = run_document(scenario, run, results, every)
    told = {"worst": worst_document(looked.lives, worst_of(every))}
    show([json.dumps({**document, **told, **findings_document(looked.search)})])
    return looked


def _tell(asked: Asked, scenario: Scenario, run: Run, wish: Wish) -> Looked:
    """Say what the run came to, then look again, which takes longer, and tell what that brought."""
    results = run.results()
    every = outcomes(run, results)
    wish.say(summary(scenario, run, results, totals(run, results)))
    wish.say(_charts(run))
    wish.say([*group_tables(run, results), "", *request_table(run, every)])
    looked = _look_again(run, worst_of(every) if len(every) > FEW else ())
    if looked.lives is not None:
        wish.say(_apart(why_text(looked.lives, worst_of(every) if len(every) > FEW else ())))
    if looked.search is not None:
        wish.say(["", *findings_text(asked, looked.search)])
    return looked


def _charts(run: Run) -> Iterator[str]:
    if has_charts([run]):
        for lines in run_charts(run, chart_width(), CHART_LINES):
            yield from _apart(printable(lines))


def _apart(lines: Iterable[str]) -> Iterator[str]:
    """`lines` under a blank one, if there are any."""
    for number, line in enumerate(lines):
        yield from ("",) if number == 0 else ()
        yield line
