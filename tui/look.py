"""Colours: what the words of a style mean, in the dark and in the light.

Owners have the seven of Paul Tol's "bright" scheme, which stay apart under the three colour
blindnesses; the letter on each is black or white, whichever reads better. Everything else is one
accent, two warnings and three greys. Colours only repeat what letters and shapes say.
"""

from dataclasses import dataclass
from functools import lru_cache

from rich.style import Style

from tui.themes import ThemeName

TOL_BRIGHT = ("#4477AA", "#EE6677", "#228833", "#CCBB44", "#66CCEE", "#AA3377", "#BBBBBB")
ON_TILE = ("#FFFFFF", "#000000", "#FFFFFF", "#000000", "#000000", "#FFFFFF", "#000000")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme; `inks` are the owners' as text on its background."""

    background: str
    foreground: str
    quiet: str
    faint: str
    rule: str
    accent: str
    warn: str
    bad: str
    good: str
    row: str
    here: str
    picked: tuple[str, str]
    inks: tuple[str, ...]


PALETTES: dict[ThemeName, Palette] = {
    "dark": Palette(
        background="#12161C",
        foreground="#DDE3EA",
        quiet="#8A95A3",
        faint="#5A6572",
        rule="#3A444F",
        accent="#66CCEE",
        warn="#E0B64A",
        bad="#EE6677",
        good="#5FBF77",
        row="#27313D",
        here="#24485A",
        picked=("#12161C", "#FFFFFF"),
        inks=("#7FA8D6", "#EE6677", "#5FBF77", "#CCBB44", "#66CCEE", "#D678AF", "#BBBBBB"),
    ),
    "light": Palette(
        background="#FBFAF7",
        foreground="#20262D",
        quiet="#5E6873",
        faint="#939CA6",
        rule="#C3C9CF",
        accent="#2B6CA3",
        warn="#8A6100",
        bad="#B8283C",
        good="#1C7A2E",
        row="#E4EAF0",
        here="#B9DCEB",
        picked=("#FFFFFF", "#101418"),
        inks=("#35638F", "#B8384A", "#1C7A2E", "#7A6C10", "#1C7791", "#8F2B65", "#5E6873"),
    ),
}


def _words(p: Palette) -> dict[str, Style]:
    """What each word of a style adds."""
    words = {
        "border": Style(color=p.rule),
        "focus": Style(color=p.accent),
        "title": Style(color=p.foreground, bold=True),
        "curve0": Style(color=p.inks[0]),
        "curve1": Style(color=p.inks[3]),
        "curve2": Style(color=p.inks[2]),
        "curve3": Style(color=p.quiet),
        "note": Style(color=p.quiet),
        "head": Style(color=p.quiet, bold=True),
        "label": Style(color=p.quiet),
        "later": Style(color=p.faint),
        "value": Style(bold=True),
        "full": Style(color=p.warn),
        "brand": Style(color=p.accent, bold=True),
        "name": Style(bold=True),
        "kind": Style(color=p.foreground, bold=True),
        "accent": Style(color=p.accent, bold=True),
        "warn": Style(color=p.warn),
        "bad": Style(color=p.bad, bold=True),
        "good": Style(color=p.good),
        "key": Style(color=p.accent, bold=True),
        "message": Style(color=p.warn, bold=True),
        "free": Style(color=p.faint),
        "ghost": Style(color=p.quiet),
        "busy": Style(color=p.quiet),
        "new": Style(underline=True, bold=True),
        "here": Style(color=p.accent, bgcolor=p.here),
        "mark": Style(color=p.bad, bold=True),
        "row": Style(bgcolor=p.row),
        "picked": Style(color=p.picked[0], bgcolor=p.picked[1], bold=True),
        "cursor": Style(reverse=True),
        "top-p": Style(color=p.picked[1]),
        "low-p": Style(bgcolor=p.picked[1]),
        "top-l": Style(color=p.faint),
        "low-l": Style(bgcolor=p.faint),
    }
    for number, (tile, ink) in enumerate(zip(TOL_BRIGHT, ON_TILE, strict=True)):
        words[f"tile{number}"] = Style(color=ink, bgcolor=tile)
        words[f"ink{number}"] = Style(color=p.inks[number])
        words[f"top-{number}"] = Style(color=tile)
        words[f"low-{number}"] = Style(bgcolor=tile)
    return words


WORDS = {name: _words(palette) for name, palette in PALETTES.items()}


@lru_cache(maxsize=4096)
def style_of(style: str, theme: ThemeName) -> Style:
    """The words `style` on the theme's background; a later word wins."""
    palette = PALETTES[theme]
    whole = Style(color=palette.foreground, bgcolor=palette.background)
    for word in style.split():
        whole += WORDS[theme][word]
    return whole
