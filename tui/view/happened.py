"""The pane of the step's events: what it did, in order, and why.

▸ stands at the last change that the moment has seen; what comes after it is dim. Where there is
room a reason has a column of its own, else it flows behind its request. Where there are more than
fit, neighbours of one kind are folded into a line; those that still do not show are counted, and an
event that is cut off ends with …. Under a preemption stands its ranking.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from core.events import Event, Ran
from core.explain import reason
from tui.view.box import MARGIN, Pane
from tui.view.candidates import candidates
from tui.view.clean import cells, clean
from tui.view.folding import Item, items_of
from tui.view.lines import Line, Row, Span, Target, fit, left, right, text_of, width_of, wrapped
from tui.view.picked import briefly, name_of, name_width, row_of
from tui.view.prose import prose
from tui.view.scene import Scene
from tui.view.table import Window, window

KIND = 11
NARROWEST = 30
NAMED = 24
"""Requests of folded events that are named, where there is room."""
BAD = frozenset({"preempted", "rejected", "cancelled"})
GOOD = frozenset({"finished", "first_token", "hit"})


def events_pane(scene: Scene, width: int, height: int) -> Pane:
    """What happened, and how far the moment has seen it."""
    inner, lines = width - MARGIN, max(0, height - 2)
    title = f"Events of step {scene.moment.step:,}"
    if not scene.events:
        nothing = [Row((Span(t, "label"),)) for t in wrapped(_nothing(scene), inner)]
        return Pane(title, [*_ending(scene, inner)] or nothing)
    items = items_of(scene.events, _focus(scene), lines, scene.known.only)
    rows, at = _around(scene, items, inner, lines)
    start = _whole(rows, window(len(rows), lines, at).start, at)
    shown, hidden = rows[start : start + lines], rows[start + lines :]
    return Pane(title, _open_ended(shown, hidden, inner), _note(scene, items, shown))


def _ending(scene: Scene, width: int) -> Iterator[Row]:
    """Why a run that is not done ends in this step: behind its events, for it is no event."""
    run = scene.run
    if run.status not in {"running", "finished"} and scene.moment.step == run.last_step:
        for text in prose(f"{run.status}: {run.reason}", width):
            yield Row((Span(text, "bad"),))


def _focus(scene: Scene) -> int:
    """The number of the event picked, else of the last one seen."""
    return scene.attention.event or max(scene.moment.event, 1)


def _open_ended(shown: Sequence[Row], hidden: Sequence[Row], width: int) -> list[Row]:
    """The rows that show; the last one says if what it is about goes on in those that do not."""
    if not shown or not hidden or hidden[0].target != shown[-1].target:
        return list(shown)
    last = shown[-1]
    text = text_of(last.line)
    if text.endswith("…"):
        return list(shown)
    more = (Span(" …", "label"),)
    room = width - width_of(more)
    line = fit(last.line, room) if cells(text) > room else (*_until(last.line, text), *more)
    return [*shown[:-1], last._replace(line=line)]


def _until(line: Line, text: str) -> Iterator[Span]:
    """`line` as far as its `text`, without the blanks behind it."""
    room = len(text)
    for span in line:
        yield span._replace(text=span.text[:room])
        room = max(0, room - len(span.text))


def _note(scene: Scene, items: Sequence[Item], shown: Sequence[Row]) -> str:
    """Which events show, where they are not all."""
    if scene.known.only is not None:
        count = sum(item.size for item in items)
        return f"{count:,} of {len(scene.events):,}: {clean(scene.known.only.words)}"
    numbers = [row.target.number for row in shown if row.target is not None]
    if numbers:
        last = next(item.last for item in items if item.first == numbers[-1])
        part = Window(numbers[0] - 1, last, len(scene.events))
        if part.note:
            return part.note
    return "why, in the rule’s numbers"


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


def _around(scene: Scene, items: Sequence[Item], width: int, lines: int) -> tuple[list[Row], int]:
    """The lines of the items around the one looked at, and where that one begins."""
    focus = _focus(scene)
    place = max(0, bisect_right(items, focus, key=lambda item: item.first) - 1)
    before = Row((Span("▸ before the first", "accent"),))
    rows = [] if scene.moment.event else [before]
    at = 0
    for number in range(max(0, place - lines), min(len(items), place + lines + 1)):
        at = len(rows) if number == place else at
        rows += _rows(scene, items[number], width)
        if number == place and items[number].first == focus:
            rows += _ranked(scene, items[number], width, lines)
    if not items:
        nothing = "no event of this step is shown by the filter"
        rows += [Row((Span(text, "label"),)) for text in wrapped(nothing, width)]
    return [*rows, *_ending(scene, width)], at


def _ranked(scene: Scene, item: Item, width: int, lines: int) -> Iterator[Row]:
    """Who could have been preempted instead."""
    event = scene.events[item.first - 1]
    indent = 5 + len(f"{len(scene.events)}")
    for line in candidates(scene, width - indent, max(3, lines // 2)):
        target = Target("event", "" if isinstance(event, Ran) else event.rid, item.first)
        yield Row((Span(" " * indent), *line), target)


def _rows(scene: Scene, item: Item, width: int) -> Iterator[Row]:
    """The lines of the event `item.first`, or of all that are folded into it."""
    number = item.first
    event = scene.events[number - 1]
    rid = "" if isinstance(event, Ran) or item.size > 1 else event.rid
    seen = number <= scene.moment.event
    if item.size > 1:
        start = (*_count(scene, number), *_kind(event), Span(f"×{item.size:,}  ", "value"))
        lines = iter([fit((*start, Span(_names(scene, item), "label")), width)])
    else:
        start = (*_count(scene, number), *_subject(scene, event, seen=seen))
        column = width_of(start)
        narrow = width - column < NARROWEST
        lines = (
            _flowing(scene, number, event, width)
            if narrow
            else _in_columns(start, _reason(scene, event), width - column)
        )
    for line in lines:
        styled = line if seen else tuple(Span(t, "later") for t, _ in line)
        yield row_of(scene, styled, Target("event", rid, number))


def _names(scene: Scene, item: Item) -> str:
    """Whom the folded events are about."""
    folded = scene.events[item.first - 1 : item.last]
    names = [name_of(scene, event.rid) for event in folded[:NAMED] if not isinstance(event, Ran)]
    return ", ".join(names) + (", …" if len(folded) > NAMED else "")


def _reason(scene: Scene, event: Event) -> str:
    subject = "" if isinstance(event, Ran) else event.rid
    return briefly(scene, clean(reason(event, scene.moment.unit)), subject)


def _in_columns(start: Line, why: str, room: int) -> Iterator[Line]:
    for at, text in enumerate(wrapped(why, room)):
        yield (*(start if at == 0 else (Span(" " * width_of(start)),)), Span(text))


def _flowing(scene: Scene, number: int, event: Event, width: int) -> Iterator[Line]:
    """Number, kind, request and reason as one paragraph, indented from its second line on."""
    count = _count(scene, number)
    indent = width_of(count)
    kind = event.kind.replace("_", " ")
    head = kind if isinstance(event, Ran) else f"{kind} {name_of(scene, event.rid)}"
    lines = wrapped(f"{head}: {_reason(scene, event)}", width - indent)
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
    if isinstance(event, Ran):
        return (*_kind(event), Span(" " * (name_width(scene) + 2)))
    ink = scene.letters.of(event.rid).ink if seen else "later"
    name = Span(left(name_of(scene, event.rid), name_width(scene)) + "  ", ink)
    return (*_kind(event), name)


def _kind(event: Event) -> Line:
    return (Span(left(event.kind.replace("_", " "), KIND) + "  ", _style(event)),)


def _style(event: Event) -> str:
    if event.kind in BAD:
        return "bad"
    if event.kind in GOOD:
        return "good"
    return "warn" if event.kind == "held" else "kind"
