"""What is wrong with a measured run, by file, line and key."""

from pathlib import Path

import pytest

from tests.workload.measured_folder import META, REQUESTS, faults, measured_folder, with_meta


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A measured run of two requests."""
    return measured_folder(tmp_path)


LINE = '{"request_id": "x", "input_toks": 1, "output_toks": 1, "queued_ts": 1, %s}\n'


@pytest.mark.parametrize(
    ("line", "key", "said"),
    [
        ("[1]", "", "not a JSON object"),
        ("{", "", "not a JSON object"),
        (REQUESTS.splitlines()[0], "request_id", "request_id b is that of line 1 as well"),
        (
            LINE % '"last_token_ts": 3',
            "first_token_ts",
            "first_token_ts must be seconds of the engine's monotonic clock",
        ),
        (
            LINE % '"first_token_ts": null, "last_token_ts": 3',
            "first_token_ts",
            "first_token_ts must be seconds of the engine's monotonic clock",
        ),
        (
            LINE % '"first_token_ts": 0.5, "last_token_ts": 3',
            "queued_ts",
            "queued_ts, first_token_ts, last_token_ts must be in this order, on one clock",
        ),
        (
            LINE.replace('"input_toks": 1, ', "") % '"first_token_ts": 2, "last_token_ts": 3',
            "input_toks",
            "input_toks: a token count is missing",
        ),
        (
            LINE.replace('"output_toks": 1', '"output_toks": 0')
            % '"first_token_ts": 2, "last_token_ts": 3',
            "output_toks",
            "output_toks must be at least 1, not 0",
        ),
        (
            LINE.replace('"x"', "7") % '"first_token_ts": 2, "last_token_ts": 3',
            "request_id",
            "request_id must be a name",
        ),
    ],
)
def test_what_is_wrong_with_a_request(folder: Path, line: str, key: str, said: str) -> None:
    with (folder / "requests.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    assert faults(folder) == [("requests.jsonl", 4, key, said)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", (None, "t")),
        ("t,running\n", (1, "waiting")),
        ("t,running,waiting\nx,1,1\n", (2, "t")),
        ("t,running,waiting\n1,-1,1\n", (2, "running")),
        ("t,running,waiting\n1,1,0.5\n", (2, "waiting")),
        ("t,running,waiting\n1,1,0\n2,1\n", (3, "")),
        ("t,running,waiting,kv_cache_pct\n1,1,0,full\n", (2, "kv_cache_pct")),
    ],
)
def test_what_is_wrong_with_a_sample(
    folder: Path, text: str, found: tuple[int | None, str]
) -> None:
    (folder / "timeseries.csv").write_text(text, encoding="utf-8")
    assert [fault[:3] for fault in faults(folder)] == [("timeseries.csv", *found)]


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        ({"vllm_version": None}, ["vllm_version"]),
        ({"vllm_version": "nightly"}, ["vllm_version"]),
        ({"kv_cache": {"block_size": 16}}, ["kv_cache.num_gpu_blocks"]),
        ({"kv_cache": 3}, ["kv_cache.num_gpu_blocks", "kv_cache.block_size"]),
        ({"kv_cache": {"num_gpu_blocks": "many", "block_size": 16}}, ["kv_cache.num_gpu_blocks"]),
        ({"kv_cache": {"num_gpu_blocks": 1, "block_size": 16}}, ["kv_cache.num_gpu_blocks"]),
        (
            {"engine_kwargs": {**META["engine_kwargs"], "data_parallel_size": 2}},  # type: ignore[dict-item]  # a table
            ["engine_kwargs.data_parallel_size"],
        ),
        (
            {"resolved_config": {"speculative_config": {"method": "ngram"}}},
            ["resolved_config.speculative_config"],
        ),
    ],
)
def test_what_is_wrong_with_the_settings(
    folder: Path, changes: dict[str, object], keys: list[str]
) -> None:
    found = faults(with_meta(folder, **changes))
    assert [fault[:3] for fault in found] == [("meta.json", None, key) for key in keys]
    assert all(key in message for _, _, key, message in found)


def test_settings_that_are_no_json_are_told_with_the_line(folder: Path) -> None:
    (folder / "meta.json").write_text('{\n"a": 1,\n}', encoding="utf-8")
    ((file, line, _, said),) = faults(folder)
    assert (file, line) == ("meta.json", 3)
    assert said.startswith("this is not JSON: ")


def test_the_faults_of_all_files_are_told_together(folder: Path) -> None:
    (folder / "requests.jsonl").write_text("no\n", encoding="utf-8")
    (folder / "timeseries.csv").write_text("t\n", encoding="utf-8")
    (folder / "meta.json").unlink()
    assert [fault[0] for fault in faults(folder)] == [
        "requests.jsonl",
        "meta.json",
        "timeseries.csv",
    ]


def test_of_very_many_faults_the_first_are_enough(folder: Path) -> None:
    (folder / "requests.jsonl").write_text("no\n" * 100_000, encoding="utf-8")
    assert len(faults(folder)) == 100


def test_no_requests_or_no_folder(folder: Path) -> None:
    (folder / "requests.jsonl").write_text("\n", encoding="utf-8")
    assert faults(folder) == [("requests.jsonl", None, "", "no request is in it")]
    for place in (folder / "meta.json", folder / "nowhere"):
        ((_, _, _, said),) = faults(place)
        assert said == "a measured run is a folder with requests.jsonl and meta.json"


def test_a_line_without_end_is_not_read(folder: Path) -> None:
    (folder / "requests.jsonl").write_text("x" * (2**20 + 5), encoding="utf-8")
    ((_, line, _, said),) = faults(folder)
    assert (line, said) == (1, "the line is too long: 1,048,576 bytes are the most")


def test_who_was_served_must_fit(folder: Path) -> None:
    small = {"kv_cache": {"num_gpu_blocks": 3, "block_size": 16}}
    ((_, _, _, said),) = faults(with_meta(folder, **small))
    assert said == "b was served, but needs 3 blocks, the pool has 2, as meta.json tells"
