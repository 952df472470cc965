"""Whose fault an exception was: the file and line in the scheduler or policy that raised it."""

from collections.abc import Collection, Iterable
from pathlib import Path
from traceback import FrameSummary, extract_tb

from core.policies import PolicyError
from core.policies.rule import words_of

OURS = Path(__file__).parent


def blame(error: BaseException, ours: Collection[Path] = ()) -> str:
    """One sentence: the innermost place outside the engine, what was raised, and its words.

    The engine refuses what a scheduler may not do, so a refusal is blamed on who asked for it. A
    policy is blamed for what was raised in it, or for giving what is no choice. `ours` are files
    that are not to blame either.
    """
    if isinstance(error, PolicyError):
        return _blame_policy(error)
    frames = extract_tb(error.__traceback__)
    theirs = [frame for frame in _theirs(frames) if Path(frame.filename) not in ours]
    where = _place((theirs or frames)[-1]) if frames else "an unknown place"
    return f"{where}: {type(error).__name__}: {words_of(error)}"


def _blame_policy(error: PolicyError) -> str:
    cause = error.__cause__
    theirs = _theirs(extract_tb(cause.__traceback__)) if cause else []
    if cause and theirs:
        return f"{_place(theirs[-1])}: {type(cause).__name__}: {words_of(cause)}"
    return f"{error.place}: {error.kind} {words_of(error)}"


def _theirs(frames: Iterable[FrameSummary]) -> list[FrameSummary]:
    return [frame for frame in frames if OURS not in Path(frame.filename).parents]


def _place(frame: FrameSummary) -> str:
    return f"{frame.filename}:{frame.lineno}"
