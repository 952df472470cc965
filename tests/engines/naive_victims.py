"""Who makes room on the naive vLLM by a policy that is not vLLM's own; of equals the last."""

from collections.abc import Callable, Mapping, Sequence

from tests.engines.naive_vllm import Asked

NAIVE_VICTIMS: Mapping[str, Callable[[Sequence[Asked]], Asked]] = {
    "latest_admitted": lambda running: running[-1],
    "earliest_admitted": lambda running: running[0],
    "largest_cache": lambda running: max(running[::-1], key=lambda one: one.computed),
    "least_computed": lambda running: min(running[::-1], key=lambda one: one.computed),
    "fewest_output_tokens": lambda running: min(running[::-1], key=lambda one: one.sent),
    "lowest_priority": lambda running: max(running[::-1], key=lambda one: one.priority),
}
"""By name; those that run stand in the order of their admission."""
