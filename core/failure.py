"""Whose fault an exception was: the file and line in the scheduler or policy that raised it."""

from traceback import extract_tb


def blame(error: Exception) -> str:
    """One sentence: the innermost place, what was raised, and its words."""
    frames = extract_tb(error.__traceback__)
    place = frames[-1] if frames else None
    where = "an unknown place" if place is None else f"{place.filename}:{place.lineno}"
    return f"{where}: {type(error).__name__}: {error}"
