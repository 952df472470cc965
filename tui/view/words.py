"""A step as plain text, for a message or an issue: what the panes show, without their frames."""

from collections.abc import Iterable, Iterator

from core.events import Ran
from core.explain import counted, reason, why_waiting
from core.moment import Moment
from tui.view.clean import clean, clean_rid
from tui.view.knobs import checked_form
from tui.view.numbers import clock, share
from tui.view.scene import Scene

MOST = 100
"""Rows of a list that are told."""


def step_words(scene: Scene) -> str:
    """The moment in paragraphs, one line for each row; ends in one newline."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(scene))


def _lines(scene: Scene) -> Iterator[str]:
    moment = scene.moment
    time = "" if moment.now_ms is None else f", {clock(moment.now_ms)}"
    yield clean(scene.film.title)
    yield checked_form(scene.run.scheduler)
    yield from scene.film.capacity
    yield f"step {moment.step:,}, event {moment.event} of {len(scene.events)}{time}"
    yield from _paragraph("Events", len(scene.events), _events(scene))
    yield from _paragraph("Waiting", len(moment.waiting), _waiting(moment))
    yield from _paragraph("Running", len(moment.running), _running(scene))
    if moment.total_blocks:
        yield ""
        used = share(moment.used_blocks, moment.total_blocks)
        yield f"{moment.unit.capitalize()}s: {used} used, {moment.free_blocks:,} free"


def _paragraph(title: str, count: int, lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield f"{title}: {count:,}"
    yield from (f"  {line}" for line in lines)
    if count > MOST:
        yield f"  … {count - MOST:,} more"


def _events(scene: Scene) -> Iterator[str]:
    for number, event in enumerate(scene.events[:MOST], 1):
        rid = "" if isinstance(event, Ran) else f" {clean_rid(event.rid)}"
        mark = ">" if number == scene.moment.event else " "
        kind = event.kind.replace("_", " ")
        yield f"{mark} {number} {kind}{rid}: {clean(reason(event, scene.moment.unit))}"


def _waiting(moment: Moment) -> Iterator[str]:
    for place, row in enumerate(moment.waiting[:MOST]):
        yield f"{place + 1} {clean_rid(row.rid)} {row.state}: {clean(why_waiting(moment, place))}"


def _running(scene: Scene) -> Iterator[str]:
    for row in scene.running[:MOST]:
        sent = share(row.emitted, row.request.output_len)
        blocks = counted(len(row.blocks), scene.moment.unit)
        computed = share(row.computed_tokens, row.known_tokens)
        yield f"{clean_rid(row.rid)} {row.state}: sent {sent}, computed {computed}, {blocks}"
