"""A measured run of two requests, and what is told to be wrong with it once it is spoilt."""

import json
from pathlib import Path

import pytest

from core.workload.measured import MeasuredError, read_measured

REQUESTS = """\
{"request_id": "b", "input_toks": 40, "output_toks": 3, "arrival_time": 1700000009.5, \
"queued_ts": 7.5, "first_token_ts": 7.75, "last_token_ts": 8.25}
{"request_id": "a", "input_toks": 20, "output_toks": 1, "arrival_time": 1700000009.1, \
"queued_ts": 7.25, "first_token_ts": 7.5, "last_token_ts": 7.5}
"""
SAMPLES = "t,running,waiting,kv_cache_pct\n2.0,1,0,12.5\n1.0,2,3,50\n"
META = {
    "vllm_version": "0.19.0",
    "kv_cache": {"num_gpu_blocks": 41, "block_size": 16, "enable_prefix_caching": True},
    "engine_kwargs": {"max_num_seqs": 8, "max_num_batched_tokens": 64},
}


def measured_folder(place: Path) -> Path:
    """A measured run of two requests in a folder below `place`."""
    folder = place / "measured"
    folder.mkdir()
    (folder / "requests.jsonl").write_text(REQUESTS, encoding="utf-8")
    (folder / "timeseries.csv").write_text(SAMPLES, encoding="utf-8")
    (folder / "meta.json").write_text(json.dumps(META), encoding="utf-8")
    return folder


def with_meta(folder: Path, **changes: object) -> Path:
    """`folder` with other settings of the engine."""
    (folder / "meta.json").write_text(json.dumps({**META, **changes}), encoding="utf-8")
    return folder


def faults(folder: Path, prompts: Path | None = None) -> list[tuple[str, int | None, str, str]]:
    """What is wrong with `folder`, by file, line and key."""
    with pytest.raises(MeasuredError) as caught:
        read_measured(folder, prompts)
    return [(Path(f.file).name, f.line, f.key, f.message) for f in caught.value.faults]
