"""Lines made of styled pieces, measured in cells, and the ways to cut, fill and join them.

A style is words ("tile3 new", "dim"), whose colours only `tui.look` knows: a frame printed with
its styles names them, and a theme changes them all at once.
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from tui.view.clean import cells


class Span(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]
TEXT = itemgetter(0)
"""The text of a piece."""


class Target(NamedTuple):
    """What a line or a cell is about: where a click on it, or enter, leads."""

    kind: Literal["request", "event", "block", "step", "moment", "finding", "key"]
    rid: str = ""
    number: int = 0
    step: int = 0


class Row(NamedTuple):
    """A line and what it is about; `fill` is the style of the blanks behind it."""

    line: Line
    target: Target | None = None
    fill: str = ""


def cut(text: str, width: int) -> str:
    """`text` in at most `width` cells, with an ellipsis where something is left out."""
    if cells(text) <= width:
        return text
    if width <= 0:
        return ""
    return _head(text, width - 1) + "…"


def _head(text: str, width: int) -> str:
    if text.isascii():
        return text[:width]
    taken, room = 0, width
    for letter in text:
        room -= cells(letter)
        if room < 0:
            break
        taken += 1
    return text[:taken]


def left(text: str, width: int) -> str:
    """`text` in exactly `width` cells, at the left."""
    short = cut(text, width)
    return short + " " * (width - cells(short))


def right(text: str, width: int) -> str:
    """`text` in exactly `width` cells, at the right."""
    short = cut(text, width)
    return " " * (width - cells(short)) + short


def line(*pieces: Span | str) -> Line:
    """A line of `pieces`; plain text has no style."""
    return tuple(Span(piece) if isinstance(piece, str) else piece for piece in pieces)


def width_of(spans: Iterable[Span]) -> int:
    """The cells of a line."""
    return cells("".join([text for text, _ in spans]))


def fit(spans: Iterable[Span], width: int, fill: str = "") -> Line:
    """The line in exactly `width` cells: cut with an ellipsis, or filled with blanks."""
    whole = tuple(spans)
    room = width - width_of(whole)
    if room < 0:
        return _cut(whole, width)
    blank = (Span(" " * room, fill),) if room else ()
    return (*(whole if all(map(TEXT, whole)) else filter(TEXT, whole)), *blank)


def _cut(whole: Line, width: int) -> Line:
    """A line that is longer than `width` cells, which it has then."""
    out: list[Span] = []
    room = width
    for at, span in enumerate(whole):
        taken = cells(span.text)
        if taken > room or (taken == room and any(rest.text for rest in whole[at + 1 :])):
            text = cut(span.text, room) if taken > room else cut(span.text + "  ", room)
            out.append(Span(left(text, room), span.style))
            return tuple(piece for piece in out if piece.text)
        out.append(span)
        room -= taken
    raise AssertionError(whole)


def both_ends(start: Iterable[Span], end: Iterable[Span], width: int) -> Line:
    """`start` at the left and `end` at the right of `width` cells; the end gives way whole."""
    first, last = tuple(start), tuple(end)
    room = width - width_of(first) - width_of(last)
    if room < 1:
        return fit(first, width)
    return (*first, Span(" " * room), *last)


def columns(cells_: Iterable[tuple[Span, int]]) -> Line:
    """Each piece in its own width, at the left, with a blank between two."""
    out: list[Span] = []
    for span, width in cells_:
        if out:
            out.append(Span(" "))
        out.append(Span(left(span.text, width), span.style))
    return tuple(out)


def wrapped(text: str, width: int) -> list[str]:
    """`text` broken at blanks into lines of at most `width` cells; a longer word is cut."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(cut(word, max(1, width)))
    return lines


def merged(spans: Iterable[Span]) -> Iterator[Span]:
    """The same line with neighbours of equal style as one piece."""
    text, style = "", ""
    for span in spans:
        if span.style == style or not span.text:
            text += span.text
            continue
        if text:
            yield Span(text, style)
        text, style = span
    if text:
        yield Span(text, style)


def text_of(spans: Iterable[Span]) -> str:
    """The line without its styles, and without blanks at its end."""
    return "".join(span.text for span in spans).rstrip()


def restyled(spans: Iterable[Span], words: str) -> Line:
    """The line with `words` under the style of each piece."""
    return tuple(Span(text, f"{words} {style}".strip()) for text, style in spans)
