"""Where each pane stands, for any size of the terminal.

It depends on the size and on what stays the same for a whole run (its pool, its slots, how many
requests it has), never on a moment or on an earlier size: panes do not jump while one steps, and a
frame is the same however the terminal got to its size.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tui.view.box import MARGIN
from tui.view.header import header_height
from tui.view.knobs import slots_of
from tui.view.mapshape import shape_of
from tui.view.scene import Film, PaneName

SMALLEST = (40, 10)
"""Cells and lines below which a sentence stands instead of the panes."""
FOOTER = 1
NARROW = 60
"""Cells below which panes stand one above the other: two of 30 cells hold nothing."""

TALL = 24
"""Lines of panes one above the other from which events get more than the others."""


class Rect(NamedTuple):
    """A place on the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


class Needs(NamedTuple):
    """What a run could fill: its pool, rows of who runs and waits, lines of its header."""

    total_blocks: int
    block_size: int
    running: int
    waiting: int
    header: int


Places: TypeAlias = Mapping[PaneName, Rect]


def needs_of(film: Film, width: int, *, against: bool = False) -> Needs:
    """What the run of `film` could fill in `width` cells; a line more `against` another run."""
    scheduler, requests = film.run.scheduler, len(film.run.requests)
    slots = slots_of(scheduler)
    most = requests if slots is None else min(slots, requests)
    lines = header_height(film, width) + against
    return Needs(film.total_blocks, film.block_size, most, requests, lines)


def too_small(width: int, height: int) -> bool:
    """Whether there is no room for panes."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def layout(
    width: int,
    height: int,
    needs: Needs,
    zoomed: PaneName | None = None,
    narrow: int = NARROW,
) -> Places:
    """The place of every pane that shows; in less than `narrow` cells they stand in one column."""
    if too_small(width, height):
        return {}
    body = Rect(0, needs.header, width, height - needs.header - FOOTER)
    if zoomed:
        return {zoomed: body}
    body, timeline = _timeline(body, needs)
    if width < narrow:
        return _stacked(body, needs) | timeline
    if width < 100 or body.height < 24:  # noqa: PLR2004 - less has no room for the request
        return _compact(body, needs) | timeline
    if width >= 160 and body.height >= 32 and _is_large(body, needs):  # noqa: PLR2004 - two full columns
        return _wide(body, needs) | timeline
    return _normal(body, needs) | timeline


def _timeline(body: Rect, needs: Needs) -> tuple[Rect, dict[PaneName, Rect]]:
    """The timeline at the bottom, and the rest."""
    tall = next((n for least, n in ((30, 7), (25, 6), (16, 4)) if body.height >= least), 0)
    tall = tall if needs.total_blocks else min(tall, 6)  # a curve less
    rest = Rect(body.x, body.y, body.width, body.height - tall)
    place = Rect(body.x, body.y + rest.height, body.width, tall)
    return rest, ({"timeline": place} if tall else {})


def _stacked(body: Rect, needs: Needs) -> dict[PaneName, Rect]:
    order: list[PaneName] = ["events", "running", "waiting", "blocks"]
    if not needs.total_blocks:
        order.remove("blocks")
    count = max(1, min(len(order), body.height // 5))
    shown = [name for name in ("blocks", "waiting", "running", "events") if name in order[:count]]
    return dict(zip(shown, _heights(body, shown, needs), strict=True))


def _heights(body: Rect, shown: Sequence[PaneName], needs: Needs) -> Iterator[Rect]:
    """A share for each, or the less that its run can fill; events, the last, get the rest.

    Where there is room their share is half as much again.
    """
    fills = {
        "blocks": _map_height(body, needs),
        "waiting": needs.waiting + 4,
        "running": needs.running + 4,
    }
    parts = 2 * len(shown) + (body.height >= TALL)
    share, rest = max(5, body.height * 2 // parts), body
    for name in shown[:-1]:
        upper, rest = _parted(rest, max(5, min(share, fills[name])))
        yield upper
    yield rest


def _compact(body: Rect, needs: Needs) -> dict[PaneName, Rect]:
    left, right = _split(body, 0.46)
    waiting, events = _parted(right, max(5, right.height * 2 // 5))
    if not needs.total_blocks:
        return {"running": left, "waiting": waiting, "events": events}
    upper, lower = _parted(left, min(max(5, left.height // 2), _map_height(left, needs)))
    return {"blocks": upper, "waiting": waiting, "running": lower, "events": events}


def _normal(body: Rect, needs: Needs) -> dict[PaneName, Rect]:
    """Blocks and waiting above, request and events in the middle, running below."""
    if not needs.total_blocks:
        return _without_memory(body, needs)
    running = max(6, min(needs.running + 3, body.height // 3))
    rest, lower = _parted(body, body.height - running)
    wanted = max(_map_height(_split(rest, 0.39)[0], needs), min(needs.waiting + 3, 10))
    upper, middle = _parted(rest, max(8, min(wanted, rest.height // 2)))
    blocks, waiting = _split(upper, 0.39)
    request, events = _split(middle, 0.39)
    places: dict[PaneName, Rect] = {
        "blocks": blocks,
        "waiting": waiting,
        "request": request,
        "events": events,
        "running": lower,
    }
    if body.width >= 150:  # noqa: PLR2004 - who runs needs no more than two thirds of it
        places["running"], places["findings"] = _split(lower, 0.61)
    return places


def _without_memory(body: Rect, needs: Needs) -> dict[PaneName, Rect]:
    wanted = max(needs.running, min(needs.waiting, needs.running + 4)) + 3
    upper, middle = _parted(body, max(8, min(wanted, body.height // 2)))
    running, waiting = _split(upper, 0.5)
    request, events = _split(middle, 0.39)
    return {"running": running, "waiting": waiting, "request": request, "events": events}


def _wide(body: Rect, needs: Needs) -> dict[PaneName, Rect]:
    """A large pool gets the left half; who waits, what happened and who runs stand at the right."""
    left, right = _split(body, 0.54)
    blocks, request = _parted(left, max(left.height - 13, left.height // 2))
    waiting, rest = _parted(right, max(8, right.height // 4))
    running = max(8, min(needs.running + 3, rest.height // 2))
    events, lower = _parted(rest, rest.height - running)
    request, findings = _split(request, 0.55)
    return {
        "blocks": blocks,
        "waiting": waiting,
        "request": request,
        "findings": findings,
        "events": events,
        "running": lower,
    }


def _is_large(body: Rect, needs: Needs) -> bool:
    """Whether the pool needs more than a third of the screen to show every block."""
    return bool(needs.total_blocks) and _map_height(_split(body, 0.39)[0], needs) > body.height // 3


def _map_height(place: Rect, needs: Needs) -> int:
    """Lines of the pane that shows every block of the pool in the width of `place`."""
    tall = 10_000
    shape = shape_of(needs.total_blocks, needs.block_size, place.width - MARGIN, 3, pairs=False)
    if shape.level == "many":
        shape = shape_of(needs.total_blocks, 1, place.width - MARGIN, tall)  # a cell for each block
    return shape.rows + 6


def _split(body: Rect, share: float) -> tuple[Rect, Rect]:
    """`body` in a left and a right part."""
    left = round(body.width * share)
    return (
        Rect(body.x, body.y, left, body.height),
        Rect(body.x + left, body.y, body.width - left, body.height),
    )


def _parted(body: Rect, upper: int) -> tuple[Rect, Rect]:
    """`body` in an upper part of `upper` lines, and the lower rest."""
    return (
        Rect(body.x, body.y, body.width, upper),
        Rect(body.x, body.y + upper, body.width, body.height - upper),
    )
