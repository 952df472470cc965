"""The pane of who runs: how far each is, what it holds, what this step did for it."""

from collections.abc import Iterator, Sequence

from core.rows import Row as Request
from tui.view.box import MARGIN, Pane
from tui.view.clean import clean, clean_rid
from tui.view.difference import Before, in_column
from tui.view.knobs import budget_of
from tui.view.lines import Line, Row, Span, Target, fit
from tui.view.memory import places
from tui.view.numbers import counted, share
from tui.view.only import Only
from tui.view.picked import name_width, named, row_of
from tui.view.scene import Scene
from tui.view.table import Column, Table, window

MOST_NAMED = 8
"""Of those who keep a slot."""
WORK = "this step"
CHANGE = 4
"""Cells more where a count is compared with the step before."""


def running_pane(scene: Scene, width: int, height: int) -> Pane:
    """Who runs, the earliest admitted first."""
    running = scene.running_shown
    table, before = _table(scene, width - MARGIN), Before(scene)
    cursor = next((n for n, row in enumerate(running) if scene.is_selected(row.rid)), None)
    holding = scene.moment.holding
    shown = window(len(running), height - 3 - bool(holding), cursor)
    rows = [Row(table.head())]
    rows += [
        row_of(scene, _line(scene, table, row, before), Target("request", rid=row.rid))
        for row in running[shown.start : shown.end]
    ]
    if not running:
        rows = [Row((Span(nobody("runs", len(scene.running), scene.known.only), "label"),))]
    rows += [_holding(holding, width - MARGIN)] if holding else []
    note = shown.note or ("in order of admission" if len(running) > 1 else "")
    return Pane(titled("Running", len(running), len(scene.running)), rows, note)


def titled(name: str, shown: int, every: int) -> str:
    """`Running 27`, or `Running 3 of 27` where a filter shows fewer."""
    if shown < every:
        return f"{name} {shown:,} of {every:,}"
    return f"{name} {every:,}" if every else name


def nobody(does: str, every: int, only: Only | None) -> str:
    """`nobody runs`, or that the filter shows none of those who do."""
    if not every or only is None:
        return f"nobody {does}"
    return f"none of the {every:,} is {clean(only.words)}"


def _holding(holding: Sequence[str], width: int) -> Row:
    """Who has finished and keeps a slot, in a static batch."""
    slots = counted(len(holding), "slot")
    names = ", ".join(clean_rid(rid) for rid in holding[:MOST_NAMED])
    more = f" and {len(holding) - MOST_NAMED:,} more" if len(holding) > MOST_NAMED else ""
    text = f"{slots} kept until the batch is done: {names}{more}"
    return Row(fit((Span(text, "warn"),), width))


def _table(scene: Scene, width: int) -> Table:
    """Room for what a step does to most comes before other columns, a little of it after them."""
    table = _columns(scene, width, 17)
    return table if table.width_of(WORK) else _columns(scene, width, 7)


def _columns(scene: Scene, width: int, work: int) -> Table:
    paged = scene.moment.total_blocks > 0
    more = CHANGE if scene.known.before is not None else 0
    columns = [
        Column("rid", name_width(scene)),
        Column("state", 10, rank=2),
        Column("prompt", max(6, 2 * scene.film.digits + 1), "right", rank=4),
        Column("sent", max(4, 2 * scene.film.output_digits + 1) + more, "right", rank=1),
        Column(places(scene.moment.unit), 6 + more if paged else 0, "right", rank=3),
        Column("preempted", 9, "right", rank=6),
        Column(WORK, work, grow=True, rank=5),
    ]
    return Table(columns, width)


def _line(scene: Scene, table: Table, row: Request, before: Before) -> Line:
    new = "new" if row.rid in scene.changes.admitted else ""
    then, room = before.running.get(row.rid), CHANGE if before.is_shown else 0
    sent, blocks = (None, None) if then is None else (then.emitted, len(then.blocks))
    cells: list[Line | str] = [
        named(scene, row.rid, name_width(scene), holds=True),
        (Span(row.state, new),),
        _prompt(row),
        (Span(share(row.emitted, row.request.output_len)), *in_column(row.emitted, sent, room)),
        (Span(f"{len(row.blocks):,}"), *in_column(len(row.blocks), blocks, room)),
        (Span(f"{row.preemptions}×" if row.preemptions else "", "warn"),),
        (Span(", ".join(this_step(scene, row)), "label"),),
    ]
    return table.line(cells)


def _prompt(row: Request) -> str:
    """What is computed of the prompt, or after a preemption of prompt and sent tokens."""
    if row.state == "prefilling":
        return share(row.computed_tokens, row.known_tokens)
    return share(row.request.prompt_len, row.request.prompt_len)


def this_step(scene: Scene, row: Request) -> Iterator[str]:
    """What the changes seen so far did for `row`."""
    changes = scene.changes
    if row.rid in changes.admitted:
        yield "came back" if changes.admitted[row.rid] else "admitted"
    if row.rid in changes.shared:
        yield f"shares {counted(changes.shared[row.rid], 'token')}"
    if row.rid in changes.tokens:
        yield counted(changes.tokens[row.rid], "token")
    elif changes.ran:
        yield _decoded(scene, row) if row.state == "decoding" else _unserved(scene)
    if blocks := changes.grown.get(row.rid):
        yield "took " + ", ".join(map(str, blocks))


def _decoded(scene: Scene, row: Request) -> str:
    """The token of a decode, or why it got none."""
    if scene.changes.stalled:
        return "stands still"
    return "no token for it" if row.rid in scene.moment.paused else "1 token"


def _unserved(scene: Scene) -> str:
    """Why one that is still prefilling got no tokens, and who took the most of them."""
    budget, taken = budget_of(scene.film.run.scheduler), scene.changes.tokens
    if budget is None or not taken:
        return "no budget left"
    rid = max(taken, key=taken.__getitem__)
    left = budget - scene.moment.tokens
    return f"budget: {left:,} of {budget:,} left, {clean_rid(rid)} took {taken[rid]:,}"
