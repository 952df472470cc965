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


def also_called(knob: str) -> tuple[str, ...]:
    """Other names of what `knob` sets."""
    return next((tuple(n for n in group if n != knob) for group in GROUPS if knob in group), ())
