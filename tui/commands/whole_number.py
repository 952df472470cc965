"""A whole number among the words of a command."""

from typer import BadParameter

from tui.view.clean import clean

MOST_DIGITS = 1000


def whole(text: str | int) -> int:
    """The whole number that `text` is, or by default was. Raises `BadParameter` otherwise."""
    if isinstance(text, int):
        return text
    if len(text) > MOST_DIGITS:
        raise BadParameter(f"{clean(text[:40])}… has more than {MOST_DIGITS} digits")
    try:
        return int(text)
    except ValueError:
        raise BadParameter(f"{clean(text[:40])!r} is no whole number") from None
