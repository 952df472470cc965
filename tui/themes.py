"""Which of the two looks a terminal gets, without asking it anything."""

from collections.abc import Mapping
from typing import Literal, TextIO, TypeAlias

ThemeName: TypeAlias = Literal["dark", "light"]
LIGHT = {"7", "15"}


def theme_for(environment: Mapping[str, str]) -> ThemeName:
    """Light where the terminal says so in COLORFGBG ("0;15" is light, "15;0" dark), else dark."""
    return "light" if environment.get("COLORFGBG", "").rpartition(";")[2] in LIGHT else "dark"


def needs_ascii(stream: TextIO | None) -> bool:
    """Whether what is written to `stream` may hold nothing but ASCII: its encoding is not UTF."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    return "utf" not in encoding.lower()
