"""The pane of the request looked at; of the scenario's notes while none is."""

from collections.abc import Iterator

from core.rows import Row as Request
from tui.view.box import MARGIN, Pane
from tui.view.clean import clean
from tui.view.lines import Line, Row, Span, wrapped
from tui.view.numbers import causes, clock, counted, share, steps_waited
from tui.view.picked import name_of
from tui.view.rules import rule_of
from tui.view.scene import Scene

NAME = 12


HINT = "n and p step, s and S go event by event, ↑ ↓ pick a request, ? explains the rest."


def request_pane(scene: Scene, width: int, height: int) -> Pane:
    """What the request is, and where it is."""
    inner = width - MARGIN
    rid = scene.attention.rid
    if rid is None:
        return Pane("Notes", [Row(each) for each in _notes(scene, inner)])
    row = scene.moment.find(rid)
    title = f"Request {name_of(scene, rid)}"
    lines = _absent(scene, rid) if row is None else _facts(scene, row)
    rows = [Row(each) for name, text in lines for each in _fact(name, text, inner)]
    return Pane(title, rows[: height - 2], "" if row is None else row.state)


def _fact(name: str, text: str, width: int) -> Iterator[Line]:
    for at, part in enumerate(wrapped(text, max(8, width - NAME))):
        yield (Span(f"{name if at == 0 else '':<{NAME}}", "label"), Span(part))


def _notes(scene: Scene, width: int) -> Iterator[Line]:
    if scene.run.status not in {"running", "finished"}:
        for text in wrapped(clean(scene.run.reason), width):
            yield (Span(text, "bad"),)
        yield ()
    for text in wrapped(clean(scene.film.notes), width) if scene.film.notes else []:
        yield (Span(text),)
    if scene.film.notes:
        yield ()
    phase = rule_of(scene)
    if phase is None:
        for text in wrapped(HINT, width):
            yield (Span(text, "label"),)
        return
    name, told = phase
    yield (Span(f"{name}", "kind"), Span(", the rule of this event", "label"))
    for text in wrapped(told, width):
        yield (Span(text, "label"),)


def _absent(scene: Scene, rid: str) -> Iterator[tuple[str, str]]:
    yield "state", "not there yet"
    for request in scene.run.requests:
        if request.rid == rid:
            yield "arrival", _arrival(request.arrival, request.arrival_ms)
            yield "asks", _asks(request.prompt_len, request.output_len)


def _arrival(step: int, arrival_ms: float | None) -> str:
    return f"step {step:,}" if arrival_ms is None else clock(arrival_ms)


def _asks(prompt: int, output: int) -> str:
    return f"{counted(prompt, 'prompt token')}, {counted(output, 'token')} to generate"


def _facts(scene: Scene, row: Request) -> Iterator[tuple[str, str]]:
    request = row.request
    yield "state", row.state
    yield "arrival", _arrival(request.arrival, request.arrival_ms)
    yield "asks", _asks(request.prompt_len, request.output_len)
    yield "sent", f"{share(row.emitted, request.output_len)} tokens"
    if row.state in {"prefilling", "decoding"}:
        yield "computed", f"{share(row.computed_tokens, row.known_tokens)} known tokens"
    if scene.moment.total_blocks:
        yield from _blocks(scene, row)
    yield "preempted", counted(row.preemptions, "time") if row.preemptions else "never"
    place = scene.places.get(row.rid) if row.state in {"waiting", "preempted"} else None
    if place is not None:
        yield from _waited(scene, place)


def _blocks(scene: Scene, row: Request) -> Iterator[tuple[str, str]]:
    if not row.blocks:
        yield "blocks", "none"
        return
    ids = ", ".join(map(str, row.blocks[:24])) + (" …" if len(row.blocks) > 24 else "")  # noqa: PLR2004 - two lines of ids
    fill = row.computed_tokens - (len(row.blocks) - 1) * scene.moment.block_size
    yield "blocks", f"{len(row.blocks):,}: {ids}"
    if fill > 0:
        yield "last block", f"{share(fill, scene.moment.block_size)} tokens"


def _waited(scene: Scene, place: int) -> Iterator[tuple[str, str]]:
    waited = scene.moment.waited[place]
    yield "queue", f"number {place + 1:,} of {len(scene.moment.waiting):,}"
    why = causes(waited)
    yield "waited", f"{counted(steps_waited(waited), 'step')}{': ' if why else ''}{why}"
