"""The lines that mypy is shown: each with the code of the error it must report there, or none."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.typing.legal_moves import GROUPS, LEGAL_MOVES, MOVES, STATES


class Line(NamedTuple):
    """A line of Python, and the code of the one error mypy reports in it."""

    text: str
    error: str | None = None


HEAD = """\
from collections.abc import Callable
from typing import TypeVar, assert_type
from core.lifecycle import *
from core.lifecycle import Ended, Queued, Running, State
Next = TypeVar("Next")
def result(move: Callable[..., Next]) -> Next: raise NotImplementedError
"""


def lines(fields: dict[str, list[str]]) -> list[Line]:
    """The whole file, for states that have these `fields`."""
    head = [Line(text) for text in HEAD.splitlines()]
    return [*head, *pairs(fields), *assignments(fields), *memberships(), *matches()]


def pairs(fields: dict[str, list[str]]) -> Iterator[Line]:
    """Each move of each state: its next state, or no such attribute, or a field that is no move."""
    for state in STATES:
        for move in MOVES:
            yield Line(f"def {state}_{move}(state: {state}) -> None:")
            if after := LEGAL_MOVES.get((state, move)):
                yield Line(f"    assert_type(result(state.{move}), {after})")
            else:
                error = "arg-type" if move in fields[state] else "attr-defined"
                yield Line(f"    result(state.{move})", error)


def assignments(fields: dict[str, list[str]]) -> Iterator[Line]:
    """No field of a state can be set."""
    for state in STATES:
        yield Line(f"def {state}_is_frozen(state: {state}) -> None:")
        for field in fields[state]:
            yield Line(f"    state.{field} = state.{field}", "misc")


def memberships() -> Iterator[Line]:
    """A container of one group takes no state of another."""
    for state in STATES:
        for group, members in GROUPS.items():
            yield Line(f"def {state}_in_{group}(state: {state}, into: list[{group}]) -> None:")
            yield Line("    into.append(state)", None if state in members else "arg-type")


def matches() -> Iterator[Line]:
    """A `match` over every state is complete, one that leaves out any is refused."""
    for left_out in (None, *STATES):
        yield Line(f"def match_without_{left_out}(state: State) -> None:")
        yield Line("    match state:", "exhaustive-match" if left_out else None)
        yield from (Line(f"        case {state}(): pass") for state in STATES if state != left_out)
