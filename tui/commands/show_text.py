"""One moment of a run, for people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.events import Ran
from core.explain import counted, reason, why_waiting
from core.moment import Moment
from core.naming import visible
from core.ranking import Ranking
from core.rows import Row
from core.workload import Scenario
from tui.commands.block_ranges import Range, free_ranges, ranges
from tui.commands.candidates import candidates_text
from tui.commands.figures import milliseconds, number
from tui.commands.memory_words import cached_rows, memory_lines, shared_rows
from tui.commands.scheduler_words import capacity_words, scheduler_line
from tui.commands.table import table
from tui.commands.waits import steps_by_cause
from tui.view.clean import clean
from tui.view.engine import state_words
from tui.view.memory import places
from tui.view.waiting import deciding

MOST_ROWS = 40
"""Rows of a list that are shown; JSON has all."""
MOST_RANGES = 12
"""Ranges of blocks of one owner that are shown."""

WAITING = ("#", "rid", "state", "sent", "knows", "waited", "why not now")


def show_text(
    scenario: Scenario, moment: Moment, events: int, ranked: Mapping[int, Ranking]
) -> Iterator[str]:
    """The moment in paragraphs.

    The whole step has `events` events; `ranked` are the candidates of some, by event number.
    """
    time = "" if moment.now_ms is None else f" · {milliseconds(moment.now_ms)}"
    yield clean(scenario.title)
    yield f"  {scheduler_line(scenario)}"
    yield from (f"  {words}" for words in capacity_words(scenario))
    yield f"  step {moment.step:,} · event {moment.event} of {events}{time}"
    yield from (f"  {words}" for words in state_words(scenario.scheduler, moment))
    waiting = f"Waiting: {len(moment.waiting):,}, {deciding(moment)}"
    yield from _paragraph(waiting, _waiting(moment))
    yield from _paragraph(
        f"Running: {len(moment.running):,}, in order of admission", _running(moment)
    )
    yield from _paragraph(_blocks_title(moment), _blocks(moment))
    told = {
        at: [*candidates_text(each, scenario.scheduler, moment.unit)] for at, each in ranked.items()
    }
    yield from _paragraph(f"Events: {moment.event} of {events}", _events(moment, events, told))


def _paragraph(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield title
    yield from (f"  {line}" for line in lines)


def _more(rows: int) -> list[str]:
    return [f"… and {rows - MOST_ROWS:,} more; --json has all"] if rows > MOST_ROWS else []


def _waiting(moment: Moment) -> list[str]:
    rows = [_waiting_row(moment, at, row) for at, row in enumerate(moment.waiting[:MOST_ROWS])]
    return [*(table(WAITING, rows) if rows else []), *_more(len(moment.waiting))]


def _waiting_row(moment: Moment, position: int, row: Row) -> tuple[str, ...]:
    return (
        str(position + 1),
        visible(row.rid),
        row.state,
        f"{row.emitted}/{row.request.output_len}",
        counted(row.known_tokens, "token"),
        counted(sum(steps_by_cause(moment.waited[position]).values()), "step"),
        why_waiting(moment, position),
    )


def _running(moment: Moment) -> list[str]:
    rows = [_running_row(row, moment) for row in moment.running[:MOST_ROWS]]
    names = ("rid", "state", "computed", "sent", places(moment.unit), "preempted")
    return [
        *(table(names, rows, range(2, len(names))) if rows else []),
        *_more(len(moment.running)),
        *_holding(moment),
    ]


def _holding(moment: Moment) -> list[str]:
    """Who has finished and keeps a slot, in a static batch."""
    names = ", ".join(map(visible, moment.holding[:MOST_ROWS]))
    more = f" and {len(moment.holding) - MOST_ROWS:,} more" * (len(moment.holding) > MOST_ROWS)
    slots = counted(len(moment.holding), "slot")
    return [f"{slots} kept until the batch is done: {names}{more}"] if names else []


def _running_row(row: Row, moment: Moment) -> tuple[str, ...]:
    return (
        visible(row.rid),
        f"{row.state}, paused" if row.rid in moment.paused else row.state,
        f"{row.computed_tokens}/{row.known_tokens}",
        f"{row.emitted}/{row.request.output_len}",
        number(len(row.blocks)),
        number(row.preemptions),
    )


def _blocks_title(moment: Moment) -> str:
    if not moment.total_blocks:
        return "Blocks: memory without a limit"
    parts = {"used": moment.used_blocks, "cached": moment.cached_blocks, "free": moment.free_blocks}
    words = ", ".join(f"{count:,} {name}" for name, count in parts.items())
    if moment.largest_piece is not None:
        return f"Memory: {words} of {moment.total_blocks:,} tokens in one address space"
    return f"Blocks: {words} of {moment.total_blocks:,} × {moment.block_size} tokens"


def _blocks(moment: Moment) -> list[str]:
    owned = [
        (visible(row.rid), _listed(ranges(row.blocks))) for row in moment.running if row.blocks
    ]
    free = [("free", _listed(free_ranges(moment)))] if moment.free_blocks else []
    rows = [*owned[:MOST_ROWS], *shared_rows(moment), *cached_rows(moment), *free]
    return [*table(("", ""), rows)[1:], *_more(len(owned)), *memory_lines(moment)]


def _listed(found: Sequence[Range]) -> str:
    """`1–2 4`."""
    words = [str(first) if first == last else f"{first}–{last}" for first, last in found]
    more = [f"… {len(words) - MOST_RANGES:,} more"] if len(words) > MOST_RANGES else []
    return " ".join([*words[:MOST_RANGES], *more])


def _events(moment: Moment, events: int, told: Mapping[int, Sequence[str]]) -> Iterator[str]:
    rows = [
        (
            str(at),
            event.kind,
            "" if isinstance(event, Ran) else visible(event.rid),
            reason(event, moment.unit),
        )
        for at, event in enumerate(moment.events, 1)
    ]
    for at, line in enumerate(table(("", "", "", ""), rows)[1:], 1):
        yield line
        yield from (f"     {each}" for each in told.get(at, ()))
    if moment.event < events:
        yield f"… {events - moment.event} more follow in this step"
