"""Every refusal in the brief: its type, what it names, and that the log stays untouched."""

from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from tests.naive.engine import naive_simulate, naive_trace
from tests.naive.records import Ask, LogEntry

Wrong: TypeAlias = Any  # values of wrong types are passed on purpose

A = Ask("A", 0, 4, 3)
THREE: Wrong = 3
NO_LIST: Wrong = ()
WRONG_COUNTS: list[Wrong] = [1.0, True, "1", None]
KEPT = LogEntry(step=0, running=[], emitted=[], tokens=0, blocks_used=0)

WRONG_VALUES: list[tuple[dict[str, Wrong], str]] = [
    ({"max_running": 0}, "max_running .* 0"),
    ({"max_running": -2}, "max_running .* -2"),
    ({"block_size": 4}, "block_size and num_blocks .* 4 and None"),
    ({"num_blocks": 4}, "block_size and num_blocks .* None and 4"),
    ({"block_size": 0, "num_blocks": 4}, "block_size .* 0"),
    ({"block_size": 4, "num_blocks": 0}, "num_blocks .* 0"),
    ({"token_budget": 0}, "token_budget .* 0"),
    ({"token_budget": -1}, "token_budget .* -1"),
    ({"max_running": 3, "token_budget": 2}, "token_budget 2 .* max_running 3"),
]

WRONG_TYPES: list[dict[str, Wrong]] = [
    {name: value, **others}
    for name, others in (
        ("max_running", {}),
        ("block_size", {"num_blocks": 4}),
        ("num_blocks", {"block_size": 4}),
        ("token_budget", {}),
    )
    for value in (2.0, True, "2")
] + [{"max_running": None}]


WRONG_REQUESTS: list[tuple[Ask, type[Exception], str]] = [
    (Ask("B", -1, 1, 1), ValueError, "'B'.*arrival .* -1"),
    (Ask("B", 0, 0, 1), ValueError, "'B'.*prompt_len .* 0"),
    (Ask("B", 0, 1, 0), ValueError, "'B'.*output_len .* 0"),
    (Ask("A", 5, 1, 1), ValueError, "'A'.*twice"),
    (Ask(THREE, 0, 1, 1), TypeError, "rid must be a str.* 3"),
] + [
    (replace(Ask("B", 0, 1, 1), **{name: value}), TypeError, f"'B'.*{name} must be an int")
    for name in ("arrival", "prompt_len", "output_len")
    for value in WRONG_COUNTS
]


@pytest.mark.parametrize("asks", [[], [A]])
@pytest.mark.parametrize(("wrong", "message"), WRONG_VALUES)
def test_settings_out_of_range(asks: list[Ask], wrong: dict[str, Wrong], message: str) -> None:
    log: list[LogEntry] = [KEPT]
    arguments = {"max_running": 2, "log": log, **wrong}
    with pytest.raises(ValueError, match=message):
        naive_simulate(asks, **arguments)
    del arguments["log"]
    with pytest.raises(ValueError, match=message):
        naive_trace(asks, **arguments)
    assert log == [KEPT]


@pytest.mark.parametrize("asks", [[], [A]])
@pytest.mark.parametrize("wrong", WRONG_TYPES)
def test_settings_of_the_wrong_type(asks: list[Ask], wrong: dict[str, Wrong]) -> None:
    log: list[LogEntry] = []
    arguments = {"max_running": 2, "log": log, **wrong}
    with pytest.raises(TypeError, match=next(iter(wrong))):
        naive_simulate(asks, **arguments)
    assert log == []


@pytest.mark.parametrize(("ask", "error", "message"), WRONG_REQUESTS)
def test_malformed_requests(ask: Ask, error: type[Exception], message: str) -> None:
    log: list[LogEntry] = []
    with pytest.raises(error, match=message):
        naive_simulate([A, ask], 2, log=log)
    with pytest.raises(error, match=message):
        naive_trace([A, ask], 2)
    assert log == []


@pytest.mark.parametrize("thing", [("B", 0, 1, 1), None])
def test_things_that_are_no_requests(thing: Wrong) -> None:
    with pytest.raises(TypeError, match="number 1"):
        naive_simulate([A, thing], 2)


def test_a_log_that_is_no_list() -> None:
    with pytest.raises(TypeError, match="log"):
        naive_simulate([A], 2, log=NO_LIST)


def test_a_request_that_could_never_fit() -> None:
    """A needs ceil((4 + 3 - 1) / 2) = 3 blocks, however late it arrives."""
    log: list[LogEntry] = []
    late = Ask("late", 90, 4, 4)
    with pytest.raises(ValueError, match="'late' needs 4 blocks, there are 3"):
        naive_simulate([A, late], 2, 2, 3, log=log)
    assert log == []
    assert naive_simulate([A], 2, 2, 3)["A"]["finish"] == 2


def test_no_requests() -> None:
    log: list[LogEntry] = []
    assert naive_simulate([], 1, log=log) == {}
    assert log == []
