"""The lines above the panes: which run, which moment of it, and its counts.

Every count is read off the moment shown, so it equals the lists below after any jump.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from tui.view.against import against_line
from tui.view.clean import cells, clean
from tui.view.difference import change
from tui.view.engine import engine_state, number_text
from tui.view.knobs import brief_form, budget_of, checked_form, long_form, short_form, slots_of
from tui.view.lines import Line, Span, both_ends, cut, fit, line, width_of
from tui.view.memory import places
from tui.view.numbers import clock, share
from tui.view.scene import Film, Scene

NAME = "Driftwood"
SHORTEST_TITLE = 24
LEAST_OF_TITLE = 12
"""Cells of the title that give way to knobs, and those that do not."""
FEW = 100
GAP = "   "
ROOMY = 100
FIRST_LINES = 2
SIDE_LINES = 2
"""Lines over two columns, and over each of them."""

Item: TypeAlias = tuple[Span, ...]


def header_height(film: Film, width: int) -> int:
    """How many lines the header takes: three where its counts may need a line of their own."""
    return 2 if width >= _widest(film) else 3


def _widest(film: Film) -> int:
    """About the most cells that moment and counts can take together in this run."""
    scheduler, requests = film.run.scheduler, len(film.run.requests)
    limits = [slots_of(scheduler) or 0, film.total_blocks, budget_of(scheduler) or 0]
    counts = sum(2 * cells(f"{limit:,}") for limit in limits) + 2 * cells(f"{requests:,}")
    time = 14 if film.run.cost is not None else 0
    words = 100 if film.total_blocks else 89
    return words + counts + time + (12 if requests > FEW else 0)


def header(scene: Scene, width: int) -> list[Line]:
    """The header in exactly `header_height` lines of `width` cells, and one for the other run."""
    against = scene.known.against
    if against is None:
        return _header(scene, width)
    last = against_line(against, scene.moment.step, scene.known.keys, width)
    return [*_header(scene, width), last]


def both_header(scene: Scene, width: int) -> list[Line]:
    """The lines over two columns: which moment of which scenario, and how the two stand."""
    title = Span(clean(scene.film.title), "name")
    moment = _row(list(_moment(scene)))
    name = (Span(f" {NAME}", "brand"), Span(GAP))
    room = width - width_of(name) - width_of(moment)
    first = both_ends((*name, *fit((title,), max(0, room - 1))), moment, width)
    against = scene.known.against
    words = () if against is None else (against,)
    told = [against_line(one, scene.moment.step, scene.known.keys, width) for one in words]
    return [first, *(told or [fit((), width)])]


def side_header(scene: Scene, width: int, *, focused: bool) -> list[Line]:
    """The lines over a column: the name and knobs of its run, and its counts at the moment."""
    against = scene.known.against
    name = clean("" if against is None else against.own)
    mark = Span(" ▸ " if focused else "   ", "accent")
    start = (mark, Span(name, "name accent" if focused else "name"), Span("  "))
    knobs = short_form(scene.run.scheduler)
    first = fit((*start, Span(knobs, "label")), width)
    return [first, _spread([], [*_counts(scene), _status(scene)], width, GAP[1:])]


def _header(scene: Scene, width: int) -> list[Line]:
    first, moment = _first(scene, width), list(_moment(scene))
    *counts, preempted = _counts(scene)
    ending = [preempted, _status(scene)]
    if header_height(scene.film, width) == 2:  # noqa: PLR2004 - two lines
        return [first, _spread(moment, [*counts, *ending], width)]
    gap = GAP if width >= ROOMY else GAP[1:]
    return [first, _spread(moment, ending, width), _spread([], counts, width, gap)]


BRIEF = {
    "finished at ": "end ",
    "computing, at ": "at ",
    "idle until ": "idle to ",
    "event ": "ev ",
    "preempted ": "pre ",
    "waiting ": "wait ",
    "budget ": "bud ",
    "tokens ": "tok ",
    "blocks ": "blk ",
    "places ": "plc ",
    "cached ": "cac ",
    "threshold ": "thr ",
    "watermark ": "wm ",
    "reserved ": "res ",
    "slots ": "sl ",
    " of ": "/",
}
"""Words of the header, and what is left where numbers need the room; the first goes first."""


def _spread(moment: Sequence[Item], items: Sequence[Item], width: int, widest: str = GAP) -> Line:
    """The moment at the left and the counts at the right; alone they stand at the left.

    They move closer together where that is needed, then word by word gives way, then whole counts:
    a number is never cut.
    """
    gaps = [widest] + [GAP[1:]] * (len(BRIEF) + 1)
    for words, gap in enumerate(gaps, -1):
        start, row = (_row(_brief(each, words), gap) for each in (moment, items))
        if not moment and width_of(row) <= width:
            return fit(row, width)
        if moment and width_of((*start, *row)) < width:
            return both_ends(start, row, width)
    return _spread(moment, items[:-1], width) if items else fit(_row(moment, GAP[1:]), width)


def _brief(items: Sequence[Item], words: int) -> list[Item]:
    """`items` with the first so many of the words shortened."""
    shortened = dict(list(BRIEF.items())[: max(0, words)])
    return [tuple(Span(_shorter(text, shortened), style) for text, style in i) for i in items]


def _shorter(text: str, shortened: Mapping[str, str]) -> str:
    word = next((word for word in shortened if text.startswith(word)), "")
    return shortened[word] + text.removeprefix(word) if word else text


def _row(items: Sequence[Item], gap: str = GAP) -> Line:
    """Items with a gap between two, and a blank at each end."""
    out: list[Span] = [Span(" ")]
    for at, item in enumerate(items):
        out += [Span(gap)] if at else []
        out += item
    return (*out, Span(" "))


def _first(scene: Scene, width: int) -> Line:
    title, scheduler = clean(scene.film.title), scene.run.scheduler
    long = long_form(scheduler)
    capacity = scene.film.capacity[:1]
    every = [" · ".join([form, *capacity]) for form in (checked_form(scheduler), long)]
    forms = (*every, long, short_form(scheduler), brief_form(scheduler))
    around = width - len(NAME) - 7
    wanted = min(SHORTEST_TITLE, cells(title))
    fitting = (form for form in forms if around - cells(form) >= wanted)
    least = min(LEAST_OF_TITLE, wanted)
    knobs = next(fitting, cut(forms[-1], max(0, around - least)))
    room = around - cells(knobs)
    name = fit((Span(title, "name"),), max(0, room))
    start = (Span(f" {NAME}", "brand"), Span("   "), *name)
    return both_ends(start, line(Span(f"{knobs} ", "label")), width)


def _moment(scene: Scene) -> Iterator[Item]:
    moment = scene.moment
    yield (Span("step ", "label"), Span(f"{moment.step:,}", "value"))
    if scene.events:
        event, of = Span(f"{moment.event}", "value"), Span(f" of {len(scene.events)}", "label")
        yield (Span("event ", "label"), event, of)
    if moment.now_ms is not None:
        yield (Span(clock(moment.now_ms), "value"),)
    if until := idle_until(scene):
        yield (Span(f"idle until {until:,}", "warn"),)


def idle_until(scene: Scene) -> int | None:
    """The next executed step, if steps are jumped before it."""
    series = scene.run.series
    following = series.index_at(scene.moment.step) + 1
    if following < len(series) and series.step[following] > scene.moment.step + 1:
        return series.step[following]
    return None


def _counts(scene: Scene) -> Iterator[Item]:
    moment, scheduler, then = scene.moment, scene.run.scheduler, scene.known.before
    then = scene.moment if then is None else then  # nothing changed where one does not compare
    slots, budget = slots_of(scheduler), budget_of(scheduler)
    yield _item("slots", moment.held_slots, slots, then.held_slots)
    if moment.total_blocks:
        yield _item(places(moment.unit), moment.used_blocks, moment.total_blocks, then.used_blocks)
    if moment.is_caching:
        yield _item("cached", moment.cached_blocks, None, then.cached_blocks)
    for name, number in engine_state(scheduler, moment).items():
        yield (Span(f"{name} ", "label"), Span(number_text(name, number), "value"))
    yield _item("tokens" if budget is None else "budget", moment.tokens, budget)
    yield _item("waiting", len(moment.waiting), None, len(then.waiting))
    yield _item("preempted", moment.preemptions, None, then.preemptions)


def _item(name: str, count: int, most: int | None, before: int | None = None) -> Item:
    """A count, of what there is, and what it is more or less than `before`."""
    text = f"{count:,}" if most is None else share(count, most)
    value = Span(text, "value full" if count == most else "value")
    return (Span(f"{name} ", "label"), value, *change(count, before))


def _status(scene: Scene) -> Item:
    run = scene.run
    last = f"{max(0, run.last_step):,}"
    match run.status:
        case "running":
            share = 100 * run.ended // len(run.requests)
            return (Span(f"computing, at {last} · {share}%", "warn"),)
        case "finished":
            return (Span(f"finished at {last}", "label"),)
        case "stalled" | "cycling" | "limit" | "failed":
            return (Span(f"{run.status} at {last}", "bad"),)
