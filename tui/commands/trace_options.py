"""Options of a command that reads traces: of which kind one is, and which part of it is wanted."""

from typing import Annotated, TypeAlias

from typer import Option

from core.workload import FORMATS
from tui.commands.whole_number import whole

TraceFormat: TypeAlias = Annotated[
    str | None,
    Option(
        "--format",
        metavar="NAME",
        help=f"The kind of trace FILE is, instead of looking: {', '.join(FORMATS)}.",
    ),
]
Columns: TypeAlias = Annotated[
    str | None,
    Option(
        "--columns",
        metavar="KEY=COLUMN,…",
        help="Read a CSV file or JSON lines of your own: which columns hold an arrival "
        "(arrival_s, _ms, _us, _ns or _step, or arrival for dates), prompt_len, output_len, and "
        "perhaps rid, priority, tenant, prefix and prefix_len, prompt_ids or hash_ids.",
    ),
]
Limit: TypeAlias = Annotated[
    int | None,
    Option(
        "--limit",
        metavar="N",
        parser=whole,
        help="Only the first N requests of a trace, or of the window.",
    ),
]
Window: TypeAlias = Annotated[
    str | None,
    Option("--window", metavar="A..B", help="Only a part of a trace, in seconds: 60s..120s."),
]
Speed: TypeAlias = Annotated[
    str | None,
    Option("--speed", metavar="N", help="Play a trace so many times faster: 2x, 0.5x."),
]
