"""`meta.json`: the engine that was measured, its version and its settings."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from core.schedulers import SCHEDULERS, make_scheduler, scheduler_faults
from core.schedulers.vllm.versions import VERSIONS
from core.workload.files import UnreadableError, read_text
from core.workload.measured.faults import Faults, broken
from core.workload.measured.measured import MeasuredEngine

RESERVED_BLOCKS = 1
"""Of its blocks vLLM keeps one that nobody can own."""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    "num_blocks": ("kv_cache.num_gpu_blocks",),
    "block_size": ("kv_cache.block_size",),
    "enable_prefix_caching": ("kv_cache.enable_prefix_caching",),
    "max_num_seqs": ("resolved_config.scheduler_config.max_num_seqs", "engine_kwargs.max_num_seqs"),
    "max_num_batched_tokens": (
        "resolved_config.scheduler_config.max_num_batched_tokens",
        "engine_kwargs.max_num_batched_tokens",
    ),
    "enable_chunked_prefill": ("resolved_config.scheduler_config.enable_chunked_prefill",),
    "long_prefill_token_threshold": (
        "resolved_config.scheduler_config.long_prefill_token_threshold",
    ),
    "policy": ("resolved_config.scheduler_config.policy",),
    "reserve_full_isl": ("resolved_config.scheduler_config.scheduler_reserve_full_isl",),
    "watermark": ("resolved_config.scheduler_config.watermark",),
}
"""Where a knob of the scheduler stands: the first of these that is there."""

NEEDED = ("num_blocks", "block_size", "max_num_seqs", "max_num_batched_tokens")
ALONE = ("engine_kwargs.data_parallel_size", "resolved_config.parallel_config.data_parallel_size")
SPECULATION = "resolved_config.speculative_config"


def read_engine(file: Path) -> MeasuredEngine:
    """The engine that `file` tells of. Raises `MeasuredError` with everything that is wrong."""
    meta = _document(file)
    faults = Faults(file)
    name = _scheduler_name(_found(meta, "vllm_version"))
    if name is None:
        faults.add(None, "vllm_version", "vllm_version must be a version such as 0.19.0")
    knobs = _knobs(meta, name)
    for key, message in (*_faults(meta, knobs), *_knob_faults(name, knobs)):
        faults.add(None, key, message)
    faults.raise_any()
    assert name is not None
    return MeasuredEngine(
        f"vLLM {_found(meta, 'vllm_version')}",
        name,
        make_scheduler(name, **knobs),
        knobs,
        _text(_found(meta, "dataset_path")),
        _text(_found(meta, "dataset_hash")),
    )


def _document(file: Path) -> object:
    try:
        return json.loads(read_text(file))
    except UnreadableError as error:
        raise broken(file, error.message, error.line) from None
    except json.JSONDecodeError as error:
        raise broken(file, f"this is not JSON: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError):
        raise broken(file, "this is not JSON that can be read") from None


def _found(document: object, path: str) -> object:
    """What stands at `path`, keys with points between them; None if nothing does."""
    for key in path.split("."):
        document = document.get(key) if isinstance(document, dict) else None
    return document


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _scheduler_name(version: object) -> str | None:
    """The scheduler with the rules of vLLM's `version`: the first one known that is not older.

    Rules were recorded of some versions. One between two of them is taken to have the rules of the
    later one, one that is newer than all those of the newest.
    """
    try:
        wanted = tuple(int(part) for part in str(version).split(".")[:2])
    except ValueError:
        return None
    known = {tuple(map(int, each.number.split("."))): name for name, each in VERSIONS.items()}
    later = [number for number in sorted(known) if number >= wanted]
    return known[later[0] if later else max(known)]


def _knobs(meta: object, name: str | None) -> dict[str, object]:
    """The knobs that the scheduler `name` has, as far as something is said of them."""
    absent = () if name is None else SCHEDULERS[name].absent
    told = {knob: _first(meta, paths) for knob, paths in SETTINGS.items() if knob not in absent}
    knobs = {knob: value for knob, value in told.items() if value is not None}
    blocks = knobs.get("num_blocks")
    if isinstance(blocks, int) and not isinstance(blocks, bool):
        knobs["num_blocks"] = blocks - RESERVED_BLOCKS
    return knobs


def _first(meta: object, paths: tuple[str, ...]) -> object:
    values = (_found(meta, path) for path in paths)
    return next((value for value in values if value is not None), None)


def _faults(meta: object, knobs: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for knob in NEEDED:
        if knob not in knobs:
            places = " or ".join(SETTINGS[knob])
            yield SETTINGS[knob][0], f"{places} is missing: it says {knob}"
    for path in ALONE:
        if (replicas := _found(meta, path)) not in (None, 1):
            yield path, f"{path} is {replicas!r:.20}: one engine can be simulated, not several"
    if _found(meta, SPECULATION) is not None:
        yield SPECULATION, f"{SPECULATION}: steps that guess several tokens are not simulated"


def _knob_faults(name: str | None, knobs: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    given = {knob: value for knob, value in knobs.items() if name is not None}
    if name is None or any(knob not in given for knob in NEEDED):
        return
    for fault in scheduler_faults(name, given):
        place = SETTINGS.get(fault.key, (fault.key,))[0]
        yield place, f"{place}: {fault.message}"
