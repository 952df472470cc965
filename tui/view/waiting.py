"""The pane of the queue: who is next, and what keeps each one there."""

from collections.abc import Iterator

from core.explain import why_waiting
from core.moment import Moment
from core.rows import Row as Request
from tui.view.box import MARGIN, Pane
from tui.view.clean import cells, clean
from tui.view.difference import Before
from tui.view.lines import Line, Row, Span, Target, cut, wrapped
from tui.view.numbers import counted, steps_waited
from tui.view.picked import briefly, name_width, named, row_of
from tui.view.running import nobody, titled
from tui.view.scene import Scene
from tui.view.table import GAP, Column, Table, window

WHY = "why not now"
REASON = 22
"""Cells of a reason at least: a long rid gives way to it, its letter stands for it."""
LEAST_REASON = 2
"""Lines that the head's numbers have in any pane that has them."""
LETTER = 3
"""Cells of a rid at least: its letter, and that there is more."""


def waiting_pane(scene: Scene, width: int, height: int) -> Pane:
    """Who waits, the head first."""
    waiting, places = scene.moment.waiting, scene.waiting_shown
    title = titled("Waiting", len(places), len(waiting))
    if not places:
        nothing = nobody("waits", len(waiting), scene.known.only)
        return Pane(title, [Row((Span(nothing, "label"),))])
    table = _table(scene, width - MARGIN)
    head = _why(scene, table, places[0], _most(height - 3, len(places)))
    shown = window(len(places), height - 2 - len(head), _cursor(scene))
    before = Before(scene)
    rows = [Row(table.head())]
    for at in range(shown.start, shown.end):
        place = places[at]
        why = head if at == 0 else [_reason(scene, place)]
        moved = before.moved(waiting[place].rid, place) if before.is_shown else Span("")
        rows += _rows(scene, table, place, why, moved)
    note = shown.note or (f"in order, {deciding(scene.moment)}" if len(places) > 1 else "")
    return Pane(title, rows, note)


def deciding(moment: Moment) -> str:
    """Who of those that wait is let in: the head, or in an order with passing who fits."""
    head = next(iter(moment.waiting.rids), None)
    may_pass = head is not None and moment.overtaken(head) is not None
    return "who fits may pass" if may_pass else "the head decides"


def _cursor(scene: Scene) -> int | None:
    rid = scene.attention.rid
    if rid is None or any(row.rid == rid for row in scene.running):
        return None
    place = scene.places.get(rid)
    if place is None or isinstance(scene.waiting_shown, range):
        return place
    return next((at for at, one in enumerate(scene.waiting_shown) if one == place), None)


def _table(scene: Scene, width: int) -> Table:
    columns = [
        Column("#", len(f"{len(scene.run.requests):,}"), "right", rank=5),
        Column("rid", _name(scene, width)),
        Column("state", 9, rank=2),
        Column("needs", _needs(scene.moment.total_blocks), "right", rank=3),
        Column(WHY, REASON, grow=True),
        Column("waited", 6, "right", rank=4),
        Column("moved", 5 if scene.known.before is not None else 0, "right", rank=1),
    ]
    return Table(columns, width)


def _name(scene: Scene, width: int) -> int:
    """Cells of letter and rid beside a reason in `width` cells."""
    return min(name_width(scene), max(LETTER, width - REASON - len(GAP)))


def _needs(total: int) -> int:
    """Cells of what one can need of so many blocks, and be admitted some time."""
    return max(10, cells(counted(total, "block"))) if total else 0


def _most(room: int, waiting: int) -> int:
    """Lines of `room` that the head's reason may take: a line is left for the one behind it."""
    alone = waiting == 1 or room <= LEAST_REASON
    return max(1, room if alone else room - 1)


def _why(scene: Scene, table: Table, place: int, most: int) -> list[str]:
    """What keeps number `place`, in at most so many lines of its column, cut where it is longer."""
    width = table.width_of(WHY)
    lines = wrapped(_reason(scene, place), width) if width else [""]
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width)]


def _reason(scene: Scene, place: int) -> str:
    return briefly(scene, clean(why_waiting(scene.moment, place)))


def _rows(scene: Scene, table: Table, place: int, why: list[str], moved: Span) -> Iterator[Row]:
    row = scene.moment.waiting[place]
    target = Target("request", rid=row.rid)
    line = _cells(scene, place, row, why[0], table.width_of("rid"))
    yield row_of(scene, table.line([*line, (moved,)]), target)
    for more in why[1:]:
        yield row_of(scene, table.line(["", "", "", "", more, "", ""]), target)


def _cells(scene: Scene, place: int, row: Request, why: str, width: int) -> list[Line | str]:
    """What stands in the columns of number `place`, its name in `width` cells."""
    waited, size = steps_waited(scene.moment.waited[place]), scene.moment.block_size
    new = row.rid in scene.changes.arrived or row.rid in scene.changes.preempted
    unit = "block" if scene.moment.largest_piece is None else "token"
    state = f"{'warn' if row.state == 'preempted' else ''}{' new' if new else ''}"
    return [
        (Span(f"{place + 1:,}", "label"),),
        named(scene, row.rid, width),
        (Span(row.state, state.strip()),),
        counted(scene.moment.needed_blocks(place), unit) if size else "",
        (Span(why, "" if place == 0 else "label"),),
        (Span(f"{waited:,}", "" if waited else "label"),),
    ]
