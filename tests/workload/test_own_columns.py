"""A trace of one's own, its columns named: what is read, and what is wrong with the names."""

from pathlib import Path

import pytest

from core.workload import Trace, TraceError, load, load_trace, scenario_from_trace
from tests.workload.files import told as faults_told
from tests.workload.files import written

LENGTHS = {"prompt_len": "in", "output_len": "out"}
NAMES = {"arrival_ms": "ts", **LENGTHS}
HEADER = "out,ts,in,model"


def read(folder: Path, columns: object, *lines: str, **wishes: object) -> Trace:
    path = written(folder, "\n".join(lines), "own.csv")
    return load_trace(path, columns=columns, **wishes)  # type: ignore[arg-type]  # what is wrong too


def arrivals(found: Trace) -> list[float | None]:
    return [one.arrival_ms for one in found.requests]


def refusals(folder: Path, columns: object, *lines: str, **wishes: object) -> list[tuple[str, str]]:
    with pytest.raises(TraceError) as caught:
        read(folder, columns, *lines, **wishes)
    return [(fault.key, fault.message) for fault in caught.value.faults]


def test_columns_by_their_names_in_any_order(tmp_path: Path) -> None:
    rows = ("3,100.5,20,x", "4,200,30,y", "x,1,1,z", "0,1,1,z", "5,a,1,z", "1,2")
    found = read(tmp_path, NAMES, HEADER, *rows)
    assert [(r.rid, r.arrival_ms, r.prompt_len, r.output_len) for r in found.requests] == [
        ("r00001", 0.0, 20, 3),
        ("r00002", 99.5, 30, 4),
    ]
    assert str(found.report) == (
        "columns, milliseconds, no content ids: 6 rows read, 2 kept, "
        "1 dropped (a token count is not a whole number), 1 dropped (no output tokens), "
        "1 dropped (ts is not a number of milliseconds), 1 dropped (not 4 columns), not reordered"
    )
    assert found.report.examples["not 4 columns"] == (7, "1,2")
    assert [str(each) for each in found.origins] == ["own.csv:2", "own.csv:3"]


@pytest.mark.parametrize(
    ("key", "cells", "unit", "later_ms"),
    [
        ("arrival", ("2024-05-12 00:00:00.5+00:00", "2024-05-12T02:00:01Z"), "dates and", 7200500),
        ("arrival_s", ("1715472000.000001", "1715472000.25"), "seconds", 249.999),
        ("arrival_ms", ("1.5", "1e3"), "milliseconds", 998.5),
        ("arrival_us", ("0", "1500"), "microseconds", 1.5),
        ("arrival_ns", ("1715472000000000001", "1715472000000500001"), "nanoseconds", 0.5),
    ],
)
def test_the_unit_of_an_arrival_is_in_its_key(
    tmp_path: Path, key: str, cells: tuple[str, str], unit: str, later_ms: float
) -> None:
    found = read(tmp_path, {key: "ts", **LENGTHS}, HEADER, *(f"1,{cell},2,m" for cell in cells))
    assert arrivals(found) == [0.0, later_ms]
    assert found.report.unit.startswith(unit)


def test_arrivals_in_steps_have_no_clock(tmp_path: Path) -> None:
    names = {"arrival_step": "ts", **LENGTHS}
    found = read(tmp_path, names, HEADER, "1,7,2,m", "1,9.0,2,m", "1,9.5,2,m", "1,,2,m")
    assert [(one.arrival, one.arrival_ms) for one in found.requests] == [(0, None), (2, None)]
    assert found.report.dropped == {"ts is not a whole number of steps": 2}
    part = load_trace(tmp_path / "own.csv", columns=names, window="1..")
    assert [one.arrival for one in part.requests] == [1]
    scenario = scenario_from_trace(tmp_path / "own.csv", columns=names)
    assert (scenario.cost, scenario.clock_note) == (None, "")
    assert refusals(tmp_path, names, HEADER, "1,7,2,m", speed=2) == [
        ("speed", "speed is for times: this trace has steps")
    ]


def test_dates_that_are_numbers_are_told_what_to_do(tmp_path: Path) -> None:
    found = read(tmp_path, {"arrival": "ts", **LENGTHS}, HEADER, "1,17154720,2,m")
    reason = "ts is not a date and time: of numbers the key has the unit, as arrival_s"
    assert found.report.dropped == {reason: 1}


def test_lengths_alone_need_arrivals(tmp_path: Path) -> None:
    ((key, message),) = refusals(tmp_path, LENGTHS, HEADER, "1,7,2,m")
    assert (key, message[:30]) == ("arrivals", "this trace has lengths only: s")


def test_whose_a_request_is(tmp_path: Path) -> None:
    names = NAMES | {"rid": "id", "tenant": "who", "priority": "p"}
    found = read(
        tmp_path,
        names,
        "id,ts,in,out,who,p",
        "one,0,2,1,search,-3",
        "2,0,2,1,,",
        "one,0,2,1,,",
        ",0,2,1,,",
        "3,0,2,1,,high",
        "4,0,2,1,,1.5",
    )
    assert [(r.rid, r.tenant, r.priority) for r in found.requests] == [
        ("one", "search", -3),
        ("2", "", 0),
    ]
    assert found.report.dropped == {
        "its rid is that of a row before": 1,
        "its rid is missing": 1,
        "p is not a whole number": 1,
        f"p is not a whole number of at most {2**62:,}": 1,
    }


def test_what_prompts_share(tmp_path: Path) -> None:
    names = NAMES | {"prefix": "system", "prefix_len": "n"}
    rows = ("0,8,1,chat,4", "0,8,1,,4", "0,8,1,chat,9", "0,8,1,chat,-1", "0,8,1,chat,")
    found = read(tmp_path, names, "ts,in,out,system,n", *rows)
    assert [(r.prefix, r.prefix_len) for r in found.requests] == [
        ("chat", 4),
        (None, 0),
        (None, 0),
    ]
    assert found.report.dropped == {
        "prefix_len is more than its prompt has": 1,
        "n is below 0": 1,
    }


def test_ids_are_a_list_in_a_cell_too(tmp_path: Path) -> None:
    hashed, rows = NAMES | {"hash_ids": "h"}, ('0,8,1,"[5, 6]"', "0,8,1,5 6", "0,8,1,")
    found = read(tmp_path, hashed, "ts,in,out,h", *rows, hash_block_size=4)
    assert [(r.hash_ids, r.hash_block_size) for r in found.requests] == [
        ((5, 6), 4),
        ((), None),
        ((), None),
    ]
    assert found.report.unused_ids == {"they are not a list of whole numbers": 1}
    ids = NAMES | {"prompt_ids": "h", "tenant": "h"}
    exact = read(tmp_path, ids, "ts,in,out,h", '0,2,1,"[5, 6]"', '0,3,1,"[5, 6]"')
    assert [r.prompt_ids for r in exact.requests] == [(5, 6), ()]
    assert [r.tenant for r in exact.requests] == ["[5, 6]", "[5, 6]"]


def test_json_lines_with_objects_in_them(tmp_path: Path) -> None:
    names = {"arrival_s": "at", "prompt_len": "usage.in", "output_len": "u.out", "tenant": "user"}
    found = read(
        tmp_path,
        names,
        '{"at": 1, "usage": {"in": 5}, "u.out": 2}',
        '{"at": "1.5", "usage": {"in": "6"}, "u.out": 3, "user": "x"}',
        '{"at": 2, "usage": null, "u.out": 3}',
        '{"at": 2, "usage": {"in": 5}, "u.out": 3, "user": "\\ud800"}',
        "[]",
    )
    assert [(r.arrival_ms, r.prompt_len, r.output_len, r.tenant) for r in found.requests] == [
        (0.0, 5, 2, ""),
        (500.0, 6, 3, "x"),
    ]
    assert found.report.dropped == {
        "a token count is missing": 1,
        "user is not a text": 1,
        "not a JSON object": 1,
    }


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_table_as_spreadsheets_write_it(tmp_path: Path, delimiter: str) -> None:
    rows = [["\ufeffts", "a, b", "in", "out"], ["1", '"x\n""y"""', "2", "3"], ["2", "", "4", "5"]]
    rows[0][1] = '"a, b; c|d"' if delimiter != "\t" else "a, b"
    text = "\r\n".join(delimiter.join(row) for row in [*rows, ["3", '"x"y', "2", "3"]])
    name = rows[0][1].strip('"')
    path = written(tmp_path, text, "own.csv")
    found = load_trace(path, columns=NAMES | {"tenant": name})
    assert [(r.tenant, r.prompt_len) for r in found.requests] == [('x"y"', 2), ("", 4)]
    assert [str(each) for each in found.origins] == ["own.csv:2", "own.csv:4"]
    assert found.report.dropped == {"its quotes do not match, or a field is too long": 1}
    assert found.report.dropped_lines == ((5, "its quotes do not match, or a field is too long"),)


def test_a_row_without_an_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    many = '"a\nb",' * 300_000
    found = read(tmp_path, NAMES, "ts,in,out", many, "1,2,3", "1" * 2**20, "1,2,4")
    assert [r.output_len for r in found.requests][-1] == 4
    assert "the line is too long" in found.report.dropped


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ("arrival_ms=ts", ["prompt_len is missing in columns: which column holds it, such as "]),
        (NAMES | {"arival": "ts"}, ["arival in columns is unknown; did you mean arrival?"]),
        (NAMES | {"arrival_s": "ts"}, ["columns has arrival_s and arrival_ms: when it arrives is"]),
        (NAMES | {"rid": 3}, ["rid in columns must be the name of a column, not 3"]),
        (NAMES | {"rid": ""}, ["rid in columns must be the name of a column, not ''"]),
        (NAMES | {"prefix": "a"}, ["prefix and prefix_len in columns go together"]),
        (NAMES | {"hash_ids": "a"}, ["hash_ids in columns need hash_block_size"]),
        ("ts,in", ["columns must be written like arrival_ms=ts,prompt_len=in,output_len=out, not"]),
        ('"a', ["columns must be written like"]),
        ([3], ["columns must be written like arrival_ms=ts,prompt_len=in,output_len=out, or as a"]),
        ("rid=a,rid=b", ["columns has rid twice: keep one"]),
        (
            NAMES | {"rid": "tss"},
            ["there is no column 'tss'; did you mean 'ts'? there are: 'ts', "],
        ),
        (
            NAMES | {"rid": "zzzz"},
            ["there is no column 'zzzz'; there are: 'ts', 'in', 'out', 'two'"],
        ),
        (NAMES | {"rid": "two"}, ["there are 2 columns 'two': which one is meant?"]),
    ],
)
def test_what_is_wrong_with_columns(tmp_path: Path, columns: object, expected: list[str]) -> None:
    found = refusals(tmp_path, columns, "ts,in,out,two,two", "1,2,3,4,5")
    assert [key for key, _ in found] == ["columns"] * len(found)
    messages = [message for _, message in found if "output_len is" not in message]
    assert len(messages) == len(expected)
    assert all(map(str.startswith, messages, expected)), messages


def test_columns_are_those_of_one_file_of_no_known_format(tmp_path: Path) -> None:
    assert refusals(tmp_path, NAMES, HEADER, format="azure") == [
        ("columns", "columns and format are both given: columns are those of no known format")
    ]
    with pytest.raises(TraceError, match="columns are those of one file, and this is a folder"):
        load_trace(tmp_path, columns=NAMES)
    empty = "this is no trace with these columns: nothing stands in it; it would be a table, or "
    ((key, message),) = refusals(tmp_path, NAMES, "")
    assert (key, message) == ("columns", f"{empty}JSON lines, with ts, in, out")


def test_a_scenario_names_columns(tmp_path: Path) -> None:
    written(tmp_path, f"{HEADER}\n3,100,20,x\n4,250,30,y\n", "own.csv")
    head = 'title = "own"\n[scheduler]\nname = "driftwood"\nmax_running = 2\n[workload]\n'
    table = 'columns = { arrival_ms = "ts", prompt_len = "in", output_len = "out" }\n'
    path = written(tmp_path, f'{head}trace = "own.csv"\n{table}')
    assert [one.arrival_ms for one in load(path).requests] == [0.0, 150.0]
    seconds = "arrival_s=ts,prompt_len=out,output_len=in"
    other = load(path, columns=seconds).requests
    assert [(one.arrival_ms, one.output_len) for one in other] == [(0.0, 20), (150_000.0, 30)]
    wrong = f'{head}trace = "own.csv"\n{table.replace("ts", "tss")}'
    assert faults_told(tmp_path, wrong) == [
        "7: there is no column 'tss'; did you mean 'ts'? there are: 'out', 'ts', 'in', 'model'"
    ]
    assert faults_told(tmp_path, wrong.replace('"tss"', "3"))[0].startswith("7: arrival_ms in col")
    made = wrong.replace('trace = "own.csv"', 'generator = "poisson"')
    assert "7: columns is for a trace: generator makes its requests" in faults_told(tmp_path, made)
