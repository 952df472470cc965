"""Schedules recorded from real engines, in the two shapes they come in, a workload a line.

One shape has in each line a workload, its configuration, its results and its steps: who was
scheduled for how many tokens, in order, and counts. The other has its scenario beside it (`NAME`
`.json` for `NAME.vVERSION.jsonl`) or in the line, and in each step the queues in order, the blocks
of every request, the free list and the blocks with content. Its `num_blocks` counts one that nobody
can own, and requests that arrive in the same step have times of their own, in the order listed.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from core.request import Request
from core.request_faults import check_requests
from core.schedulers import SCHEDULERS, Scheduler, make_scheduler
from core.schedulers.vllm import Vllm
from core.workload.files import is_file
from core.workload.recorded_lines import recorded_lines, recording_error

RecordedStep: TypeAlias = dict[str, object]
"""What is known of a step, by name: `step`, `scheduled` as pairs in order, …"""

Json: TypeAlias = dict[str, Any]  # what a line says, which is tried and may fail

NAME = "vllm"
NOT_KNOBS = ("max_model_len", "max_steps", "requests", "prefix_caching", "enable_prefix_caching")
VERSION = re.compile(r"\.v(?P<number>[0-9]+\.[0-9]+)[.0-9]*\.jsonl(?:\.gz)?$")
SAME_OUTPUT = "recorded"
SUFFIXES = (".jsonl", ".jsonl.gz")
HEAD = 2**16
SIGNS = (b'"config":{', b'"config": {', b'"scenario":{', b'"scenario": {')
"""What no trace begins with, in one of its first lines."""
WRONG = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)
"""What trying a line that is no recording ends in."""

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Recording:
    """A workload, the `scheduler` called `engine` that it ran on, and what was recorded of steps.

    `results` are those of the requests, None where nothing says. `has_idle_steps` tells whether
    the steps in which nobody was there are among them. It stands in `line` of its file.
    """

    name: str
    engine: str
    requests: tuple[Request, ...]
    scheduler: Scheduler
    steps: tuple[RecordedStep, ...]
    results: Mapping[str, object] | None
    has_idle_steps: bool
    line: int = 1


def read_recordings(path: Path) -> Iterator[Recording]:
    """Every recording in the file at `path`. Raises `RecordingError` with the line that is none."""
    engine = _engine_of(path)
    beside = _beside(path)
    if beside is not None:
        scenario = _tried(path, 1, lambda: _object(beside.read_text(encoding="utf-8")))
        steps = [_tried(path, at, partial(_object, line)) for at, line in recorded_lines(path)]
        yield _tried(path, 1, lambda: _with_blocks(path.name, engine, scenario, steps))
        return
    for at, line in recorded_lines(path):
        yield _at(path, engine, at, line)


def _at(path: Path, engine: str, at: int, line: str) -> Recording:
    return replace(_tried(path, at, partial(_recording, path, engine, at, line)), line=at)


def recording_in(path: Path, line: int | None) -> Recording:
    """The recording in `line` of the file at `path`, or the only one there is.

    Raises `RecordingError` where there is none, or where a line has to be named.
    """
    if _beside(path) is not None:
        return next(read_recordings(path))
    chosen: tuple[int, str] | None = None
    for at, text in recorded_lines(path):
        if line is None and chosen is not None:
            said = "there are several recorded schedules: say in which line, as in"
            raise recording_error(path, None, f"{said} {path.name}:{at}")
        if line in {None, at}:
            chosen = at, text
        if line is not None and at >= line:
            break
    if chosen is None:
        where = "" if line is None else f" in line {line:,}"
        raise recording_error(path, None, f"there is no recorded schedule{where}")
    return _at(path, _engine_of(path), *chosen)


def holds_recordings(path: Path) -> bool:
    """Whether the regular file at `path` has recorded schedules, by its name and how it begins."""
    if not path.name.endswith(SUFFIXES):
        return False
    if _beside(path) is not None:
        return True
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rb") as file:
            head = file.read(HEAD)
    except (OSError, EOFError, zlib.error):
        return False
    return any(sign in head for sign in SIGNS)


def _engine_of(path: Path) -> str:
    version = VERSION.search(path.name)
    return f"{NAME}@{version['number']}" if version else NAME


def _beside(path: Path) -> Path | None:
    """The scenario of `NAME.vVERSION.jsonl`, which is `NAME.json`."""
    version = VERSION.search(path.name)
    beside = path.with_name(f"{path.name[: version.start()]}.json") if version else None
    return beside if beside is not None and is_file(beside) else None


def _tried(path: Path, at: int, make: Callable[[], Made]) -> Made:
    try:
        return make()
    except WRONG as error:
        said = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise recording_error(path, at, f"this is no recorded schedule: {said}") from None


def _object(text: str) -> Json:
    try:
        found: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON, at column {error.colno}") from None
    if not isinstance(found, dict):
        raise TypeError("a JSON object was expected")
    return found


def _recording(path: Path, engine: str, at: int, line: str) -> Recording:
    found = _object(line)
    if "trace" in found:
        return _with_blocks(f"{path.name}:{at}", engine, found["scenario"], found["trace"])
    return _with_counts(engine, found)


def _with_counts(engine: str, found: Json) -> Recording:
    engine = found.get("engine", engine)
    knobs = {"enable_prefix_caching": False, **found["config"]}
    return Recording(
        str(found["id"]),
        engine,
        _checked(_by_prefix(one) for one in found["requests"]),
        _scheduler(engine, knobs, one_stamp=True),
        tuple(_renamed(one, waiting="waiting_count") for one in found["steps"]),
        found["result"],
        has_idle_steps=False,
    )


def _scheduler(engine: str, knobs: Json, *, one_stamp: bool) -> Scheduler:
    if engine not in SCHEDULERS:
        raise ValueError(f"there is no scheduler {engine!r}; known: {', '.join(SCHEDULERS)}")
    made = make_scheduler(engine, **knobs)
    return replace(made, one_stamp=one_stamp) if isinstance(made, Vllm) else made


def _checked(requests: Iterator[Request]) -> tuple[Request, ...]:
    made = tuple(requests)
    check_requests(made)
    return made


def _by_prefix(one: Json) -> Request:
    return Request(
        one["rid"],
        one["arrival"],
        one["prompt_len"],
        one["output_len"],
        priority=one.get("priority", 0),
        prefix=one.get("prefix"),
        prefix_len=one.get("prefix_len", 0),
    )


def _with_blocks(name: str, engine: str, scenario: Json, steps: list[Json]) -> Recording:
    knobs = {key: value for key, value in scenario.items() if key not in NOT_KNOBS}
    caching = scenario.get("prefix_caching", scenario.get("enable_prefix_caching", True))
    knobs |= {"enable_prefix_caching": caching, "num_blocks": scenario["num_blocks"] - 1}
    absent = SCHEDULERS[engine].absent if engine in SCHEDULERS else ()
    known = {key: value for key, value in knobs.items() if key not in absent}
    return Recording(
        name,
        engine,
        _checked(_by_tokens(one) for one in scenario["requests"]),
        _scheduler(engine, known, one_stamp=False),
        tuple(map(_renamed, steps)),
        None,
        has_idle_steps=True,
    )


def _by_tokens(one: Json) -> Request:
    ids = tuple(one.get("prompt", ()))
    return Request(
        one["id"],
        one["arrive"],
        len(ids) or one["prompt_len"],
        one["output_len"],
        priority=one.get("priority", 0),
        prompt_ids=ids,
        output_key=SAME_OUTPUT,
    )


def _renamed(step: Json, **names: str) -> RecordedStep:
    told = {names.get(key, key): value for key, value in step.items() if key != "finished"}
    if not isinstance(told["step"], int):
        raise TypeError("step is not a number")
    return {**told, "scheduled": [*map(tuple, told["scheduled"].items())]}
