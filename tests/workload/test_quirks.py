"""Oddities that published traces have, each in a few lines of our own."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workload import Trace, load_trace
from core.workload.arrival_process import ArrivalProcess
from tests.workload.files import written

AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens"
CLOCK = "2024-05-10 00:00:"


def read(folder: Path, *lines: str, end: str = "\n", last: str = "\n") -> Trace:
    return load_trace(written(folder, end.join(lines) + last, "trace"))


def told(found: Trace) -> list[tuple[str, float | None, int, int]]:
    return [(r.rid, r.arrival_ms, r.prompt_len, r.output_len) for r in found.requests]


def test_azure_2023_ends_lines_with_crlf_and_the_last_not_at_all(tmp_path: Path) -> None:
    found = read(tmp_path, AZURE, f"{CLOCK}00.1234567,1,2", f"{CLOCK}01,3,4", end="\r\n", last="")
    assert told(found) == [("r00001", 0.0, 1, 2), ("r00002", 876.5433, 3, 4)]


def test_mooncake_says_one_request_twice_and_means_two(tmp_path: Path) -> None:
    line = '{"timestamp": 27000, "input_length": 600, "output_length": 5, "hash_ids": [7, 8]}'
    found = read(tmp_path, line, line)
    assert told(found) == [("r00001", 0.0, 600, 5), ("r00002", 0.0, 600, 5)]
    assert [one.hash_ids for one in found.requests] == [(7, 8), (7, 8)]


def test_mooncake_has_many_equal_stamps_that_keep_their_order(tmp_path: Path) -> None:
    stamps = [3000, 0, 3000, 0, 3000]
    line = '{"timestamp": %d, "input_length": %d, "output_length": 1}'
    found = read(tmp_path, *(line % (stamp, at + 1) for at, stamp in enumerate(stamps)))
    assert [one.prompt_len for one in found.requests] == [2, 4, 1, 3, 5]


def test_lengths_stand_behind_a_stamp_that_is_none(tmp_path: Path) -> None:
    path = written(tmp_path, f"{AZURE}\nXXX,42,285\nXXX,19,82\n", "lengths.csv")
    found = load_trace(path, arrivals=ArrivalProcess("constant", 4.0), speed="2x")
    assert told(found) == [("r00001", 125.0, 42, 285), ("r00002", 250.0, 19, 82)]
    assert str(found.report) == (
        "azure, lengths only, no content ids: 2 rows read, 2 kept, none dropped, not reordered"
    )


@pytest.mark.parametrize(
    ("limit", "window", "kept"), [(10, None, 10), (None, "5s..6s", 8), (None, "99999..", 0)]
)
def test_memory_follows_what_is_kept_and_not_the_file(
    tmp_path: Path, limit: int | None, window: str | None, kept: int
) -> None:
    """A window is looked for to the end of the file. What is made once for all files counts not."""
    short, path = tmp_path / "short.csv", tmp_path / "long.csv"
    for each, number in ((short, 5_000), (path, 100_000)):
        with each.open("w", encoding="utf-8") as file:
            file.writelines(rows(number))
    load_trace(short, limit=limit, window=window)
    tracemalloc.start()
    try:
        found = load_trace(path, limit=limit, window=window)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found.requests) == kept
    assert path.stat().st_size > 50 * most


def rows(number: int) -> Iterator[str]:
    """Ten a second; each seventh asks for nothing, and each eleventh is broken in its own way."""
    yield "arrived_at,num_prefill_tokens,num_decode_tokens\n"
    for at in range(number):
        output = "0" if at % 7 == 6 else f"x{at}" if at % 11 == 10 else f"{at % 99 + 1}"
        yield f"{at / 10:.1f},{at % 1000 + 1},{output}\n"
