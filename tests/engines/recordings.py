"""Schedules recorded from vLLM, in the two shapes they come in, as the naive engine takes them."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.engines.naive_asked import Asked
from tests.engines.naive_vllm import Rules

FOLDER = os.environ.get("DRIFTWOOD_DATA", "")
VERSIONS = ("0.15.1", "0.21.0", "0.24.0", "0.33.0")
Json = dict[str, Any]  # what a recording says, of which a test believes the shape


class Recording(NamedTuple):
    """A workload, its rules, and what was recorded."""

    name: str
    asked: list[Asked]
    rules: Rules
    steps: list[Json]
    result: Json | None


def families() -> list[Path]:
    """The files of the first shape."""
    return sorted(Path(FOLDER, "conformance", "vllm").glob("*.jsonl"))


def of_family(path: Path) -> Iterator[Recording]:
    """The recordings of a file of the first shape."""
    with path.open(encoding="utf-8") as lines:
        for found in map(json.loads, lines):
            asked = [asked_by_prefix(one) for one in found["requests"]]
            rules = _rules(found["config"], one_stamp=True)
            yield Recording(found["id"], asked, rules, found["steps"], found["result"])


def asked_by_prefix(one: Json) -> Asked:
    rid, shared = one["rid"], one.get("prefix_len", 0)
    prompt = [(one["prefix"] if at < shared else rid, at) for at in range(one["prompt_len"])]
    priority = one.get("priority", 0)
    return Asked(rid, one["arrival"], prompt, one["output_len"], priority, ("output", rid))


def of_version(version: str) -> Iterator[Recording]:
    """Everything recorded from `version`: the random workloads and the named ones."""
    folder = Path(FOLDER, "conformance", "vllm-versions")
    with gzip.open(folder / f"random.v{version}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for found in map(json.loads, lines):
            yield _versioned(str(found["seed"]), found["scenario"], found["trace"], version)
    for path in sorted(folder.glob("s*.json")):
        text = path.with_suffix(f".v{version}.jsonl").read_text(encoding="utf-8")
        trace = [json.loads(line) for line in text.splitlines()]
        yield _versioned(path.stem, json.loads(path.read_text("utf-8")), trace, version)


def _versioned(name: str, scenario: Json, trace: list[Json], version: str) -> Recording:
    asked = [_asked_by_tokens(one) for one in scenario["requests"]]
    config = {"enable_prefix_caching": scenario.get("prefix_caching", True), **scenario}
    config["num_blocks"] -= 1  # here the null block, which nobody owns, is counted
    age = VERSIONS.index(version)
    if age < VERSIONS.index("0.21.0"):
        config["reserve_full_isl"] = False
    if age < VERSIONS.index("0.24.0"):
        config["watermark"] = 0.0
    newest = version == "0.33.0"
    rules = _rules(
        config,
        freed_to_front=age >= VERSIONS.index("0.24.0"),
        alone_has_no_threshold=newest,
        cursor_always_back=newest,
        goes_on_without_asker=newest,
    )
    return Recording(name, asked, rules, trace, None)


def _asked_by_tokens(one: Json) -> Asked:
    prompt = one.get("prompt") or [(one["id"], at) for at in range(one["prompt_len"])]
    priority = one.get("priority", 0)
    return Asked(one["id"], one["arrive"], prompt, one["output_len"], priority, "output")


def _rules(config: Json, **differences: Any) -> Rules:  # noqa: ANN401 - flags, as their fields
    return Rules(
        config["max_num_seqs"],
        config["max_num_batched_tokens"],
        config["block_size"],
        config["num_blocks"],
        by_priority=config.get("policy", "fcfs") == "priority",
        reserve_full_isl=config.get("reserve_full_isl", True),
        watermark=config.get("watermark", 0.0),
        threshold=config.get("long_prefill_token_threshold", 0),
        caching=config.get("enable_prefix_caching", False),
        **differences,
    )
