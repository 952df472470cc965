"""The log, and the brief's worked examples, results and logs alike."""

from core import Request, simulate
from core.simulate import LogEntry
from tests.naive.telling import entries


def test_example_1() -> None:
    log: list[LogEntry] = []
    requests = [Request("A", 0, 4, 3), Request("B", 0, 2, 1), Request("C", 1, 3, 2)]
    assert simulate(requests, 2, log=log) == {
        "A": {"first_token": 0, "finish": 2, "preemptions": 0},
        "B": {"first_token": 0, "finish": 0, "preemptions": 0},
        "C": {"first_token": 1, "finish": 2, "preemptions": 0},
    }
    assert log == entries(("AB", "AB", 6, 0), ("AC", "AC", 4, 0), ("AC", "AC", 2, 0))


def test_example_2() -> None:
    log: list[LogEntry] = []
    requests = [Request("A", 0, 6, 4), Request("B", 0, 4, 5), Request("C", 1, 3, 2)]
    assert simulate(requests, 3, block_size=4, num_blocks=4, log=log) == {
        "A": {"first_token": 0, "finish": 3, "preemptions": 0},
        "B": {"first_token": 0, "finish": 5, "preemptions": 1},
        "C": {"first_token": 4, "finish": 5, "preemptions": 0},
    }
    assert log == entries(
        ("AB", "AB", 10, 3),
        ("AB", "AB", 2, 4),
        ("AB", "AB", 2, 4),
        ("A", "A", 1, 3),
        ("BC", "BC", 10, 3),
        ("BC", "BC", 2, 3),
    )


def test_example_3() -> None:
    log: list[LogEntry] = []
    requests = [Request("A", 0, 6, 3), Request("B", 0, 3, 2)]
    assert simulate(requests, 2, token_budget=4, log=log) == {
        "A": {"first_token": 1, "finish": 3, "preemptions": 0},
        "B": {"first_token": 2, "finish": 3, "preemptions": 0},
    }
    assert log == entries(
        ("AB", "", 4, 0), ("AB", "A", 4, 0), ("AB", "AB", 2, 0), ("AB", "AB", 2, 0)
    )


def log_of(requests: list[Request], max_running: int, **limits: int) -> list[LogEntry]:
    """The log of a run."""
    log: list[LogEntry] = []
    simulate(requests, max_running, **limits, log=log)
    return log


def test_there_is_an_entry_for_every_step_from_0_to_the_last_finish() -> None:
    idle = ("", "", 0, 0)
    log = log_of([Request("A", 2, 3, 2), Request("B", 6, 1, 1)], 1)
    assert log == entries(
        idle, idle, ("A", "A", 3, 0), ("A", "A", 1, 0), idle, idle, ("B", "B", 1, 0)
    )


def test_its_keys_are_those_of_the_brief_in_that_order() -> None:
    (entry,) = log_of([Request("A", 0, 1, 1)], 1)
    assert list(entry) == ["step", "running", "emitted", "tokens", "blocks_used"]


def test_running_and_emitted_are_in_admission_order() -> None:
    """a, admitted in step 1, stands behind b, also when only they emit."""
    log = log_of([Request("b", 0, 1, 2), Request("a", 1, 1, 2)], 2)
    assert [entry["running"] for entry in log] == [["b"], ["b", "a"], ["a"]]
    assert [entry["emitted"] for entry in log] == [["b"], ["b", "a"], ["a"]]


def test_who_is_prefilling_runs_and_does_not_emit() -> None:
    log = log_of([Request("A", 0, 1, 3), Request("B", 0, 3, 1)], 2, token_budget=2)
    assert log == entries(("AB", "A", 2, 0), ("AB", "A", 2, 0), ("AB", "AB", 2, 0))


def test_blocks_used_are_those_before_any_is_freed() -> None:
    log = log_of([Request("A", 0, 5, 1)], 1, block_size=2, num_blocks=4)
    assert [entry["blocks_used"] for entry in log] == [3]


def test_a_log_is_appended_to() -> None:
    log = [LogEntry(step=7, running=[], emitted=[], tokens=0, blocks_used=0)]
    simulate([Request("A", 0, 1, 1)], 1, log=log)
    assert [entry["step"] for entry in log] == [7, 0]


def test_no_requests_log_nothing() -> None:
    assert log_of([], 1) == []
