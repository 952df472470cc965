"""Every action by name: the list, narrowed by the words typed."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.view.box import MARGIN, Pane, boxed
from tui.view.clean import cells, clean
from tui.view.lines import Line, Row, Span, Target, both_ends, fit, restyled
from tui.view.table import window


class Command(NamedTuple):
    """An action: its name, and the keys that do it."""

    name: str
    keys: str = ""


def found(commands: Sequence[Command], words: str) -> list[int]:
    """The numbers of the commands that have every word, those first whose name begins with them."""
    texts = [f"{command.name} {command.keys}" for command in commands]
    begun = " ".join(words.casefold().split())
    return sorted(having(texts, words), key=lambda at: not texts[at].casefold().startswith(begun))


def having(texts: Sequence[str], words: str) -> list[int]:
    """The numbers of the texts that have every one of `words`, in capitals or not."""
    wanted = words.casefold().split()
    return [at for at, text in enumerate(texts) if all(word in text.casefold() for word in wanted)]


def palette_lines(
    commands: Sequence[Command], words: str, cursor: int, width: int, height: int
) -> list[Row]:
    """The page in exactly `width` by `height` cells, with `cursor` in the list that was found."""
    room = max(0, width - MARGIN)
    hits = found(commands, words)
    shown = window(len(hits), height - 3, cursor)
    rows = [Row(_asked(words, room))]
    rows += [
        Row(_line(commands[hits[at]], room, picked=at == cursor), Target("key", number=at))
        for at in range(shown.start, shown.end)
    ]
    if not hits:
        rows.append(Row(fit((Span("no action has these words", "label"),), room)))
    note = shown.note or "enter does it, escape leaves"
    return boxed(Pane("Every action", rows, note), width, height, focused=True)


def _asked(words: str, room: int) -> Line:
    tail = clean(words)
    while cells(tail) > max(0, room - 3):
        tail = tail[1:]
    return fit((Span(": ", "key"), Span(tail), Span("█", "accent")), room)


def _line(command: Command, room: int, *, picked: bool) -> Line:
    name = (Span("▸ " if picked else "  ", "accent"), Span(command.name, "name"))
    line = both_ends(name, (Span(command.keys, "key"),), room)
    return restyled(line, "row") if picked else line
