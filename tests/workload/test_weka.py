"""Agent sessions in a few lines of our own: clocks, ids, files, lines and what is broken."""

import json
import tracemalloc
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from core.workload import Trace, TraceError, load_trace
from tests.workload.files import TABLES, scenario, written

Json: TypeAlias = dict[str, Any]  # what a session may hold, right or wrong


def asked(t: float, prompt: int, output: int = 5, **more: object) -> Json:
    ids = [*range(1, prompt // 64 + 1)]
    return {"t": t, "type": "n", "in": prompt, "out": output, "hash_ids": ids, **more}


def agent(t: float, *requests: Json, **more: object) -> Json:
    return {"t": t, "type": "subagent", "agent_id": "a", "requests": [*requests], **more}


def session(*requests: Json, **more: object) -> Json:
    head = {"id": "s", "block_size": 64, "hash_id_scope": "local", **more}
    return {**head, "requests": [*requests], "totals": {"n": [1]}}


def read(folder: Path, *requests: Json, **more: object) -> Trace:
    return load_trace(written(folder, json.dumps(session(*requests, **more)), "one.json"))


def arrivals(found: Trace) -> list[tuple[float | None, int]]:
    return [(one.arrival_ms, one.prompt_len) for one in found.requests]


def ids(found: Trace) -> list[tuple[int, ...]]:
    return [one.hash_ids for one in found.requests]


def both(folder: Path, *requests: Json, **more: object) -> list[tuple[int, ...]]:
    """The ids of two equal sessions in a folder, in order of arrival."""
    for name in ("a.json", "b.json"):
        written(folder, json.dumps(session(*requests, **more)), name)
    return ids(load_trace(folder))


def test_requests_of_a_session_arrive_by_its_clock(tmp_path: Path) -> None:
    found = read(tmp_path, asked(0.0, 130), asked(12.5, 200))
    assert arrivals(found) == [(0.0, 130), (12_500.0, 200)]
    report = found.report
    assert (report.format, report.unit, report.hash_block_size) == ("weka", "seconds", 64)
    assert str(report) == (
        "weka, seconds, hash_ids of 64 tokens: 2 rows read, 2 kept, none dropped, not reordered"
    )


def test_a_sub_agent_has_a_clock_of_its_own_that_starts_before_its_answer(tmp_path: Path) -> None:
    """Its `t` is when it was done: two that started together at 20 s were done at 50 and 80."""
    found = read(
        tmp_path,
        asked(0, 64),
        agent(50, asked(0, 65), asked(9, 66), duration_ms=30_000),
        agent(80, asked(0, 67), duration_ms=60_000),
        asked(90, 68),
    )
    expected = [(0.0, 64), (20_000.0, 65), (20_000.0, 67), (29_000.0, 66), (90_000.0, 68)]
    assert arrivals(found) == expected
    assert [one.rid for one in found.requests] == ["r00001", "r00002", "r00004", "r00003", "r00005"]
    assert found.report.reordered


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (agent(50, asked(0, 65), asked(9, 66)), [50_000.0, 59_000.0]),
        (agent(50, asked(51, 65), asked(59, 66), duration_ms=9000), [51_000.0, 59_000.0]),
        (agent(2, asked(0, 65), asked(1, 66), duration_ms=9000), [0.0, 1000.0]),
        (agent(50, agent(7, asked(1, 65), duration_ms=2000), asked(9, 66)), [56_000.0, 59_000.0]),
    ],
    ids=["no duration", "the session's clock", "longer than the session", "an agent's agent"],
)
def test_where_the_clock_of_a_sub_agent_starts(
    tmp_path: Path, one: Json, expected: list[float]
) -> None:
    found = read(tmp_path, asked(0, 64), one)
    assert [each.arrival_ms for each in found.requests if each.prompt_len > 64] == expected


def test_ids_of_a_session_are_its_own_and_its_agents_share_them(tmp_path: Path) -> None:
    first, second, agents, others = both(tmp_path, asked(0, 130), agent(9, asked(0, 200)))
    assert (first, agents) == ((1, 2), (1, 2, 3))
    assert second == others[:2]
    assert {*agents}.isdisjoint(others)


def test_global_ids_mean_the_same_in_every_session(tmp_path: Path) -> None:
    assert both(tmp_path, asked(0, 130), hash_id_scope="global") == [(1, 2), (1, 2)]


def test_there_is_an_id_for_each_whole_block_and_the_rest_has_none(tmp_path: Path) -> None:
    (one,) = read(tmp_path, asked(0, 191)).requests
    assert (one.hash_ids, one.hash_block_size) == ((1, 2), 64)


def test_the_size_of_a_block_is_what_the_session_says(tmp_path: Path) -> None:
    found = read(tmp_path, asked(0, 70, hash_ids=[1, 2]), block_size=32)
    assert [one.hash_block_size for one in found.requests] == [32]
    assert found.report.hash_block_size == 32


def test_equal_ids_are_kept_once(tmp_path: Path) -> None:
    """A session repeats its context in every request: most of its memory would be that."""
    first, second = ids(read(tmp_path, asked(0, 64_000), asked(1, 64_000)))
    assert all(one is other for one, other in zip(first, second, strict=True))


@pytest.mark.parametrize("given", [[1, 2, 3, 4], ["x", "y"], [-1, 2], [True, 2], [1, 2**40], {}])
def test_ids_that_are_none_or_too_many_are_not_used(tmp_path: Path, given: object) -> None:
    found = read(tmp_path, asked(0, 191, hash_ids=given))
    assert ids(found) == [()]
    assert sum(found.report.unused_ids.values()) == 1


def test_sessions_may_stand_one_a_line_with_ids_of_their_own(tmp_path: Path) -> None:
    line = json.dumps(session(asked(0, 130)))
    found = load_trace(written(tmp_path, f"{line}\n\n{line}\n", "two.jsonl"))
    first, second = ids(found)
    assert {*first}.isdisjoint(second)
    assert [str(one) for one in found.origins] == [
        "two.jsonl, requests[0]",
        "two.jsonl, session 2, requests[0]",
    ]


def test_a_session_may_be_written_over_many_lines(tmp_path: Path) -> None:
    text = json.dumps(session(asked(0, 130), asked(1, 64)), indent=2)
    found = load_trace(written(tmp_path, f"\ufeff\n{text}", "one.json"))
    assert arrivals(found) == [(0.0, 130), (1000.0, 64)]


def test_a_folder_is_a_trace_of_its_sessions_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name, prompt in (("b.json", 200), ("a.json", 100), (".c.json", 300), ("notes.txt", 1)):
        written(tmp_path, json.dumps(session(asked(0, prompt), agent(9, asked(3, 64)))), name)
    written(tmp_path, '{"files": 2}', "manifest.json")
    found = load_trace(tmp_path)
    report = found.report
    assert [one.prompt_len for one in found.requests] == [100, 200, 64, 64]
    assert report.read == report.kept + sum(report.dropped.values()) == 5
    assert report.dropped == {"this file is no agent session": 1}
    assert report.files == 3
    assert report.example_lines == ("this file is no agent session: manifest.json",)
    assert [str(one) for one in found.origins][1:3] == [
        "b.json, requests[0]",
        "a.json, requests[1], request 1 in it",
    ]


def test_a_scenario_may_name_a_folder(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    written(tmp_path / "sessions", json.dumps(session(asked(0, 64))), "a.json")
    head = TABLES[: TABLES.index("[[")]
    found = scenario(tmp_path, f'{head}[workload]\ntrace = "sessions"\n')
    assert [str(one) for one in found.origins] == ["a.json, requests[0]"]
    assert found.trace_path == tmp_path / "sessions"


def test_a_limit_stops_before_the_next_file(tmp_path: Path) -> None:
    written(tmp_path, json.dumps(session(asked(0, 64), asked(1, 65))), "a.json")
    written(tmp_path, "no session", "b.json")
    found = load_trace(tmp_path, limit=2)
    assert (found.report.read, found.report.stopped) == (2, True)


def test_a_folder_without_sessions_or_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="this is a folder without agent sessions"):
        load_trace(tmp_path)
    with pytest.raises(TraceError, match="a folder is a trace of the format weka, not 'azure'"):
        load_trace(tmp_path, format="azure")


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"t": "x", "in": 1, "out": 1}, "t is not a number"),
        ({"t": 0, "in": 0, "out": 1}, "no prompt tokens"),
        ({"t": 0, "in": 1, "out": 0}, "no output tokens"),
        ({"t": 0, "in": 1}, "a token count is missing"),
        (7, "t is not a number"),
        (agent(9, {"t": 0, "in": "1", "out": 1}), "a token count is not a whole number"),
        ({**agent(9, asked(0, 1)), "t": None}, "t is not a number"),
        (agent(9, agent(9, agent(9, agent(9)))), "a sub-agent of a sub-agent of a sub-agent"),
    ],
)
def test_a_broken_request_is_dropped_with_its_place(tmp_path: Path, broken: Json, why: str) -> None:
    found = read(tmp_path, asked(0, 64), broken)
    assert (found.report.kept, found.report.dropped) == (1, {why: 1})
    (line,) = found.report.example_lines
    assert line.startswith(f"{why}: one.json, requests[1]")


@pytest.mark.parametrize("end", ["", "]", "]}", ", {", ', {"t": NaN}]}', " x]}", "[" * 100_000])
def test_a_session_that_breaks_off_keeps_what_came_before(tmp_path: Path, end: str) -> None:
    text = json.dumps(session(asked(0, 64)))
    whole = text[: text.index('], "totals')] + end
    found = load_trace(written(tmp_path, whole, "one.json"))
    dropped = {} if end.startswith("]") else {"the session ends in what is no JSON": 1}
    assert (found.report.kept, found.report.dropped) == (1, dropped)


def test_requests_of_a_session_are_decoded_one_by_one(tmp_path: Path) -> None:
    """As one document the ids of this session would take ten times its text."""
    ids = [*range(50_000, 51_000)]
    text = json.dumps(session(*[asked(at, 64_000, hash_ids=ids) for at in range(99)]))
    path = written(tmp_path, text, "long.json")
    tracemalloc.start()
    try:
        found = load_trace(path, "weka", limit=2)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found.requests) == 2
    assert most < 4 * len(text)


def test_a_session_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.workload.formats.session_text.LARGEST", 400)
    short, long = (json.dumps(session(*[asked(0, 64)] * times)) for times in (1, 9))
    found = load_trace(written(tmp_path, f"{short}\n{long}\n{short}", "three.jsonl"))
    assert found.report.kept == 1
    assert [*found.report.dropped.values()] == [1]
    assert "MiB" in next(iter(found.report.dropped))


def test_a_recorded_schedule_is_no_session(tmp_path: Path) -> None:
    text = '{"id": "x", "config": {}, "requests": [{"rid": "A", "arrival": 0}]}'
    with pytest.raises(TraceError, match="this is no known trace"):
        load_trace(written(tmp_path, text, "recorded.jsonl"))
