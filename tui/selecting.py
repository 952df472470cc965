"""Looking at panes, rows, blocks and events, and what each key does to that; no screen in sight."""

from dataclasses import replace

from tui.session import Session
from tui.view.lines import Target
from tui.view.scene import PANES, PaneName


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
        session.attention = replace(look, zoomed=False)
    elif look.pane == "timeline":
        session.attention = replace(look, pane="events")
    elif look.rid is not None or look.block is not None or look.event is not None:
        session.attention = replace(look, rid=None, block=None, event=None)
    else:
        return False
    return True


def row_by(session: Session, rows: int, per_row: int = 1) -> None:
    """So many rows on or back in the pane looked at; lines of the map in the block pane."""
    match session.attention.pane:
        case "waiting":
            _pick(session, [row.rid for row in session.moment().waiting], rows)
        case "running" | "request":
            _pick(session, [row.rid for row in session.moment().running], rows)
        case "events":
            _pick_event(session, rows)
        case "blocks":
            block_by(session, rows * per_row)
        case "timeline":
            session.to_share(rows)


def _pick(session: Session, rids: list[str], rows: int) -> None:
    """Look at the request `rows` further in the list, or at its nearer end."""
    if not rids:
        return
    rid = session.attention.rid
    at = rids.index(rid) + rows if rid in rids else (0 if rows > 0 else len(rids) - 1)
    picked = rids[max(0, min(len(rids) - 1, at))]
    session.attention = replace(session.attention, rid=picked, block=None)


def _pick_event(session: Session, rows: int) -> None:
    events = session.events()
    if not events:
        return
    at = (session.attention.event or session.moment().event) + rows
    number = max(1, min(len(events), at))
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
            session.attention = replace(look, rid=target.rid, block=None)
        case "event":
            session.attention = replace(look, rid=target.rid or look.rid, event=target.number)
        case "block":
            owners = session.moment().owners(target.number)
            rid = owners[0] if owners else None
            session.attention = replace(look, rid=rid, block=target.number)
        case "step":
            session.to_step(target.number)
        case "key":
            pass


def inspect(session: Session) -> None:
    """What enter does: to the event under the cursor, or everything about the request looked at."""
    look = session.attention
    if look.pane == "events" and look.event is not None:
        session.to_step(session.position.step, look.event)
        session.attention = replace(session.attention, event=look.event)
    elif look.rid is not None:
        session.attention = replace(
            look, pane="request", zoomed=not look.zoomed or look.pane != "request"
        )
