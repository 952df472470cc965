"""What makes no sense of a memory or a prompt is refused: in Python, in files, when it is set."""

from pathlib import Path

import pytest

from core import MemoryModel, Request, Run, make_scheduler
from core.workload import ScenarioError, load_scenario
from core.workload.document import parse
from core.workload.scenario_text import Case, scenario_text

PAGED = {"max_running": 2, "block_size": 4, "num_blocks": 8}
SIZED = {"max_running": 2, "block_size": 4}
PIECES = {"max_running": 2}

WRONG = [
    (PIECES, MemoryModel("contigous", tokens=8), "there is no memory model 'contigous'; did you"),
    (PIECES, MemoryModel("contiguous"), "contiguous memory needs a size: either tokens, or"),
    (PIECES, MemoryModel("contiguous", 80, 10, tokens=8), "contiguous memory needs a size: either"),
    (PIECES, MemoryModel("contiguous", 9, 10), "9 bytes hold no token of 10"),
    (PIECES, MemoryModel("contiguous", 80), "bytes needs bytes_per_token"),
    (PIECES, MemoryModel("contiguous", tokens=0), "tokens must be at least 1, not 0"),
    (PAGED, MemoryModel("contiguous", tokens=8), "block_size is of paged memory, and the memory's"),
    (
        PIECES,
        MemoryModel("contiguous", 80, 10, table_bytes_per_block=8),
        "table_bytes_per_block is of paged memory: contiguous has no block tables",
    ),
    (PAGED, MemoryModel(reserved_tokens=8), 'reserved_tokens needs model = "contiguous"'),
    (PAGED, MemoryModel(tokens=8), 'tokens needs model = "contiguous"'),
    (PAGED, MemoryModel(None, 80, 10), "give either bytes or num_blocks: both say how many"),
    (SIZED, MemoryModel(None, 30, 10), "30 bytes hold no block of 4 tokens at 10 bytes a token"),
    (SIZED, MemoryModel(None, 80), "bytes needs bytes_per_token"),
    (SIZED, MemoryModel(bytes_per_token=10), "block_size and num_blocks go together"),
    (PIECES, MemoryModel(None, 80, 10), 'bytes need block_size, or model = "contiguous"'),
    (PIECES, MemoryModel("paged"), "model paged needs block_size"),
    (PAGED, MemoryModel(table_bytes_per_block=8), "table_bytes_per_block needs bytes_per_token"),
    (PIECES, MemoryModel(None, None, 10, 8), "table_bytes_per_block needs block_size"),
    ({**PIECES, "prefix_sharing": True}, None, "prefix_sharing needs block_size"),
    ({**PAGED, "prefix_sharing": "yes"}, None, "prefix_sharing must be true or false, not 'yes'"),
    (
        {**PIECES, "prefix_sharing": True},
        MemoryModel("contiguous", tokens=8),
        "prefix_sharing needs block_size",
    ),
    ({**PIECES, "victim": "largest_cache"}, MemoryModel("contiguous", tokens=8), "victim needs"),
    (
        {**PIECES, "token_budget": 4, "admission": "first_chunk"},
        MemoryModel("contiguous", tokens=8),
        "admission first_chunk needs block_size",
    ),
    (
        {**PIECES, "admission": "watermark", "watermark_blocks": 1},
        MemoryModel("contiguous", tokens=8),
        "admission watermark needs block_size",
    ),
]


@pytest.mark.parametrize(("knobs", "memory", "expected"), WRONG)
def test_settings_that_make_no_sense_are_refused(
    knobs: dict[str, object], memory: MemoryModel | None, expected: str
) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        make_scheduler("driftwood", **knobs, memory=memory)
    assert str(caught.value).startswith(expected)


def test_a_memory_is_a_model() -> None:
    with pytest.raises(TypeError, match="memory must be a MemoryModel, not 8"):
        make_scheduler("driftwood", **PAGED, memory=8)


def cut(ids: tuple[int, ...], size: int | None) -> Request:
    """A prompt of 8 tokens, with hash ids."""
    return Request("A", 0, 8, 1, hash_ids=ids, hash_block_size=size)


PROMPTS = [
    (Request("A", 0, 4, 1, prefix="p"), "prefix and prefix_len go together"),
    (Request("A", 0, 4, 1, prefix_len=2), "prefix and prefix_len go together"),
    (Request("A", 0, 4, 1, prefix="p", prefix_len=5), "prefix_len must be at most prompt_len (4)"),
    (Request("A", 0, 4, 1, prefix="p", prefix_len=-1), "prefix_len must be at least 0, not -1"),
    (Request("A", 0, 4, 1, prompt_ids=(1, 2, 3)), "prompt_ids are 3, and prompt_len is 4"),
    (Request("A", 0, 2, 1, prompt_ids=(1, -2)), "prompt_ids must be between 0 and"),
    (
        Request("A", 0, 2, 1, prompt_ids=(1, 2), prefix="p", prefix_len=1),
        "give either prompt_ids or a prefix",
    ),
    (cut((1,), None), "hash_ids and hash_block_size go together: ids, and the tokens of each"),
    (cut((), 4), "hash_ids and hash_block_size go together"),
    (cut((1,), 0), "hash_block_size must be at least 1, not 0"),
    (cut((1,), size=True), "hash_block_size must be an integer, not True"),
    (
        cut((1, 2, 3), 4),
        "hash_ids are 3, and prompt_len 8 has 2 blocks of 4 tokens: some are past the prompt",
    ),
    (cut((1, 2**64), 4), "hash_ids must be integers of at most 64 bits"),
    (cut((1, True), 4), "hash_ids must be integers, one for each block"),
    (
        Request("A", 0, 8, 1, hash_ids=(1,), hash_block_size=4, prefix="p", prefix_len=1),
        "give either hash_ids or a prefix: both say what is shared",
    ),
    (
        Request("A", 0, 1, 1, hash_ids=(1,), hash_block_size=4, prompt_ids=(1,)),
        "give either hash_ids or prompt_ids",
    ),
    (Request("A", 0, 2**20 + 1, 1, prompt_ids=(1,) * (2**20 + 1)), "prompt_ids are 1,048,577"),
]


@pytest.mark.parametrize(("request_", "expected"), PROMPTS)
def test_prompts_that_make_no_sense_are_refused(request_: Request, expected: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        Run([request_], make_scheduler("driftwood", **PAGED))
    assert str(caught.value).startswith(f"request 'A': {expected}")


TEXT = """\
[scheduler]
name = "driftwood"
max_running = 2
block_size = 4
prefix_sharing = true
[memory]
bytes = 640
bytes_per_token = 10
[[request]]
rid = "A"
prompt_len = 8
output_len = 2
prompt_ids = [1, 2, 3, 4, 5, 6, 7, 8]
[[request]]
rid = "B"
arrival = 1
prompt_len = 8
output_len = 2
prefix = "p"
prefix_len = 4
[[request]]
rid = "C"
arrival = 2
prompt_len = 7
output_len = 2
hash_ids = [11, -5]
hash_block_size = 4
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_all_of_it(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, TEXT))
    assert scenario.scheduler == make_scheduler(
        "driftwood", **SIZED, prefix_sharing=True, memory=MemoryModel(None, 640, 10)
    )
    assert scenario.scheduler.new_memory().total_blocks == 16
    assert scenario.requests == (
        Request("A", 0, 8, 2, prompt_ids=(1, 2, 3, 4, 5, 6, 7, 8)),
        Request("B", 1, 8, 2, prefix="p", prefix_len=4),
        Request("C", 2, 7, 2, hash_ids=(11, -5), hash_block_size=4),
    )


def test_what_is_cut_says_it_again(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, TEXT))
    case = Case(
        "t", "", scenario.requests, "driftwood", scenario.scheduler, None, scenario.max_steps
    )
    text = scenario_text(case, case.run().finish())
    assert parse(text)["memory"] == {"bytes": 640, "bytes_per_token": 10}
    again = load_scenario(written(tmp_path, text))
    assert (again.requests, again.scheduler) == (scenario.requests, scenario.scheduler)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("bytes = 640", "bytes = 6", "case.toml:7: 6 bytes hold no block of 4 tokens"),
        ("bytes = 640", "bytes = 6.5", "case.toml:7: bytes must be an integer, not 6.5"),
        ("bytes = 640", "bites = 640", "case.toml:7: bites in [memory] is unknown; did you mean"),
        ("[1, 2, 3, 4, 5, 6, 7, 8]", "[1, 2]", "case.toml:13: request 1 A: prompt_ids are 2, and"),
        ("[1, 2, 3, 4, 5, 6, 7, 8]", "8", "case.toml:13: request 1 A: prompt_ids must be"),
        ("prefix_len = 4", "", "case.toml:14: request 2 B: prefix and prefix_len go together"),
        ("prefix_len = 4", "prefix_len = [4]", "case.toml:20: request 2 B: prefix_len cannot be"),
        (
            "= [11, -5]",
            "= [11, -5, 6]",
            "case.toml:26: request 3 C: hash_ids are 3, and prompt_len 7 has 2 blocks of 4",
        ),
        ("hash_block_size = 4", "", "case.toml:21: request 3 C: hash_ids and hash_block_size go"),
        ("= true", "= 1", "case.toml:5: prefix_sharing must be true or false, not 1"),
    ],
)
def test_a_fault_of_a_file_has_its_line(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(written(tmp_path, TEXT.replace(old, new, 1)))
    assert f"{tmp_path}/{expected}" in str(caught.value)


def test_a_key_of_the_memory_can_be_set(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, TEXT))
    larger = scenario.with_settings({"memory.bytes": "1280"})
    assert larger.scheduler.new_memory().total_blocks == 32
    with pytest.raises(ScenarioError) as caught:
        scenario.with_settings({"memory.bytes": "12"})
    assert str(caught.value).startswith("--set memory.bytes=12: 12 bytes hold no block of 4")
