"""Every kind of trace in a few lines of our own: what is read, and what is dropped and why."""

from pathlib import Path

import pytest

from core.workload import Trace, TraceError, load_trace
from core.workload.infinite_cache import InfiniteCache
from tests.workload.files import written

VIDUR = "arrived_at,num_prefill_tokens,num_decode_tokens"
SIX = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type"
EIGHT = (
    "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type"
)


def read(folder: Path, *lines: str, kind: str | None = None) -> Trace:
    return load_trace(written(folder, "\n".join(lines), "trace"), kind)


def told(found: Trace) -> list[tuple[str, float | None, int, int]]:
    return [(r.rid, r.arrival_ms, r.prompt_len, r.output_len) for r in found.requests]


def test_vidur(tmp_path: Path) -> None:
    found = read(tmp_path, VIDUR, "0.5,10,2", "0.5926549999999995,20.0,3", "1e1,30,4", "x,1,1")
    assert told(found) == [
        ("r00001", 0.0, 10, 2),
        ("r00002", 92.655, 20, 3),
        ("r00003", 9500.0, 30, 4),
    ]
    assert (found.report.format, found.report.unit) == ("vidur", "seconds")
    assert found.report.dropped == {"arrived_at is not a number of seconds": 1}


def test_burstgpt_by_name_in_six_columns_or_eight(tmp_path: Path) -> None:
    six = read(tmp_path, SIX, "5,ChatGPT,472,18,490,API log", "45,GPT-4,9,0,9,API log")
    eight = read(tmp_path, EIGHT, "5,a,1.5,ChatGPT,472,18,490,x", "45,b,2,GPT-4,9,0,9,x")
    assert told(six) == told(eight) == [("r00001", 0.0, 472, 18)]
    assert six.report.dropped == eight.report.dropped == {"no output tokens": 1}
    assert six.report.format == "burstgpt"


def test_fleet_sim_beside_the_model_it_selects(tmp_path: Path) -> None:
    header = "timestamp,prompt_tokens,generated_tokens,selected_model"
    found = read(tmp_path, header, "0.53,689,48,llama-8b", "0.53,231,52,llama-8b", "x,1,1,a")
    assert told(found) == [("r00001", 0.0, 689, 48), ("r00002", 0.0, 231, 52)]
    assert (found.report.format, found.report.unit) == ("fleet-sim", "seconds")
    assert found.report.dropped == {"timestamp is not a number of seconds": 1}


def test_mooncake_in_the_names_of_all_who_write_it(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '{"timestamp": 100, "input_length": 6758, "output_length": 500, "hash_ids": [0, 1]}',
        '{"created_time": 100, "input_tokens": 10, "output_tokens": 2}',
        '{"timestamp": 99.5, "input_length": 5, "output_length": 1}',
    )
    assert told(found) == [
        ("r00003", 0.0, 5, 1),
        ("r00001", 0.5, 6758, 500),
        ("r00002", 0.5, 10, 2),
    ]
    assert (found.report.format, found.report.reordered) == ("mooncake", True)


def test_a_delay_counts_from_the_turn_before(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '{"session_id": "s", "timestamp": 0, "input_length": 1, "output_length": 1}',
        '{"session_id": "s", "delay": 250, "input_length": 2, "output_length": 1}',
        '{"session_id": "s", "delay_ms": 50, "input_length": 3, "output_length": 1}',
        '{"session_id": "t", "delay": 50, "input_length": 4, "output_length": 1}',
        '{"session_id": [1], "delay": "x", "input_length": 4, "output_length": 1}',
    )
    assert [one.arrival_ms for one in found.requests] == [0.0, 250.0, 300.0]
    assert found.report.dropped == {"a delay after no turn": 1, "delay is not a number": 1}


def test_a_timed_trace_is_mooncake_in_seconds(tmp_path: Path) -> None:
    lines = [
        '{"timestamp": 0, "input_length": 1, "output_length": 1}',
        '{"timestamp": 1.25, "input_length": 2, "output_length": 1}',
    ]
    assert [one.arrival_ms for one in read(tmp_path, *lines).requests] == [0.0, 1.25]
    for name in ("timed-trace", "timed_trace"):  # vLLM's benchmark writes the second
        found = read(tmp_path, *lines, kind=name)
        assert [one.arrival_ms for one in found.requests] == [0.0, 1250.0]


def test_bailian(tmp_path: Path) -> None:
    line = '{"chat_id": %d, "parent_chat_id": -1, "timestamp": %s, "input_length": 9, %s}'
    found = read(
        tmp_path,
        line % (1, "61.114", '"output_length": 3'),
        line % (2, "62.5", '"output_length": 4'),
        line % (3, "null", '"output_length": 4'),
        line % (4, "62.5", '"type": "text"'),
    )
    assert told(found) == [("r00001", 0.0, 9, 3), ("r00002", 1386.0, 9, 4)]
    assert found.report.dropped == {
        "timestamp is not a number": 1,
        "a token count is missing": 1,
    }


def test_llmservingsim(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '{"input_toks": 3, "output_toks": 2, "arrival_time_ns": 46926808, "input_tok_ids": [1]}',
        '{"input_toks": 4, "output_toks": 2, "arrival_time_ns": 47926808}',
    )
    assert told(found) == [("r00001", 0.0, 3, 2), ("r00002", 1.0, 4, 2)]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", None),
        ("[1]", "not a JSON object"),
        ("{", "not a JSON object"),
        ('{"timestamp": NaN, "input_length": 1, "output_length": 1}', "not a JSON object"),
        ("[" * 100_000, "not a JSON object"),
        ('{"timestamp": 1e99, "input_length": 1, "output_length": 1}', "timestamp is not a number"),
        ('{"timestamp": true, "input_length": 1, "output_length": 1}', "timestamp is not a number"),
        ('{"timestamp": 1, "input_length": 1.5, "output_length": 1}', "not a whole number"),
        ('{"timestamp": 1, "input_length": -1, "output_length": 1}', "below 0"),
        ('{"timestamp": 1, "input_length": 1e400, "output_length": 1}', "too large"),
        ('{"timestamp": 1, "input_length": 0, "output_length": 1}', "no prompt tokens"),
        ('{"timestamp": 1, "input_length": "7", "output_length": 1}', "not a whole number"),
        ('{"input_length": 1, "output_length": 1}', "no timestamp"),
    ],
)
def test_a_broken_line_is_dropped_with_its_reason(
    tmp_path: Path, line: str, why: str | None
) -> None:
    good = '{"timestamp": 0, "input_length": 1, "output_length": 1}'
    found = read(tmp_path, good, line)
    assert len(found.requests) == 1
    reasons = list(found.report.dropped)
    assert (why is None and not reasons) or (why is not None and why in reasons[0])


def test_rows_with_and_without_times_do_not_mix(tmp_path: Path) -> None:
    stamp = "2024-05-10 00:00:00"
    found = read(tmp_path, "TIMESTAMP,ContextTokens,GeneratedTokens", f"{stamp},1,1", "XXX,2,1")
    assert found.report.dropped == {"has no time, other rows have": 1}


HASHED = (
    '{"timestamp": 0, "input_length": 1300, "output_length": 2, "hash_ids": [7, 8, 9]}',
    '{"timestamp": 9, "input_length": 1400, "output_length": 2, "hash_ids": [7, 8, 5]}',
    '{"timestamp": 9, "input_length": 1024, "output_length": 2, "hash_ids": [7, 8, 9]}',
    '{"timestamp": 9, "input_length": 1300, "output_length": 2, "hash_ids": [7, 8]}',
    '{"timestamp": 9, "input_length": 1300, "output_length": 2, "hash_ids": "7"}',
    '{"timestamp": 9, "input_length": 1300, "output_length": 2}',
)


def test_hash_ids_are_kept_where_they_match_the_prompt(tmp_path: Path) -> None:
    found = read(tmp_path, *HASHED)
    said = [(one.hash_ids, one.hash_block_size) for one in found.requests]
    nothing: tuple[tuple[int, ...], None] = ((), None)
    full = [((7, 8, 9), 512), ((7, 8, 5), 512), nothing, ((7, 8), 512), nothing, nothing]
    assert said == full
    assert (found.report.read, found.report.kept, found.report.hash_block_size) == (6, 6, 512)
    assert found.report.unused_ids == {
        "they are not one for each 512 tokens of the prompt": 1,
        "they are not a list of whole numbers": 1,
    }
    assert found.report.said[0].startswith("1 kept without their ids: they are not one for each")


def test_hash_ids_of_another_size_can_be_named(tmp_path: Path) -> None:
    line = '{"timestamp": 0, "input_length": 130, "output_length": 2, "hash_ids": [1, 2, 3]}'
    path = written(tmp_path, line, "trace")
    assert load_trace(path).report.unused_ids
    found = load_trace(path, hash_block_size=64)
    assert (found.requests[0].hash_ids, found.report.hash_block_size) == ((1, 2, 3), 64)
    with pytest.raises(TraceError, match="hash_block_size must be at least 1, not 0"):
        load_trace(path, hash_block_size=0)
    with pytest.raises(TraceError, match="hash_block_size is for a trace with hash_ids"):
        load_trace(written(tmp_path, f"{VIDUR}\n1,2,3", "other"), hash_block_size=64)


def test_a_bailian_hash_id_is_16_tokens(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '{"chat_id": 1, "timestamp": 0, "input_length": 40, "output_length": 1,'
        ' "hash_ids": [4, 5, 6]}',
        '{"chat_id": 2, "timestamp": 1, "input_length": 521, "output_length": 1,'
        ' "hash_ids": [4, 5, 6]}',
    )
    assert [(r.hash_ids, r.hash_block_size) for r in found.requests] == [
        ((4, 5, 6), 16),
        ((), None),
    ]
    assert found.report.unused_ids == {"they are not one for each 16 tokens of the prompt": 1}


def test_llmservingsim_tells_the_tokens_of_its_prompts(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '{"input_toks": 3, "output_toks": 1, "arrival_time_ns": 0, "input_tok_ids": [4, 5, 6]}',
        '{"input_toks": 3, "output_toks": 1, "arrival_time_ns": 0, "input_tok_ids": [4, 5]}',
        '{"input_toks": 3, "output_toks": 1, "arrival_time_ns": 0}',
    )
    assert [one.prompt_ids for one in found.requests] == [(4, 5, 6), (), ()]
    assert found.report.unused_ids == {"they are not one for each token of the prompt": 1}
    assert found.report.infinite_cache == InfiniteCache(0, 0, 9, 0)
    assert str(found.report).startswith("llmservingsim, nanoseconds, token ids: 3 rows read, 3 ")
