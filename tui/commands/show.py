"""`driftwood show FILE --step N`: one moment of a run, in text."""

import json

from tui.commands.asked import (
    Admission,
    Asked,
    Event,
    File,
    Json,
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
from tui.commands.candidates import rankings
from tui.commands.exits import DONE, guarded
from tui.commands.moments import moment_at
from tui.commands.output import show as show_lines
from tui.commands.show_document import show_document
from tui.commands.show_text import show_text
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat, Window


@guarded
def show(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    step: Step,
    event: Event = None,
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
    """Show one moment in text: queue, running, blocks, events, why."""
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
    run = scenario.run()
    moment = moment_at(run, step, event)
    ranked = rankings(run, moment)
    if as_json:
        show_lines([json.dumps(show_document(scenario, moment, ranked))])
    else:
        show_lines(show_text(scenario, moment, len(run.at(step).events), ranked))
    return DONE
