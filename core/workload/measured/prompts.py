"""The prompts of a measured run: the file of token ids that its requests were made of, in order.

The folder has lengths alone. What the prefix cache found in common of prompts can be simulated only
with their tokens, which stand in the workload that was sent: `input_tok_ids`, a request a line.
Kept of them is which full blocks are equal, which is what a cache asks.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from core.workload.files import reason_of
from core.workload.formats.json_lines import record_of
from core.workload.measured.faults import Faults, broken
from core.workload.measured.lines import lines_of
from core.workload.measured.measured import MeasuredEngine, Served
from core.workload.watched import Watched

IDS = "input_tok_ids"
SHA256 = re.compile(r"[0-9a-fA-F]{64}")

Known: TypeAlias = dict[tuple[int, ...], int]
"""The number of a block by that of the block before it and its tokens."""


def read_prompts(
    file: Path, served: Sequence[Served], engine: MeasuredEngine
) -> dict[str, tuple[int, ...]]:
    """The full blocks of the prompts by rid: a line for each of `served`, in the file's order.

    Blocks have equal numbers if their tokens and all before them are equal. If the `engine` was
    given a file with a known hash, `file` must have it. Raises `MeasuredError` with everything that
    is wrong.
    """
    _check_hash(file, engine.dataset_hash)
    faults, known = Faults(file), Known()
    prompts: dict[str, tuple[int, ...]] = {}
    for at, (number, line) in enumerate(lines_of(file)):
        if at == len(served):
            faults.add(number, "", f"the measured run has {len(served):,} requests, not more")
            break
        one, ids = served[at], _ids(line)
        if ids is None:
            faults.add(number, IDS, f"{IDS} must be a list of token ids")
        elif len(ids) != one.prompt_len:
            said = f"{len(ids):,} ids, and {one.rid:.60} had a prompt of {one.prompt_len:,} tokens"
            faults.add(number, IDS, f"{IDS}: {said}")
        else:
            prompts[one.rid] = _blocks(ids, engine.block_size, known)
        if faults.are_enough:
            break
    faults.raise_any()
    if left := served[len(prompts) :]:
        raise broken(file, f"the file has ended, and there is no prompt of {left[0].rid:.60}")
    return prompts


def _check_hash(file: Path, sha256: str) -> None:
    if SHA256.fullmatch(sha256) and (found := _hash(file)) != sha256.lower():
        said = f"its SHA-256 begins with {found[:8]}, that of what was measured with {sha256[:8]}"
        raise broken(file, f"{said}: these are other prompts")


def _hash(file: Path) -> str:
    try:
        watched = Watched(file.name, [file])
        with watched.opened(file) as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise broken(file, reason_of(error)) from None


def _ids(line: str) -> list[int] | None:
    """The ids in `line`; None if there are none."""
    record = record_of(line)
    ids = None if record is None else record.get(IDS)
    if not isinstance(ids, list) or not ids:
        return None
    return ids if all(type(one) is int for one in ids) else None


def _blocks(ids: Sequence[int], size: int, known: Known) -> tuple[int, ...]:
    """The numbers of the full blocks of `ids`; those that are new join the `known`."""
    found: list[int] = []
    for start in range(0, len(ids) - size + 1, size):
        before = found[-1] if found else -1
        block = (before, *ids[start : start + size])
        found.append(known.setdefault(block, len(known)))
    return tuple(found)
