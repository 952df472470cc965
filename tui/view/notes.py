"""What stands where nobody looks at a request: the scenario's notes, findings, the event's rule."""

from collections.abc import Iterator

from core.explain import counted
from tui.view.box import MARGIN, Pane
from tui.view.lines import Line, Row, Span, wrapped
from tui.view.prose import prose
from tui.view.rules import rule_of
from tui.view.scene import Scene


def hint_of(scene: Scene) -> str:
    """How to begin, in a sentence, with the keys there are."""
    of = scene.known.keys.of
    return (
        f"{of('step.next').first} and {of('step.previous').first} step, "
        f"{of('event.next').first} and {of('event.previous').first} go event by event, "
        f"↑ ↓ pick a request, {of('help').first} explains the rest."
    )


def notes_pane(scene: Scene, width: int) -> Pane:
    """The notes."""
    return Pane("Notes", [Row(each) for each in _notes(scene, width - MARGIN)])


def _notes(scene: Scene, width: int) -> Iterator[Line]:
    if scene.run.status not in {"running", "finished"}:
        for text in prose(scene.run.reason, width):
            yield (Span(text, "bad"),)
        yield ()
    if scene.known.findings:
        found = counted(len(scene.known.findings), "finding")
        key = scene.known.keys.of("findings").first
        yield (Span(found, "warn"), Span(f": {key} lists what is wrong", "label"))
        yield ()
    if scene.film.warning:
        yield from ((Span(text, "warn"),) for text in wrapped(scene.film.warning, width))
        yield ()
    notes = prose(scene.film.notes, width)
    yield from ((Span(text),) for text in notes)
    if notes:
        yield ()
    yield from _rule(scene, width)
    yield from _reading(scene, width)


def _reading(scene: Scene, width: int) -> Iterator[Line]:
    """What became of the rows of a trace."""
    for words in scene.film.reading:
        yield ()
        yield from ((Span(text, "label"),) for text in wrapped(words, width))


def _rule(scene: Scene, width: int) -> Iterator[Line]:
    phase = rule_of(scene)
    if phase is None:
        for text in wrapped(hint_of(scene), width):
            yield (Span(text, "label"),)
        return
    name, told = phase
    yield (Span(f"{name}", "kind"), Span(", the rule of this event", "label"))
    for text in wrapped(told, width):
        yield (Span(text, "label"),)
