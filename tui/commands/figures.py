"""Figures as people read them."""

from core.naming import portion


def number(figure: float) -> str:
    """With separators, and a decimal where it has one: 1,234 or 1,234.5."""
    return portion(figure, 1).removesuffix(".0")


def optional(figure: float | None) -> str:
    """A figure, or a dash where there is none."""
    return "–" if figure is None else number(figure)


def milliseconds(figure: float) -> str:
    """A time: in seconds from ten of them on."""
    return f"{number(figure / 1000)} s" if figure >= 10_000 else f"{number(figure)} ms"  # noqa: PLR2004 - ten seconds
