"""What engines call the same limits: a group of names for each, the brief's own first."""

SLOTS = ("max_running", "max_num_seqs", "max_running_requests", "max_batch_size", "max_bs")
"""How many requests run at most."""

BUDGETS = (
    "token_budget",
    "max_num_batched_tokens",
    "max_num_tokens",
    "chunk_size",
    "chunked_prefill_size",
)
"""How many tokens a step processes at most."""

BLOCKS = ("num_blocks", "num_gpu_blocks", "num_kvcache_blocks")
"""How many blocks requests can own."""

POOLS = ("max_tokens", "max_total_tokens", "n_slots")
"""How many tokens the blocks that requests can own have room for."""

BLOCK_SIZES = ("block_size", "kvcache_block_size", "tokens_per_block", "page_size")
"""Tokens in a block."""

SIZES = (*BLOCKS, *POOLS)
"""How large the memory is, in blocks or in tokens."""

GROUPS = (SLOTS, BUDGETS, BLOCKS, POOLS, BLOCK_SIZES)

OPPOSITES = ("enable_prefix_caching", "disable_radix_cache")
"""Whether blocks keep their content for others to hit, and whether nothing is kept."""


SHARES = (
    *("gpu_memory_utilization", "mem_fraction_static", "free_gpu_memory_fraction"),
    *("kv_cache_free_gpu_memory_fraction", "kv_cache_memory_bytes"),
)
"""How large the memory is as a part of the hardware's, in the names of three engines."""


def opposite_of(knob: str) -> str | None:
    """What says the opposite of `knob`, true for its false; None if nothing does."""
    other = tuple(one for one in OPPOSITES if one != knob)
    return other[0] if len(other) == 1 else None


def also_called(knob: str) -> tuple[str, ...]:
    """Other names of what `knob` sets."""
    return next((tuple(n for n in group if n != knob) for group in GROUPS if knob in group), ())
