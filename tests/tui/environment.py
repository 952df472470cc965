"""The environment in which every test sees the same frame: textual reads it when it is imported."""

import os

UNSET = (
    "NO_COLOR",
    "COLORTERM",
    "COLORFGBG",
    "TEXTUAL_THEME",
    "TEXTUAL_FILTERS",
    "TEXTUAL_DIM_FACTOR",
    "TEXTUAL_DRIVER",
    "TEXTUAL_DEBUG",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
)


def settle() -> None:
    """No animations, true colours, nothing that the person running the tests has set."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    for name in UNSET:
        os.environ.pop(name, None)
