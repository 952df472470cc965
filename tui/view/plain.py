"""The same lines in ASCII, for a terminal or a file that has nothing else: one character for one.

Every glyph of ours has a stand-in of the same width; any other character becomes a question mark
for each of its cells, so columns stay where they are.
"""

from tui.view.clean import cells
from tui.view.lines import Line, Span

STAND_INS = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯├┤┬┴┼┌┐└┘", "+"),
        **dict.fromkeys("─━", "-"),
        **dict.fromkeys("│┃┆", "|"),
        **dict(zip("▁▂▃▄▅▆▇█", "_.,:;+*#", strict=True)),
        "▸": ">",
        "▾": "v",
        "◆": "o",
        "▴": "^",
        "✗": "x",
        "░": "%",
        "▒": "=",
        "≡": "=",
        "▓": "#",
        "▏": "|",
        "·": ".",
        "…": "~",
        "×": "x",
        "–": "-",
        "—": "-",
        "’": "'",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "▀": '"',
        "▶": ">",
        "≠": "#",
        **dict.fromkeys(map(chr, range(0x2801, 0x2900)), "*"),  # the dots of a chart
    }
)


def ascii_text(text: str) -> str:
    """`text` with nothing but ASCII, in as many cells."""
    if text.isascii():
        return text
    known = text.translate(STAND_INS)
    return "".join(c if c.isascii() else "?" * cells(c) for c in known)


def ascii_line(line: Line) -> Line:
    """`line` with nothing but ASCII, in as many cells."""
    return tuple(Span(ascii_text(text), style) for text, style in line)
