"""The pane of the step's events: what it did, in order, and why.

▸ stands at the last change that the moment has seen; what comes after it is dim. Where there is
room a reason has a column of its own, else it flows behind its request.
"""

from collections.abc import Iterator

from core.events import Event, Ran
from core.explain import reason
from tui.view.box import MARGIN, Pane
from tui.view.clean import cells, clean
from tui.view.lines import Line, Row, Span, Target, left, right, width_of, wrapped
from tui.view.picked import name_of, name_width, row_of
from tui.view.scene import Scene
from tui.view.table import window

KIND = 11
NARROWEST = 30
BAD = frozenset({"preempted", "rejected"})
GOOD = frozenset({"finished", "first_token"})


def events_pane(scene: Scene, width: int, height: int) -> Pane:
    """What happened, and how far the moment has seen it."""
    inner, lines = width - MARGIN, max(0, height - 2)
    title = f"Events of step {scene.moment.step:,}"
    if not scene.events:
        return Pane(title, [Row((Span(t, "label"),)) for t in wrapped(_nothing(scene), inner)])
    rows, at = _around(scene, inner, lines)
    start = _whole(rows, window(len(rows), lines, at).start, at)
    note = "why, in the rule’s numbers"
    if len(rows) > lines:
        note = f"{scene.moment.event:,} of {len(scene.events):,}"
    return Pane(title, rows[start : start + lines], note)


def _whole(rows: list[Row], start: int, at: int) -> int:
    """The first row from `start` on that begins an event: none is shown without its head."""
    target = rows[start - 1].target if start else None
    while start < min(at, len(rows)) and rows[start].target == target:
        start += 1
    return start


def _nothing(scene: Scene) -> str:
    if scene.run.series.index_at(scene.moment.step) < 0:
        return "before the first arrival"
    return "a jumped step: nobody arrives, waits or runs in it"


def _around(scene: Scene, width: int, lines: int) -> tuple[list[Row], int]:
    """The lines of the events around the one looked at, and where that one begins."""
    focus = scene.attention.event or max(scene.moment.event, 1)
    before = Row((Span("▸ before the first", "accent"),))
    rows = [] if scene.moment.event else [before]
    at = 0
    for number in range(max(1, focus - lines), min(len(scene.events), focus + lines) + 1):
        at = len(rows) if number == focus else at
        rows += _rows(scene, number, width)
    return rows, at


def _rows(scene: Scene, number: int, width: int) -> Iterator[Row]:
    """The lines of event `number` (from 1)."""
    event = scene.events[number - 1]
    rid = "" if isinstance(event, Ran) else event.rid
    start = (*_count(scene, number), *_subject(scene, event, seen=number <= scene.moment.event))
    column = width_of(start)
    if width - column < NARROWEST:
        lines = _flowing(scene, number, event, width)
    else:
        lines = _in_columns(start, event, width - column)
    for line in lines:
        styled = line if number <= scene.moment.event else tuple(Span(t, "later") for t, _ in line)
        yield row_of(scene, styled, Target("event", rid, number))


def _in_columns(start: Line, event: Event, room: int) -> Iterator[Line]:
    for at, text in enumerate(wrapped(clean(reason(event)), room)):
        yield (*(start if at == 0 else (Span(" " * width_of(start)),)), Span(text))


def _flowing(scene: Scene, number: int, event: Event, width: int) -> Iterator[Line]:
    """Number, kind, request and reason as one paragraph, indented from its second line on."""
    count = _count(scene, number)
    indent = width_of(count)
    kind = event.kind.replace("_", " ")
    head = kind if isinstance(event, Ran) else f"{kind} {name_of(scene, event.rid)}"
    lines = wrapped(f"{head}: {clean(reason(event))}", width - indent)
    split = min(cells(head), len(lines[0]))
    yield (*count, Span(lines[0][:split], _style(event)), Span(lines[0][split:]))
    yield from ((Span(" " * indent), Span(text)) for text in lines[1:])


def _count(scene: Scene, number: int) -> Line:
    mark = "▸ " if number == scene.moment.event else "  "
    picked = number == scene.attention.event
    digits = right(f"{number}", len(f"{len(scene.events)}"))
    return (Span(mark, "accent"), Span(digits, "row" if picked else "label"), Span("  "))


def _subject(scene: Scene, event: Event, *, seen: bool) -> Line:
    """What kind of change it was, and of which request."""
    kind = Span(left(event.kind.replace("_", " "), KIND) + "  ", _style(event))
    if isinstance(event, Ran):
        return (kind, Span(" " * (name_width(scene) + 2)))
    ink = scene.letters.of(event.rid).ink if seen else "later"
    return (kind, Span(left(name_of(scene, event.rid), name_width(scene)) + "  ", ink))


def _style(event: Event) -> str:
    if event.kind in BAD:
        return "bad"
    if event.kind in GOOD:
        return "good"
    return "warn" if event.kind == "held" else "kind"
