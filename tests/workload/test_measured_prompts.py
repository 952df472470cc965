"""The prompts of a measured run, from the file that it was sent."""

import hashlib
import json
from pathlib import Path

import pytest

from core.workload.measured import read_measured
from tests.workload.measured_folder import REQUESTS, faults, measured_folder, with_meta


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A measured run of two requests."""
    return measured_folder(tmp_path)


def ids(start: int) -> list[int]:
    """Forty ids in a row."""
    return [*range(start, start + 40)]


def sent(folder: Path, *prompts: object) -> Path:
    """A file of prompts beside the folder."""
    path = folder.parent / "sent.jsonl"
    lines = (json.dumps({"input_tok_ids": ids}) for ids in prompts)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_equal_blocks_of_prompts_have_equal_numbers(folder: Path) -> None:
    """A line for each request in the order of their file: b has 40 tokens, a 20."""
    measured = read_measured(folder, sent(folder, ids(0), ids(0)[:20]))
    assert measured.prompts == {"b": (0, 1), "a": (0,)}
    assert [(r.hash_ids, r.hash_block_size) for r in measured.requests] == [
        ((0,), 16),
        ((0, 1), 16),
    ]


def test_a_block_is_equal_only_if_all_before_it_is(folder: Path) -> None:
    other = [*range(90, 106), *ids(0)[16:]]
    (folder / "requests.jsonl").write_text(REQUESTS.replace("20", "40"), encoding="utf-8")
    prompts = read_measured(folder, sent(folder, ids(0), other)).prompts
    assert prompts == {"b": (0, 1), "a": (2, 3)}


def test_a_prompt_without_a_full_block_has_nothing_to_share(folder: Path) -> None:
    (folder / "requests.jsonl").write_text(REQUESTS.replace("20", "15"), encoding="utf-8")
    measured = read_measured(folder, sent(folder, ids(0), ids(0)[:15]))
    assert measured.prompts["a"] == ()
    assert measured.requests[0].hash_block_size is None


@pytest.mark.parametrize(
    ("prompts", "line", "said"),
    [
        ([ids(0), ids(0)], 2, "input_tok_ids: 40 ids, and a had a prompt of 20 tokens"),
        ([ids(0), "text"], 2, "input_tok_ids must be a list of token ids"),
        ([ids(0), [0.5] * 20], 2, "input_tok_ids must be a list of token ids"),
        ([ids(0), []], 2, "input_tok_ids must be a list of token ids"),
        ([ids(0), ids(0)[:20], ids(0)], 3, "the measured run has 2 requests, not more"),
        ([ids(0)], None, "the file has ended, and there is no prompt of a"),
    ],
)
def test_what_is_wrong_with_prompts(
    folder: Path, prompts: list[object], line: int | None, said: str
) -> None:
    ((file, found, _, told),) = faults(folder, sent(folder, *prompts))
    assert (file, found, told) == ("sent.jsonl", line, said)


def test_prompts_must_be_those_that_were_measured(folder: Path) -> None:
    path = sent(folder, ids(0), ids(0)[:20])
    right = hashlib.sha256(path.read_bytes()).hexdigest()
    assert read_measured(with_meta(folder, dataset_hash=right.upper()), path).prompts
    ((_, _, _, said),) = faults(with_meta(folder, dataset_hash="0" * 64), path)
    assert said == (
        f"its SHA-256 begins with {right[:8]}, that of what was measured with 00000000: "
        "these are other prompts"
    )
    assert read_measured(with_meta(folder, dataset_hash="something else"), path).prompts


def test_no_file_of_prompts(folder: Path) -> None:
    ((file, _, _, said),) = faults(folder, folder / "none.jsonl")
    assert (file, said) == ("none.jsonl", "there is no such file")
