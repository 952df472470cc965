"""Measured runs as folders: what is read."""

from pathlib import Path

import pytest

from core.workload.measured import Sample, Served, read_measured
from tests.workload.measured_folder import REQUESTS, measured_folder, with_meta


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A measured run of two requests."""
    return measured_folder(tmp_path)


def test_requests_stand_as_they_were_queued_on_the_engines_own_clock(folder: Path) -> None:
    assert read_measured(folder).served == (
        Served("a", 20, 1, 0.0, 250.0, 250.0),
        Served("b", 40, 3, 250.0, 500.0, 1000.0),
    )


def test_the_clock_on_the_wall_is_not_read(folder: Path) -> None:
    measured = read_measured(folder)
    other = REQUESTS.replace('"arrival_time": 1700000009.5, ', "")
    (folder / "requests.jsonl").write_text(other, encoding="utf-8")
    assert read_measured(folder) == measured


def test_times_of_a_request(folder: Path) -> None:
    a, b = read_measured(folder).served
    assert (a.ttft_ms, a.tpot_ms) == (250.0, None)
    assert (b.ttft_ms, b.tpot_ms) == (250.0, 250.0)
    assert read_measured(folder).span_ms == 1000.0


def test_the_workload_arrives_as_it_was_queued(folder: Path) -> None:
    requests = read_measured(folder).requests
    assert [(r.rid, r.arrival_ms, r.prompt_len, r.output_len) for r in requests] == [
        ("a", 0.0, 20, 1),
        ("b", 250.0, 40, 3),
    ]


def test_samples_stand_by_time_and_may_be_missing(folder: Path) -> None:
    assert read_measured(folder).samples == (Sample(1.0, 2, 3, 50.0), Sample(2.0, 1, 0, 12.5))
    (folder / "timeseries.csv").write_text("waiting, t ,running\n3,1,2\n", encoding="utf-8")
    assert read_measured(folder).samples == (Sample(1.0, 2, 3, None),)
    (folder / "timeseries.csv").unlink()
    assert read_measured(folder).samples == ()


def test_vllm_keeps_one_of_its_blocks(folder: Path) -> None:
    engine = read_measured(folder).engine
    assert (engine.name, engine.scheduler_name) == ("vLLM 0.19.0", "vllm@0.21")
    assert engine.knobs == {
        "num_blocks": 40,
        "block_size": 16,
        "enable_prefix_caching": True,
        "max_num_seqs": 8,
        "max_num_batched_tokens": 64,
    }


@pytest.mark.parametrize(
    ("version", "rules"),
    [
        ("0.11.2", "vllm@0.15"),
        ("0.15.1", "vllm@0.15"),
        ("0.16.0", "vllm@0.21"),
        ("0.21.0", "vllm@0.21"),
        ("0.21.1.dev3", "vllm@0.21"),
        ("0.22.0", "vllm@0.24"),
        ("0.30.0", "vllm@0.33"),
        ("1.2.0", "vllm@0.33"),
    ],
)
def test_rules_are_those_of_the_first_known_version_that_is_not_older(
    folder: Path, version: str, rules: str
) -> None:
    assert read_measured(with_meta(folder, vllm_version=version)).engine.scheduler_name == rules


def test_resolved_settings_come_before_those_that_were_asked_for(folder: Path) -> None:
    resolved = {"scheduler_config": {"max_num_seqs": 5, "scheduler_reserve_full_isl": False}}
    knobs = read_measured(with_meta(folder, resolved_config=resolved)).engine.knobs
    assert (knobs["max_num_seqs"], knobs["reserve_full_isl"]) == (5, False)


def test_a_knob_that_a_version_does_not_have_is_left_out(folder: Path) -> None:
    resolved = {"scheduler_config": {"scheduler_reserve_full_isl": True}}
    old = with_meta(folder, vllm_version="0.15.0", resolved_config=resolved)
    assert "reserve_full_isl" not in read_measured(old).engine.knobs
