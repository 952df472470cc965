"""The knobs of a trace by itself, which does not say where it shall run: one GPU, for each kind."""

from collections.abc import Mapping

from core.schedulers import SCHEDULERS
from core.schedulers.names import POOLS, also_called
from core.workload.document import Table

DEFAULTS: Table = {
    "name": "driftwood",
    "max_running": 256,
    "block_size": 16,
    "num_blocks": 2588,
    "token_budget": 2048,
}
"""What vLLM 0.19 uses for Llama 3.1 8B on an RTX 4090."""

POOL = 2588 * 16
"""The same in tokens."""

POOL_TOKENS = 2588 * 16
"""The same in tokens, for engines that count those."""

VLLM: Table = {
    "max_num_seqs": 256,
    "block_size": 16,
    "num_blocks": 2587,
    "max_num_batched_tokens": 2048,
}
"""The same by vLLM's names, without the block that vLLM keeps and nobody can own."""


def defaults_of(name: object) -> Table:
    """The table `[scheduler]` of a trace that runs on the scheduler `name`."""
    is_vllm = isinstance(name, str) and name.partition("@")[0] == "vllm"
    return {"name": name, **(VLLM if is_vllm else _named_as(name))}


def _named_as(name: object) -> Table:
    """The brief's defaults by the names of the engine `name`; all it has no name for are out."""
    engine = SCHEDULERS.get(name) if isinstance(name, str) else None
    if engine is None or name == DEFAULTS["name"]:
        return {key: value for key, value in DEFAULTS.items() if key != "name"}
    known, moved = engine.knobs, Table()
    for key, value in DEFAULTS.items():
        other = next((each for each in (key, *also_called(key)) if each in known), None)
        if other is not None and known[other] is not None:  # else it finds its own
            moved[other] = value
    pools = [each for each in POOLS if each in known]
    return {**moved, **dict.fromkeys(pools, POOL_TOKENS)}


def moved_to(name: object, table: Table, typed: Mapping[str, object]) -> Table:
    """`table`, the `[scheduler]` of a trace, for the scheduler `name`, with what was `typed`."""
    return {**defaults_of(name), **{key: table[key] for key in typed if key in table}, "name": name}
