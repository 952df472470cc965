"""Looking at panes, rows, blocks and events, and what each key does to that; no screen in sight."""

from dataclasses import replace

from core.rows import Rows
from tui.session import Session
from tui.view.lines import Target
from tui.view.only import ALL
from tui.view.peaks import near
from tui.view.picked import subject_of
from tui.view.request import told_of
from tui.view.scene import COLOURINGS, PANES, PaneName


def show_pane(session: Session, name: PaneName) -> None:
    """Look at pane `name`; a zoomed one stays zoomed."""
    session.attention = replace(session.attention, pane=name)


def pane_by(session: Session, panes: int, shown: tuple[PaneName, ...]) -> None:
    """So many panes on, or back, among those `shown` (all of them while one is zoomed)."""
    order = [name for name in PANES if name in shown] or list(PANES)
    here = session.attention.pane
    at = order.index(here) if here in order else -1
    show_pane(session, order[(at + panes) % len(order)])


def toggle_zoom(session: Session) -> None:
    """The pane alone on the screen, or all of them again."""
    session.attention = replace(session.attention, zoomed=not session.attention.zoomed)


FARTHEST_IN = 24
"""More halvings of a timeline than ten million steps have."""


def nearer_by(session: Session, levels: int) -> None:
    """What the pane looked at shows nearer, or farther: the timeline, else the block map."""
    if session.attention.pane == "timeline":
        _closer_by(session, levels)
    else:
        level_by(session, levels)


def _closer_by(session: Session, levels: int) -> None:
    """The timeline around the moment, half as many steps with each level."""
    total, here = len(session.film.run.series), session.attention.closeness
    wanted = max(0, min(FARTHEST_IN, here + levels))
    if levels > 0 and near(total, 0, wanted) == near(total, 0, here):
        return
    session.attention = replace(session.attention, closeness=wanted)


def scrub(session: Session, percent: int) -> None:
    """So many percent of the part of the timeline that shows on, or back."""
    total, index = len(session.film.run.series), max(0, session.index)
    session.to_share(percent, near(total, index, session.attention.closeness)[1])


def level_by(session: Session, levels: int) -> None:
    """The block map nearer, or farther."""
    level = max(-3, min(3, session.attention.level + levels))
    session.attention = replace(session.attention, level=level)


def leave(session: Session) -> bool:
    """Leave what is most in the way: a count, a wait, zoom, a selection; False if nothing is."""
    look = session.attention
    if session.typed or session.message:
        session.typed = session.message = ""
    elif session.goal is not None:
        session.goal = None
    elif session.playing:
        session.playing = False
    elif look.zoomed:
        pane: PaneName = "events" if look.pane == "findings" else look.pane
        session.attention = replace(look, zoomed=False, pane=pane, line=None)
    elif look.line is not None:
        session.attention = replace(look, line=None)
    elif look.pane == "timeline":
        session.attention = replace(look, pane="events")
    elif look.rid is not None or look.block is not None or look.event is not None:
        session.attention = replace(look, rid=None, block=None, event=None, line=None)
    elif session.desk.hunt is not None or session.only is not None:
        clear(session)
    else:
        return False
    return True


def clear(session: Session) -> None:
    """Nothing is searched or filtered any more."""
    said = [name for name, on in (("search", session.desk.hunt), ("filter", session.only)) if on]
    session.desk.hunt = session.desk.shown = session.only = None
    session.goal = None
    session.message = f"{' and '.join(said)} cleared" if said else "nothing to clear"


def row_by(session: Session, rows: int, per_row: int = 1) -> None:
    """So many rows on or back in the pane looked at; lines of the map in the block pane."""
    match session.attention.pane:
        case "waiting":
            _pick(session, _rids_shown(session, session.moment().waiting), rows)
        case "running":
            _pick(session, _rids_shown(session, session.moment().running), rows)
        case "request":
            _request_row(session, rows)
        case "findings":
            _pick_line(session, rows, len(session.desk.findings))
        case "events":
            _pick_event(session, rows)
        case "blocks":
            block_by(session, rows * per_row)
        case "timeline":
            scrub(session, rows)


def _request_row(session: Session, rows: int) -> None:
    """Lines of what is looked at; the running ones where nothing is."""
    if session.attention.rid is None and session.attention.block is None:
        _pick(session, _rids_shown(session, session.moment().running), rows)
    else:
        _pick_line(session, rows, len(told_of(session.scene)))


def _rids_shown(session: Session, rows: Rows) -> list[str]:
    """The rids of those of `rows` that the filter shows."""
    rids = rows.rids
    return [rids[at] for at in (session.only or ALL).places(rows)]


def _pick_line(session: Session, rows: int, lines: int) -> None:
    at = session.attention.line
    line = (0 if rows > 0 else lines - 1) if at is None else at + rows
    if lines:
        line = max(0, min(lines - 1, line))
        session.attention = replace(session.attention, line=line)


def _pick(session: Session, rids: list[str], rows: int) -> None:
    """Look at the request `rows` further in the list, or at its nearer end."""
    if not rids:
        return
    rid = session.attention.rid
    at = rids.index(rid) + rows if rid in rids else (0 if rows > 0 else len(rids) - 1)
    picked = rids[max(0, min(len(rids) - 1, at))]
    session.look_at(picked)


def _pick_event(session: Session, rows: int) -> None:
    """So many events on from the one picked or stood at; behind the last one the first is next."""
    events, picked, here = session.events(), session.attention.event, session.moment().event
    if events:
        is_behind = picked is None and rows > 0 and here >= len(events)
        number = max(1, min(len(events), (0 if is_behind else picked or here) + rows))
        pick(session, Target("event", _subject(session, number), number))


def _subject(session: Session, number: int) -> str:
    event = session.events()[number - 1]
    return "" if event.kind == "ran" else event.rid


def block_by(session: Session, blocks: int) -> None:
    """The block under the cursor, so many on or back, and who owns it."""
    total = session.moment().total_blocks
    if not total:
        return
    here = session.attention.block
    number = 1 if here is None else max(1, min(total, here + blocks))
    pick(session, Target("block", number=number))


def pick(session: Session, target: Target) -> None:
    """Look at what was pointed at; its request is looked at in every pane."""
    look = session.attention
    match target.kind:
        case "request":
            session.look_at(target.rid)
        case "event":
            rid = target.rid or look.rid
            block = look.block if rid == look.rid else None
            session.attention = replace(look, rid=rid, block=block, event=target.number, line=None)
        case "block":
            owners = session.moment().owners(target.number)
            rid = owners[0] if owners else None
            session.attention = replace(look, rid=rid, block=target.number, line=None)
        case "step":
            session.to_step(target.number)
        case "moment":
            session.to_step(target.step, None if target.number < 0 else target.number)
        case "finding":
            session.attention = replace(look, line=target.number)
            to_finding(session, target.number)
        case "key":
            pass


def to_finding(session: Session, number: int) -> None:
    """To the moment of finding `number`, and look at the one that suffers most."""
    found = session.desk.findings[number : number + 1]
    for each in found:
        session.to_step(each.jump.step, each.jump.event)
        if each.rids:
            line = session.attention.line
            session.look_at(each.rids[0])
            session.attention = replace(session.attention, line=line)


def show_findings(session: Session) -> None:
    """The findings alone on the screen, and back."""
    look = session.attention
    away = look.pane == "findings" and look.zoomed
    pane: PaneName = "events" if away else "findings"
    session.attention = replace(look, pane=pane, zoomed=not away, line=None)


def colouring_by(session: Session, steps: int) -> None:
    """The next thing that the colours of the block map tell."""
    at = (COLOURINGS.index(session.attention.colouring) + steps) % len(COLOURINGS)
    session.attention = replace(session.attention, colouring=COLOURINGS[at])
    session.message = f"blocks by {COLOURINGS[at]}"


def toggle_difference(session: Session) -> None:
    """Compare with the step before, or not."""
    on = not session.attention.difference
    session.attention = replace(session.attention, difference=on)
    session.message = "what changed since the step before" if on else "no difference shown"


def inspect(session: Session) -> None:
    """What enter does: to what is picked, or all about who is looked at or whose event it is."""
    look = session.attention
    if look.pane == "events" and look.event not in {None, session.moment().event}:
        session.to_step(session.position.step, look.event)
        session.attention = replace(session.attention, event=look.event)
    elif look.pane == "findings":
        to_finding(session, look.line or 0)
        session.attention = replace(session.attention, zoomed=False, pane="events", line=None)
    elif look.pane == "request" and look.line is not None:
        told = told_of(session.scene)
        if look.line < len(told):
            session.to_step(*told[look.line])
            session.attention = replace(session.attention, line=look.line)
    elif look.pane != "timeline":
        zoomed = not look.zoomed or look.pane != "request"
        if zoomed and look.rid is None and look.block is None:
            look = replace(look, rid=subject_of(session.scene))
        session.attention = replace(look, pane="request", zoomed=zoomed)
