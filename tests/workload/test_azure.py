"""The rows of Azure's traces, of both years."""

import pytest

from core.workload.formats.azure import azure_reader
from core.workload.formats.rows import ReadRow, Row

HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens"
MIDNIGHT = "2024-05-10 00:00:00"


def reader(header: str = HEADER) -> ReadRow:
    found = azure_reader(header)
    assert found is not None
    return found


def at_ns(stamp: str) -> int:
    row = reader()(f"{stamp},1,1")
    assert isinstance(row, Row), row
    assert row.at_ns is not None
    return row.at_ns


@pytest.mark.parametrize(
    ("stamp", "after_ns"),
    [
        ("2024-05-10 00:00:00.0000001", 100),
        ("2024-05-10 00:00:00.009930+00:00", 9_930_000),
        ("2024-05-10 00:00:00.123456789", 123_456_789),
        ("2024-05-10T00:00:01Z", 1_000_000_000),
        ("2024-05-10 02:00:00+02:00", 0),
        ("2024-05-09 22:30:00-0130", 0),
        ("2024-05-10 23:59:59.9999999", 86_399_999_999_900),
        ("2024-05-11 00:00:00", 86_400_000_000_000),
        ("2024-05-09 23:59:59.9", -100_000_000),
    ],
)
def test_a_stamp_is_read_exactly(stamp: str, after_ns: int) -> None:
    assert at_ns(stamp) - at_ns(MIDNIGHT) == after_ns


def test_a_leap_day_is_a_day() -> None:
    assert at_ns("2024-03-01 00:00:00") - at_ns("2024-02-28 00:00:00") == 2 * 86_400 * 10**9


@pytest.mark.parametrize(
    "stamp",
    [
        "XX",
        "",
        "2024-05-10",
        "2024-13-10 00:00:00",
        "2023-02-29 00:00:00",
        "2024-05-10 24:00:00",
        "2024-05-10 00:60:00",
        "2024-05-10 00:00:00.",
        "2024-05-10 00:00:00.0000000001",
        "2024-05-10 00:00:00 UTC",
        "２０２４-05-10 00:00:00",  # noqa: RUF001 - digits that are none
        "0000-05-10 00:00:00",
    ],
)
def test_a_broken_stamp_is_told(stamp: str) -> None:
    assert reader()(f"{stamp},1,1") == "TIMESTAMP is not a date and time"


@pytest.mark.parametrize("count", ["7564", "7564.0", "7564.", " 7564 ", '"7564"', "0007564.000"])
def test_a_count_may_be_written_with_a_point(count: str) -> None:
    row = reader()(f"{MIDNIGHT},{count},2")
    assert isinstance(row, Row)
    assert (row.prompt_len, row.output_len) == (7564, 2)


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ("0,1", "no prompt tokens"),
        ("1,0", "no output tokens"),
        ("1,0.0", "no output tokens"),
        ("0,0", "no prompt tokens"),
        ("-1,1", "a token count is below 0"),
        ("-91.0,1", "a token count is below 0"),
        ("-0,1", "no prompt tokens"),
        ("1.5,1", "a token count is not a whole number"),
        ("nan,1", "a token count is not a whole number"),
        (",1", "a token count is not a whole number"),
        ("1e3,1", "a token count is not a whole number"),
        ("1,9999999999999", "a token count is too large"),
        ("99999999999999999999,1", "a token count is too large"),
        ("0" * 60_000 + "x,1", "a token count is not a whole number"),
        ("1", "not 3 columns"),
        ("1,1,1", "not 3 columns"),
    ],
)
def test_a_broken_count_is_told(counts: str, why: str) -> None:
    assert reader()(f"{MIDNIGHT},{counts}") == why


def test_columns_stand_in_any_order_and_others_are_passed_over() -> None:
    read = reader('"GeneratedTokens", model ,"TIMESTAMP",ContextTokens')
    row = read(f'5,"x",{MIDNIGHT},7')
    assert isinstance(row, Row)
    assert (row.prompt_len, row.output_len) == (7, 5)


@pytest.mark.parametrize(
    "header",
    [
        "timestamp,prompt_tokens,generated_tokens,selected_model",
        "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type",
        "num_prefill_tokens,num_decode_tokens,num_total_tokens,pd_ratio",
        "TIMESTAMP;ContextTokens;GeneratedTokens",
        "TIMESTAMP,ContextTokens",
        '{"timestamp": 1}',
    ],
)
def test_another_header_is_not_azure_s(header: str) -> None:
    assert azure_reader(header) is None
