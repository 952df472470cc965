"""A scenario on another scheduler: its knobs by the names that they have there."""

import pytest

from core.workload.carried import carried, parted
from core.workload.document import Table

BRIEF: Table = {"name": "driftwood", "max_running": 3, "block_size": 4, "num_blocks": 6}
RATIO: Table = {"name": "sglang", "max_running_requests": 4, "max_total_tokens": 40}


@pytest.mark.parametrize(
    ("name", "knobs"),
    [
        ("vllm", {"max_num_seqs": 3, "block_size": 4, "num_blocks": 6}),
        ("vllm-v0", {"max_num_seqs": 3, "block_size": 4, "num_gpu_blocks": 6}),
        ("nano-vllm", {"max_num_seqs": 3, "kvcache_block_size": 4, "num_kvcache_blocks": 6}),
        ("sglang", {"max_running_requests": 3, "page_size": 4, "max_total_tokens": 24}),
        ("tensorrt-llm", {"max_batch_size": 3, "tokens_per_block": 4, "max_tokens": 24}),
        ("orca", {"max_bs": 3, "n_slots": 24}),
        ("nobody", {"max_running": 3, "block_size": 4, "num_blocks": 6}),
    ],
)
def test_slots_and_memory_keep_their_values_by_other_names(name: str, knobs: Table) -> None:
    assert carried(BRIEF, name) == {"name": "driftwood", **knobs}


def test_a_size_in_tokens_becomes_whole_blocks_of_the_size_it_had() -> None:
    there = {"name": "sglang", "max_num_seqs": 4, "block_size": 1, "num_blocks": 40}
    assert carried(RATIO, "vllm") == there
    paged = carried({**RATIO, "page_size": 16}, "vllm-v0")
    assert (paged["num_gpu_blocks"], paged["block_size"]) == (2, 16)


def test_a_size_of_blocks_by_default_is_kept_where_another_is_the_default() -> None:
    known = carried({"name": "vllm", "num_blocks": 5}, "sglang")
    assert known == {"name": "vllm", "page_size": 16, "max_total_tokens": 80}


@pytest.mark.parametrize("size", ["4", True, None, [4]])
def test_what_is_no_number_is_left_to_be_refused(size: object) -> None:
    assert carried({**BRIEF, "num_blocks": size}, "sglang")["num_blocks"] == size


def test_what_says_the_opposite_there_has_the_opposite_value() -> None:
    caching: Table = {"name": "vllm", "num_blocks": 5, "enable_prefix_caching": False}
    assert carried(caching, "sglang")["disable_radix_cache"] is True
    back = carried({"name": "sglang", "disable_radix_cache": True}, "vllm")
    assert back == {"name": "sglang", "enable_prefix_caching": False}
    assert carried(caching, "orca")["enable_prefix_caching"] is False
    odd: Table = {"name": "vllm", "enable_prefix_caching": 1}
    assert carried(odd, "sglang") == odd


def test_of_every_knob_what_is_usual_is_no_loss() -> None:
    every: Table = {"name": "vllm", "num_blocks": 5, "policy": "priority", "watermark": 0.0}
    known, left_out = parted(every, "orca")
    assert known == {"name": "vllm", "n_slots": 80}
    assert left_out == {"policy": "priority"}
    assert parted(every, "nobody") == (every, {})
