"""Which of the two looks a terminal gets, and whether in ASCII, without asking it anything."""

import sys
from collections.abc import Mapping
from typing import Literal, TextIO, TypeAlias

ThemeName: TypeAlias = Literal["dark", "light"]
LIGHT = {"7", "15"}


def theme_for(environment: Mapping[str, str]) -> ThemeName:
    """Light where the terminal says so in COLORFGBG ("0;15" is light, "15;0" dark), else dark."""
    return "light" if environment.get("COLORFGBG", "").rpartition(";")[2] in LIGHT else "dark"


def needs_ascii(stream: TextIO | None, environment: Mapping[str, str]) -> bool:
    """Whether what is written to `stream` may hold nothing but ASCII.

    Its encoding is not UTF, or the locale is C or POSIX, where Python makes it UTF all the same.
    """
    encoding = getattr(stream, "encoding", None) or "ascii"
    return "utf" not in encoding.lower() or locale_of(environment) in {"C", "POSIX"}


def locale_of(environment: Mapping[str, str]) -> str:
    """The locale of characters that somebody chose; nothing where nobody did."""
    by_python = sys.flags.utf8_mode and "PYTHONUTF8" not in environment  # it wrote LC_CTYPE then
    names = ("LC_ALL", "LANG") if by_python else ("LC_ALL", "LC_CTYPE", "LANG")
    return next((environment[name] for name in names if environment.get(name)), "")
