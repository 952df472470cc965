"""`driftwood compare FILE [--with CHANGE]...`: runs side by side, where they part, who pays."""

import json
from typing import Annotated, TypeAlias

from typer import Option

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
    Victim,
)
from tui.commands.compare_document import compare_document
from tui.commands.compare_text import compare_text
from tui.commands.comparing import compared, subjects
from tui.commands.exits import DONE, guarded
from tui.commands.output import show
from tui.commands.stopped import Refused
from tui.commands.trace_options import Columns, Limit, Speed, TraceFormat, Window
from tui.view.clean import clean

Changes: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--with",
        metavar="CHANGE",
        help="Another run of it: victim=largest_cache, or num_blocks=64,max_running=8, or the name "
        "of a scheduler or a variant; can be repeated.",
    ),
]
Variants: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--variant",
        metavar="NAME",
        help="Only this variant, base for the scenario itself; can be repeated. All by default.",
    ),
]


@guarded
def compare(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    changes: Changes = None,
    variants: Variants = None,
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
    as_json: Json = False,
) -> int:
    """Put runs side by side: figures, where they part, who pays.

    The variants of FILE, or with --with FILE as it is and as it is changed.
    """
    asked = Asked(
        file,
        scheduler,
        settings,
        trace_format,
        limit,
        window,
        max_steps,
        victim,
        None,
        admission,
        queue,
        prefill,
        on_preempt,
        speed=speed,
        columns=columns,
    )
    every = subjects(asked, variants or [], changes or [])
    comparison = compared(every)
    if as_json:
        show([json.dumps(compare_document(every, comparison))])
    else:
        show(compare_text(every, comparison))
    for name, run in comparison.runs.items():
        if run.status == "failed":
            raise Refused(f"{clean(name)}: {clean(run.reason)}")
    return DONE
