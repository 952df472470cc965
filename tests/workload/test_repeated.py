"""`count` and `every`: many requests of one table."""

from pathlib import Path

import pytest

from tests.workload.files import TABLES, faults, scenario


def with_second(keys: str) -> str:
    """`TABLES`, whose second request has `keys` instead of its arrival."""
    return TABLES.replace("arrival = 2", keys)


def test_equal_requests_are_numbered(tmp_path: Path) -> None:
    found = scenario(tmp_path, with_second("count = 3\narrival = 2\ntenant = 't'")).requests
    assert [r.rid for r in found] == ["A", "B1", "B2", "B3"]
    assert {(r.arrival, r.prompt_len, r.output_len, r.tenant) for r in found[1:]} == {
        (2, 4, 1, "t")
    }


def test_they_queue_by_number(tmp_path: Path) -> None:
    found = scenario(tmp_path, with_second("count = 100"))
    rids = [r.rid for r in found.requests[1:]]
    assert (rids[0], rids[9], rids[-1]) == ("B001", "B010", "B100")
    assert [row.rid for row in found.run().at(1, 0).waiting] == rids[1:]


def test_one_of_many_is_numbered_too(tmp_path: Path) -> None:
    assert [r.rid for r in scenario(tmp_path, with_second("count = 1")).requests] == ["A", "B1"]


def test_periodic_ones_arrive_so_many_steps_apart(tmp_path: Path) -> None:
    found = scenario(tmp_path, with_second("count = 3\narrival = 2\nevery = 11"))
    assert [r.arrival for r in found.requests] == [0, 2, 13, 24]


@pytest.mark.parametrize(("every", "last"), [("100", 200.5), ("0.1", 0.7), ("0", 0.5)])
def test_timed_ones_arrive_so_many_milliseconds_apart(
    tmp_path: Path, every: str, last: float
) -> None:
    text = with_second(f"count = 3\narrival_ms = 0.5\nevery = {every}")
    text = text.replace('rid = "A"', 'rid = "A"\narrival_ms = 0')
    assert [r.arrival_ms for r in scenario(tmp_path, text).requests][-1] == last


def test_what_is_wrong_with_all_of_them_is_said_once(tmp_path: Path) -> None:
    text = with_second("count = 1000").replace("prompt_len = 4", "prompt_len = 0")
    (fault,) = faults(tmp_path, text)
    assert str(fault).endswith("13: request 2 B0001: prompt_len must be at least 1, not 0")
