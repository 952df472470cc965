"""Whose fault an exception was: the file and line in the scheduler or policy that raised it."""

from pathlib import Path
from traceback import FrameSummary, extract_tb

OURS = Path(__file__).parent


def blame(error: Exception) -> str:
    """One sentence: the innermost place outside the engine, what was raised, and its words.

    The engine refuses what a scheduler may not do, so a refusal is blamed on who asked for it.
    """
    frames = extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if OURS not in Path(frame.filename).parents]
    where = _place((theirs or frames)[-1]) if frames else "an unknown place"
    return f"{where}: {type(error).__name__}: {_words(error)}"


def _place(frame: FrameSummary) -> str:
    return f"{frame.filename}:{frame.lineno}"


def _words(error: Exception) -> str:
    try:
        return str(error)
    except Exception as worse:  # noqa: BLE001 - whatever a stranger's exception does when printed
        return f"its text could not be made ({type(worse).__name__})"
