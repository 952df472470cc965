"""The last line: the keys that do something now, or what there is to say about the last one.

While words are typed it is the prompt; one that wants room has a second line, in which a mistake is
pointed at under the text.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.events import Preempted
from tui.keys import KeyTable
from tui.view.clean import cells, clean, clean_rid
from tui.view.letters import WIDEST
from tui.view.lines import Line, Span, both_ends, cut, fit, wrapped
from tui.view.picked import subject_of
from tui.view.scene import Asked, Scene


class Hint(NamedTuple):
    """What the key of `binding` does; `other` is a second key that does the opposite."""

    does: str
    binding: str
    other: str = ""

    def keys(self, table: KeyTable) -> str:
        """The keys as they are now."""
        first = table.of(self.binding).first
        other = table.of(self.other).first if self.other else ""
        return f"{first}/{other}" if first and other else first


HITS = Hint("hit", "point.next", "point.previous")
CHANGES = Hint("its changes", "change.previous", "change.next")
CAUSE = Hint("cause", "change.previous")
BREAKS = Hint("to breakpoint", "break.next", "break.previous")
FINDINGS = Hint("findings", "findings")
STEPS = Hint("step", "step.next", "step.previous")
HELP = Hint("help", "help")
QUIT = Hint("quit", "quit")
LEAVE = Hint("leave", "leave")
GO_TO = Hint("go to", "goto")
SEARCH = Hint("search", "search")
NEARER = Hint("nearer", "level.nearer", "level.farther")
SCRUB = (Hint("by a percent", "block.previous", "block.next"), NEARER, STEPS, LEAVE, HELP)
PLAYING = (Hint("pause", "play"), Hint("slower, faster", "play.slower", "play.faster"), QUIT)
LISTED = (Hint("there", "inspect"), Hint("next", "row.next", "row.previous"), LEAVE, HELP, QUIT)
WHAT_IF = Hint("what if", "what_if")
NOTES = Hint("notes", "inspect")
MOST_ANSWERED = 5
"""Lines of an answer under a prompt."""
LEAST_BEGUN = 20
"""Cells behind a mark from which an answer begins there."""
ROOMY = 100 - 4
"""Cells for keys from which the notes, or a life, have a pane."""
LESS_NEEDED = (
    "zoom",
    "timeline",
    "pane.next",
    "search",
    "what_if",
    "findings",
    "break.next",
    "goto",
    "change.previous",
    "point.next",
    "inspect",
)


def footer_height(asked: Asked | None, width: int) -> int:
    """Lines of the footer of `width` cells: an answer that has room of its own may take several."""
    return 1 + len(_answer(asked, width)) if asked is not None and asked.roomy else 1


def footer(scene: Scene, width: int) -> list[Line]:
    """The footer in exactly `footer_height` lines of `width` cells."""
    if scene.asked is not None:
        return _prompt(scene.asked, width)
    if scene.known.working:
        escape = scene.known.keys.of("leave").first
        return [fit((Span(f" {scene.known.working}, {escape} cancels", "message"),), width)]
    if scene.message:
        return [fit((Span(f" {clean(scene.message)}", "message"),), width)]
    end = (Span(f"{scene.typed}… ", "accent"),) if scene.typed else ()
    keys = tuple(_line(_fitting(scene, width - 4), scene.known.keys))
    return [both_ends(keys, end, width) if end else fit(keys, width)]


def _prompt(asked: Asked, width: int) -> list[Line]:
    """The words typed so far, a still caret, and what they lead to."""
    label = f" {asked.label} "
    text = clean(asked.text)
    words = (Span(label, "key"), Span(text, "name"), Span("█ ", "accent"))
    leaving = (Span(f"{asked.leaving} ", "label"),)
    style = "label" if asked.good else "bad"
    answer = Span(f"  {clean(asked.answer)}", style)
    if not asked.roomy:
        return [both_ends((*words, answer), leaving, width)]
    under = [fit((Span(text, style),), width) for text in _answer(asked, width)]
    return [both_ends(words, leaving, width), *under]


def _answer(asked: Asked, width: int) -> list[str]:
    """The answer under the text, from where a mark points at a mistake; flowing on under it."""
    label, text = cells(asked.label) + 2, clean(asked.answer)
    at, mark = label, ""
    if asked.mistake is not None:
        at, mark = label + cells(clean(asked.text[: asked.mistake])), "▴ "
    first = " " * at + mark
    room = width - cells(first)
    if cells(text) <= room:
        return [first + text]
    begun = wrapped(text, room)[0] if room >= LEAST_BEGUN else ""
    rest = wrapped(text[len(begun) :].lstrip(), max(LEAST_BEGUN, width - label))
    told = [first + begun, *(" " * label + each for each in rest)]
    if len(told) > MOST_ANSWERED:
        told[MOST_ANSWERED - 1] += " …"
    return told[:MOST_ANSWERED]


def _points(scene: Scene) -> list[Hint]:
    """What `N` goes to, by the kind there is most reason to look for; nothing where none is."""
    series, known = scene.run.series, scene.known
    there = {
        "preemption": any(series.preemptions[-1:]),
        "rejection": any(series.rejections[-1:]),
        "finding": bool(known.findings),
        "parting": known.parted_at is not None,
    }
    first = next((name for name, is_there in there.items() if is_there), "")
    return [Hint(first, "point.next", "point.previous")] if first else []


def _notes(scene: Scene, width: int) -> list[Hint]:
    """The way to the notes where no pane shows them, or what is wrong with the run."""
    if scene.attention.zoomed and scene.attention.pane == "request":
        return [Hint("all panes", "inspect")]
    return [NOTES] if width < ROOMY and scene.film.notes else []


def _about(scene: Scene, width: int) -> list[Hint]:
    """Along what is looked at, else the request of the event one stands at."""
    look, subject, is_wide = scene.attention, subject_of(scene), width >= ROOMY
    event = scene.moment.events[-1] if subject is not None else None
    short = "life" if look.block is None else "history"
    lost = isinstance(event, Preempted) and look.block is None and look.rid in {None, subject}
    if look.rid is not None or look.block is not None:
        return [CAUSE if lost else CHANGES, Hint("all of it" if is_wide else short, "inspect")]
    if subject is None or scene.attention.zoomed:
        return []
    about = f"about {cut(clean_rid(subject), WIDEST)}" if is_wide else short
    return [CAUSE if lost else CHANGES, Hint(about, "inspect")]


def _hints(scene: Scene, width: int) -> Sequence[Hint]:
    look, known = scene.attention, scene.known
    if scene.playing:
        return PLAYING
    if look.pane == "timeline":
        return SCRUB
    if look.pane == "findings" or (look.pane == "request" and look.line is not None):
        return LISTED
    hints = [STEPS, Hint("event", "event.next", "event.previous")]
    hints += [HITS, Hint("clear", "clear")] if known.hunt else _points(scene)
    hints += _about(scene, width) or _notes(scene, width)
    hints += [BREAKS] if known.breaks else []
    hints += [FINDINGS] if known.findings else []
    hints += [GO_TO, SEARCH, Hint("timeline", "timeline")]
    hints += [WHAT_IF] if scene.film.scenario is not None else []
    return [*hints, Hint("pane", "pane.next"), Hint("zoom", "zoom"), HELP, QUIT]


def _fitting(scene: Scene, width: int) -> list[Hint]:
    """As many as fit, those that are needed most."""
    shown = [hint for hint in _hints(scene, width) if scene.known.keys.of(hint.binding).keys]
    for binding in LESS_NEEDED:
        if sum(_room(hint, scene.known.keys) for hint in shown) <= width:
            break
        shown = [hint for hint in shown if hint.binding != binding]
    return shown


def _room(hint: Hint, table: KeyTable) -> int:
    return cells(hint.keys(table)) + cells(hint.does) + 3


def _line(hints: Sequence[Hint], table: KeyTable) -> Iterator[Span]:
    for hint in hints:
        yield Span(f" {hint.keys(table)}", "key")
        yield Span(f" {hint.does} ", "label")


def hint_at(scene: Scene, width: int, x: int) -> str | None:
    """The binding of the hint drawn at `x`."""
    at = 0
    quiet = not (scene.message or scene.known.working or scene.asked)
    for hint in _fitting(scene, width - 4) if quiet else []:
        at += _room(hint, scene.known.keys)
        if x < at:
            return hint.binding
    return None
