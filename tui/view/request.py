"""The pane of what is looked at: a request's life, a block's history; notes while nothing is."""

from collections.abc import Iterator, Sequence

from core.policies import rule_in_force
from core.rows import Row as Request
from tui.reading.life import Life
from tui.view.box import MARGIN, Pane
from tui.view.clean import clean, clean_rid
from tui.view.history import history_pane, places_of
from tui.view.lifestrip import strip
from tui.view.lines import Line, Row, Span, wrapped
from tui.view.notes import notes_pane
from tui.view.numbers import clock, counted, share
from tui.view.picked import briefly, full_name
from tui.view.rhythm import rhythm
from tui.view.scene import Scene
from tui.view.told import Place, Told, told_rows

NAME = 9
STYLES = {
    "preempted": "bad",
    "rejected": "bad",
    "cancelled": "bad",
    "finished": "good",
    "waited": "warn",
}
MOST_NAMED = 6
"""Requests it shares blocks with that are named."""
FEWEST_TOLD = 3
"""Lines from which the story is worth beginning."""


def request_pane(scene: Scene, width: int, height: int) -> Pane:
    """What the request or block is, and what happened to it."""
    if scene.attention.block is not None and scene.known.touches is not None:
        return history_pane(scene, scene.known.touches, width, height)
    rid = scene.attention.rid
    if rid is None:
        return notes_pane(scene, width)
    return _life_pane(scene, rid, width, height)


def told_of(scene: Scene) -> Sequence[Place]:
    """Where the lines of the pane lead, in order."""
    if scene.attention.block is not None and scene.known.touches is not None:
        return places_of(scene.known.touches)
    return [each.place for each in _story(scene, scene.known.life)]


def _life_pane(scene: Scene, rid: str, width: int, height: int) -> Pane:
    inner, life = width - MARGIN, scene.known.life
    row = scene.moment.find(rid)
    lines: list[Line] = [(Span(text),) for text in wrapped(_asked(scene, rid, row), inner)]
    lines += strip(scene, life, inner) if life is not None else []
    lines += [each for name, text in _facts(scene, rid, row) for each in _fact(name, text, inner)]
    rows = [Row(each) for each in lines[: height - 2]]
    room = height - 3 - len(rows)
    if room >= FEWEST_TOLD:
        story = _story(scene, life)
        places = [each.place for each in story]
        rows += [Row(()), *told_rows(scene, places, story.__getitem__, inner, room)]
    return Pane(f"Request {full_name(scene, rid)}", rows, row.state if row else "not there yet")


def _story(scene: Scene, life: Life | None) -> list[Told]:
    """Its story in lines, where they lead."""
    rid = "" if life is None else life.request.rid
    return [
        Told(
            (each.step, each.event),
            briefly(scene, clean(each.text), rid),
            STYLES.get(each.kind, ""),
        )
        for each in (life.story if life is not None else ())
        if each.step is not None
    ]


def _fact(name: str, text: str, width: int) -> Iterator[Line]:
    for at, part in enumerate(wrapped(text, max(8, width - NAME))):
        yield (Span(f"{name if at == 0 else '':<{NAME}}", "label"), Span(part))


def _asked(scene: Scene, rid: str, row: Request | None) -> str:
    request = scene.film.requests.get(rid)
    if request is None:
        return "there is no such request"
    when = f"{request.arrival:,}" if request.arrival_ms is None else clock(request.arrival_ms)
    output = f"output {request.output_len:,}"
    if row is not None:
        output = f"sent {share(row.emitted, request.output_len)}"
    priority = f", priority {request.priority:,}" if request.priority else ""
    tenant = f", for {clean(request.tenant)}" if request.tenant else ""
    origin = scene.film.origin(rid)
    read = f", {origin}" if origin else ""
    return f"arrives {when}, prompt {request.prompt_len:,}, {output}{priority}{tenant}{read}"


def _facts(scene: Scene, rid: str, row: Request | None) -> Iterator[tuple[str, str]]:
    if row is None:
        return
    past = scene.moment.past(rid)
    yield from _losses(scene, rid)
    waited = past.waited
    steps = (("slots", waited.slots), ("blocks", waited.blocks), ("turn", waited.turn))
    budget = [("budget", waited.budget)] if waited.budget else []
    yield "waited", "  ".join(f"{name} {count:,}" for name, count in [*steps, *budget])
    if row.state in {"waiting", "preempted"}:
        place = scene.places.get(rid, 0)
        yield "queue", f"number {place + 1:,} of {len(scene.moment.waiting):,}"
    if row.state in {"prefilling", "decoding"}:
        yield "computed", f"{share(row.computed_tokens, row.known_tokens)} known tokens"
    if past.last_token is not None:
        yield (
            "gaps",
            f"longest {counted(past.longest_gap, 'step')}, {_silence(scene, row, past.last_token)}",
        )
    if scene.moment.total_blocks:
        yield from _blocks(scene, row)


def _silence(scene: Scene, row: Request, last_token: int) -> str:
    """When the last token was sent."""
    ago = scene.moment.step - last_token
    if row.state in {"finished", "rejected", "cancelled"}:
        return f"last token in {last_token:,}"
    return f"last token {counted(ago, 'step')} ago" if ago else "a token in this step"


def _losses(scene: Scene, rid: str) -> Iterator[tuple[str, str]]:
    """How often it was preempted so far, what that costs, and the cause of the last time."""
    life, here = scene.known.life, (scene.moment.step, scene.moment.event)
    losses = [loss for loss in life.losses if loss.at <= here] if life is not None else []
    if not losses:
        return
    last = losses[-1]
    asker = "itself" if last.asker == rid else briefly(scene, clean_rid(last.asker))
    since = "" if last.asked_since is None else f", in since {last.asked_since:,}"
    since = ", more urgent" if last.is_urgent else since
    own = f"{briefly(scene, clean_rid(rid), rid)} since {last.own_since:,}"
    order = rule_in_force(scene.film.run.scheduler).order
    yield "cause", f"{last.at[0]:,}.{last.at[1]} for {asker}{since}; {own}: {clean(order)}"
    redo = counted(scene.moment.past(rid).recomputed_tokens, "token")
    yield "to redo", f"{redo}, preempted {rhythm([loss.at[0] for loss in losses])}"


def _blocks(scene: Scene, row: Request) -> Iterator[tuple[str, str]]:
    if not row.blocks:
        return
    ids = ", ".join(map(str, row.blocks[:24])) + (" …" if len(row.blocks) > 24 else "")  # noqa: PLR2004 - two lines of ids
    fill = row.computed_tokens - (len(row.blocks) - 1) * scene.moment.block_size
    last = f"; {share(fill, scene.moment.block_size)} in the last" if fill > 0 else ""
    if scene.moment.largest_piece is not None:
        yield "reserves", f"{len(row.blocks):,} tokens: {row.blocks[0]:,} to {row.blocks[-1]:,}"
        return
    yield "blocks", f"{len(row.blocks):,}{last}: {ids}"
    owners = {block: scene.moment.owners(block) for block in row.blocks if scene.moment.is_shared}
    shared = {block: rids for block, rids in owners.items() if len(rids) > 1}
    if shared:
        others = dict.fromkeys(rid for rids in shared.values() for rid in rids if rid != row.rid)
        names = ", ".join(clean_rid(rid) for rid in list(others)[:MOST_NAMED])
        more = f" and {len(others) - MOST_NAMED:,} more" if len(others) > MOST_NAMED else ""
        yield "shared", f"{counted(len(shared), 'block')} with {names}{more}"
