"""`driftwood sweep FILE --set knob=a,b,c ...`: a grid of runs on all cores, or on a cluster."""

from pathlib import Path
from typing import Annotated, TypeAlias

from typer import Option

from tui.commands.asked import Asked, File, Json, MostSteps
from tui.commands.exits import guarded
from tui.commands.trace_options import Columns, Limit, TraceFormat, Window
from tui.commands.whole_number import whole
from tui.sweeping.wish import Wish

Settings: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KNOB=A,B,…",
        help="What is tried of a knob of the scheduler, or cost.base_ms, memory.bytes, "
        "workload.speed; can be repeated. A value that has a comma stands in quotes.",
    ),
]
Scheduler: TypeAlias = Annotated[
    str | None, Option("--scheduler", metavar="A,B,…", help="Schedulers, also my.py:Name.")
]
Victim: TypeAlias = Annotated[
    str | None, Option("--victim", metavar="A,B,…", help="Who is preempted, also my.py:name.")
]
Queue: TypeAlias = Annotated[
    str | None, Option("--queue", metavar="A,B,…", help="Who is next, also my.py:name.")
]
Admission: TypeAlias = Annotated[
    str | None,
    Option("--admission", metavar="A,B,…", help="Who is let in; several gates at once in quotes."),
]
Prefill: TypeAlias = Annotated[
    str | None, Option("--prefill", metavar="A,B,…", help="Prompts beside decodes.")
]
OnPreempt: TypeAlias = Annotated[
    str | None, Option("--on-preempt", metavar="A,B,…", help="What a victim keeps.")
]
Variant: TypeAlias = Annotated[
    str | None,
    Option("--variant", metavar="A,B,…", help="Variants of the scenario; base is itself."),
]
Speed: TypeAlias = Annotated[
    str | None,
    Option("--speed", metavar="A,B,…", help="How many times faster a trace is played: 1x,2x."),
]
Output: TypeAlias = Annotated[
    Path | None,
    Option(
        "-o",
        "--output",
        metavar="OUT.jsonl",
        help="Keep the results in this file; without it one is kept only until the sweep is done.",
    ),
]
Resume: TypeAlias = Annotated[
    bool, Option("--resume", help="Go on with the results file where the sweep stopped.")
]
Force: TypeAlias = Annotated[
    bool, Option("--force", help="Begin anew over the results file of another sweep.")
]
Jobs: TypeAlias = Annotated[
    int | None,
    Option("-j", "--jobs", metavar="N", parser=whole, help="How many processes; all cores if not."),
]
Dask: TypeAlias = Annotated[
    str | None,
    Option("--dask", metavar="ADDRESS", help="Run it on a Dask cluster, such as tcp://host:8786."),
]
Pareto: TypeAlias = Annotated[
    str,
    Option(
        "--pareto",
        metavar="FIGURE",
        help="The latency that is held against throughput: ttft_p99, itl_p99, e2e_p50, …",
    ),
]
Slo: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--slo",
        metavar="'FIGURE<LIMIT'",
        help="Find the cheapest configuration with 'ttft_p99<2s', 'preemptions<=10', …; can be "
        "repeated. Exit code 1 if none meets it.",
    ),
]
Cheapest: TypeAlias = Annotated[
    str | None,
    Option(
        "--cheapest",
        metavar="KNOB,…",
        help="What makes one cheap: the least of these knobs. By default memory, then slots, then "
        "the token budget.",
    ),
]
Csv: TypeAlias = Annotated[bool, Option("--csv", help="The points as CSV, with every figure.")]


@guarded
def sweep(  # noqa: PLR0913 - an option is a parameter
    file: File,
    *,
    settings: Settings = None,
    scheduler: Scheduler = None,
    victim: Victim = None,
    queue: Queue = None,
    admission: Admission = None,
    prefill: Prefill = None,
    on_preempt: OnPreempt = None,
    variant: Variant = None,
    trace_format: TraceFormat = None,
    columns: Columns = None,
    limit: Limit = None,
    speed: Speed = None,
    window: Window = None,
    max_steps: MostSteps = None,
    pareto: Pareto = "ttft_p99",
    slo: Slo = None,
    cheapest: Cheapest = None,
    output: Output = None,
    resume: Resume = False,
    force: Force = False,
    jobs: Jobs = None,
    dask: Dask = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> int:
    """Try every combination of knobs; what is best, and cheapest."""
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
        queue,
        prefill,
        on_preempt,
        speed,
        columns,
    )
    wish = Wish(
        output, resume, force, jobs, dask, pareto, tuple(slo or ()), cheapest, as_csv, as_json
    )
    from tui.sweeping.whole import swept  # noqa: PLC0415 - processes and files, and only here

    return swept(asked, wish)
