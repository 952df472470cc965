"""Traces as requests: which rows are kept, when they arrive, what is reported."""

from pathlib import Path
from typing import Any, TypeAlias

import pytest

from core import Request
from core.workload import ScenarioError, Trace, TraceError, load, load_trace
from tests.workload.files import written

DATA = Path(__file__).parent / "data"
HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens"
CLOCK = "2024-05-10 00:00:"


Wish: TypeAlias = Any  # wrong values are tried as well


def trace(folder: Path, *rows: str, **wishes: Wish) -> Trace:
    text = "\n".join([HEADER, *rows])
    return load_trace(written(folder, text, "trace.csv"), **wishes)


def rids(found: Trace) -> list[str]:
    return [request.rid for request in found.requests]


def arrivals(found: Trace) -> list[float | None]:
    return [request.arrival_ms for request in found.requests]


def test_rows_are_requests_that_arrive_after_the_first() -> None:
    found = load_trace(DATA / "azure.csv")
    assert found.requests == (
        Request("r00001", 0, 10, 3, arrival_ms=0.0),
        Request("r00002", 0, 20, 1, arrival_ms=499.9999),
        Request("r00003", 0, 30, 2, arrival_ms=1500.0),
        Request("r00004", 0, 40, 5, arrival_ms=4500.0),
    )
    report = found.report
    assert (report.format, report.unit) == ("azure", "dates and times")
    assert (report.read, report.kept, report.dropped, report.dropped_lines) == (4, 4, {}, ())
    assert (report.reordered, report.stopped) == (False, False)
    assert str(report) == (
        "azure, dates and times, no content ids: 4 rows read, 4 kept, none dropped, not reordered"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n", "\r\n\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_make_no_difference(
    tmp_path: Path, end: str, last: str, mark: str
) -> None:
    text = (mark + (DATA / "azure.csv").read_text(encoding="utf-8").strip()).replace("\n", end)
    found = load_trace(written(tmp_path, text + last))
    assert found == load_trace(DATA / "azure.csv")


def test_seven_digits_are_kept_exactly(tmp_path: Path) -> None:
    """Seconds since 1970 as a float are off by up to 200 ns: 4314.579 would be 4314.5791."""
    found = trace(
        tmp_path, "2023-11-16 18:15:46.6805900,374,44", "2023-11-16 18:15:50.9951690,396,109"
    )
    assert arrivals(found) == [0.0, 4314.579]


def test_rows_that_cannot_be_used_are_dropped_and_counted(tmp_path: Path) -> None:
    found = trace(
        tmp_path,
        f"{CLOCK}00,0,5",
        f"{CLOCK}01,5,5",
        "",
        f"{CLOCK}02,5,0",
        f"{CLOCK}03,5",
        "nonsense",
        f"{CLOCK}04,x,1",
        "later,1,1",
        f"{CLOCK}05,5,0",
        "9999-01-01 00:00:00,1,1",
        "x" * 2**20,
        f"{CLOCK}06,6,6",
    )
    report = found.report
    assert rids(found) == ["r00002", "r00011"]
    assert arrivals(found) == [0.0, 5000.0]
    assert report.dropped == {
        "no prompt tokens": 1,
        "no output tokens": 2,
        "not 3 columns": 2,
        "a token count is not a whole number": 1,
        "TIMESTAMP is not a date and time": 1,
        "more than 15 years from the first row": 1,
        "the line is too long": 1,
    }
    assert report.read == report.kept + sum(report.dropped.values()) == 11
    assert [line for line, _ in report.dropped_lines] == [2, 5, 6, 7, 8]
    assert report.examples["no output tokens"] == (5, f"{CLOCK}02,5,0")
    assert report.examples["the line is too long"] == (12, "")
    assert report.warning == "9 of 11 rows could not be used: most of the trace is missing"
    assert report.example_lines[2] == f"not 3 columns: line 6, {CLOCK}03,5"
    assert report.example_lines[-1] == "the line is too long: line 12"
    assert str(report).startswith(
        "azure, dates and times, no content ids: 11 rows read, 2 kept, "
        "1 dropped (no prompt tokens), 2 "
    )


def test_a_line_without_an_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    found = trace(tmp_path, f"{CLOCK}00,1,1", "y" * 10**7 + "\n" + f"{CLOCK}01,1,1")
    assert (rids(found), found.report.read) == (["r00001", "r00003"], 3)


def test_bytes_that_are_not_utf_8_spoil_only_their_row(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    row = f"{CLOCK}00,1,1\n".encode()
    path.write_bytes(HEADER.encode() + b"\n" + row + b"\xff\xfe,1,1\n" + row)
    assert rids(load_trace(path)) == ["r00001", "r00003"]


def test_rows_out_of_order_are_put_in_order_of_arrival(tmp_path: Path) -> None:
    found = trace(tmp_path, f"{CLOCK}03,1,1", f"{CLOCK}01,2,1", f"{CLOCK}03,3,1", f"{CLOCK}01,4,1")
    assert rids(found) == ["r00002", "r00004", "r00001", "r00003"]
    assert arrivals(found) == [0.0, 0.0, 2000.0, 2000.0]
    assert found.report.reordered


def test_equal_arrivals_keep_the_order_of_the_file_in_the_engine_too(tmp_path: Path) -> None:
    found = trace(tmp_path, *[f"{CLOCK}00,1,1"] * 120)
    assert rids(found) == sorted(rids(found))
    assert not found.report.reordered


def test_rids_stay_unique_beyond_five_digits(tmp_path: Path) -> None:
    found = trace(tmp_path, *[f"{CLOCK}00,1,1"] * 100_001)
    assert len(set(rids(found))) == 100_001
    assert rids(found)[-2:] == ["r100000", "r100001"]


SECONDS = [f"{CLOCK}{second:02},1,1" for second in range(10)]


def test_a_limit_keeps_the_first_rows_and_stops(tmp_path: Path) -> None:
    found = trace(tmp_path, *SECONDS, limit=3)
    assert rids(found) == ["r00001", "r00002", "r00003"]
    assert (found.report.read, found.report.kept, found.report.stopped) == (3, 3, True)
    assert not trace(tmp_path, *SECONDS, limit=10).report.stopped


def test_a_window_is_counted_from_the_first_row_and_arrivals_from_its_start(
    tmp_path: Path,
) -> None:
    found = trace(tmp_path, *SECONDS, window="2.5s..5s")
    assert (rids(found), arrivals(found)) == (["r00004", "r00005"], [500.0, 1500.0])
    assert found.report.dropped == {"outside the window": 8}
    assert (found.report.examples, found.report.warning) == ({}, "")
    assert found.report.dropped_lines == ()


def test_a_limit_counts_the_rows_of_the_window(tmp_path: Path) -> None:
    found = trace(tmp_path, *SECONDS, window="2..", limit=2)
    assert rids(found) == ["r00003", "r00004"]


def test_speed_divides_times(tmp_path: Path) -> None:
    assert arrivals(trace(tmp_path, *SECONDS[:3], speed=4)) == [0.0, 250.0, 500.0]
    assert arrivals(trace(tmp_path, *SECONDS[:3], speed=0.5)) == [0.0, 2000.0, 4000.0]
    for twice in (2, 2.0, "2", "2x", " 2.0 x"):
        assert arrivals(trace(tmp_path, *SECONDS[:2], speed=twice)) == [0.0, 500.0]


def test_everything_wrong_with_what_is_asked_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(TraceError) as caught:
        load_trace(tmp_path / "none.csv", format="azur", limit=0, window="5..4", speed=0)
    assert [(fault.key, fault.message) for fault in caught.value.faults] == [
        ("trace", "there is no such file"),
        ("format", "there is no format 'azur'; did you mean azure?"),
        ("limit", "limit must be at least 1, not 0"),
        ("window", "window must end after it starts, such as 60..120; not '5..4'"),
        ("speed", "speed must be between 1e-06 and 1,000,000, not 0"),
    ]


@pytest.mark.parametrize(
    ("wishes", "key"),
    [
        ({"limit": True}, "limit"),
        ({"limit": 1.5}, "limit"),
        ({"window": 3}, "window"),
        ({"speed": float("nan")}, "speed"),
        ({"speed": "fast"}, "speed"),
        ({"speed": "x2"}, "speed"),
        ({"speed": "-2x"}, "speed"),
        ({"speed": "0x"}, "speed"),
        ({"speed": "9" * 10_000}, "speed"),
        ({"speed": True}, "speed"),
        ({"format": 3}, "format"),
    ],
)
def test_a_wish_of_a_wrong_kind_is_told(
    tmp_path: Path, wishes: dict[str, object], key: str
) -> None:
    with pytest.raises(TraceError) as caught:
        trace(tmp_path, **wishes)
    assert [fault.key for fault in caught.value.faults] == [key]


def test_an_unknown_header_names_the_known_formats(tmp_path: Path) -> None:
    with pytest.raises(TraceError) as caught:
        load_trace(written(tmp_path, "a\x1b,b\n1,2\n"))
    assert caught.value.faults[0].message == (
        "this is no known trace: its first line is 'a\\x1b,b'; "
        "known: azure, vidur, vidur-lengths, burstgpt, fleet-sim, bailian, llmservingsim, "
        "mooncake, timed-trace, weka; of another kind: name its columns, "
        "--columns arrival_ms=ts,prompt_len=in,output_len=out"
    )


def test_a_named_format_that_it_is_not_says_what_it_would_be(tmp_path: Path) -> None:
    with pytest.raises(TraceError) as caught:
        load_trace(written(tmp_path, "a,b\n1,2\n"), format="vidur")
    assert caught.value.faults[0].message == (
        "this is no vidur trace: its first line is 'a,b'; "
        "it would be arrived_at,num_prefill_tokens,num_decode_tokens"
    )


def test_a_trace_without_a_usable_row_is_empty_as_a_trace_and_refused_as_a_scenario(
    tmp_path: Path,
) -> None:
    found = trace(tmp_path, "YYY,42,285", "YYY,19,82")
    assert (found.requests, found.report.kept) == ((), 0)
    with pytest.raises(ScenarioError) as caught:
        load(tmp_path / "trace.csv")
    assert str(caught.value).endswith(
        "no request is left of the trace: azure, dates and times, no content ids: "
        "2 rows read, 0 kept, 2 dropped (TIMESTAMP is not a date and time), not reordered; "
        "TIMESTAMP is not a date and time: line 2, YYY,42,285"
    )


def test_an_example_of_a_broken_row_is_inert_and_short(tmp_path: Path) -> None:
    found = trace(tmp_path, f"{CLOCK}00,1,1", "\x1b[31m" + "y" * 1000)
    (line,) = found.report.example_lines
    assert line.startswith("not 3 columns: line 3, \\x1b[31myyy")
    assert line.isprintable()
    assert len(line) < 120
    assert found.report.warning == ""
