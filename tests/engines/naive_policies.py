"""Policies that are not vLLM's own, on the naive vLLM: who makes room, and who is next."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from core.schedulers.vllm import Vllm
from tests.engines.naive_asked import Asked
from tests.engines.naive_order import ByKey, InTurns, NaiveKey, NaiveOrder

NAIVE_VICTIMS: Mapping[str, Callable[[Sequence[Asked]], Asked]] = {
    "latest_admitted": lambda running: running[-1],
    "earliest_admitted": lambda running: running[0],
    "largest_cache": lambda running: max(running[::-1], key=lambda one: one.computed),
    "least_computed": lambda running: min(running[::-1], key=lambda one: one.computed),
    "fewest_output_tokens": lambda running: min(running[::-1], key=lambda one: one.sent),
    "lowest_priority": lambda running: max(running[::-1], key=lambda one: one.priority),
}
"""By name, of equals the last; those that run stand in the order of their admission."""
NAIVE_KEYS: Mapping[str, NaiveKey[Asked]] = {
    "shortest_prompt": lambda one: len(one.prompt),
    "shortest_remaining": lambda one: len(one.prompt) + one.output_len,
    "priority": lambda one: one.priority,
}
"""Those by a key: of the smallest. What is known and what is to be sent is the same in the end."""


def naive_victim(victim: object) -> Callable[[Sequence[Asked]], Asked] | None:
    """Who makes room by the policy of that name; None for vLLM's own."""
    return None if victim is None else NAIVE_VICTIMS[str(victim)]


def naive_order(knobs: Vllm) -> Callable[[], NaiveOrder[Asked]]:
    """A new line in the order that the knobs ask for."""
    match knobs.queue:
        case None | "fcfs" | "skip_ahead":
            return NaiveOrder[Asked]
        case "round_robin":
            return partial(InTurns, knobs.weights or {})
        case "priority" if knobs.aging:
            return partial(ByKey, partial(_aged, knobs.aging))
        case str():
            return partial(ByKey, NAIVE_KEYS[knobs.queue])
        case _:
            return partial(ByKey, kindly_naive)


def _aged(aging: float, one: Asked) -> Fraction:
    return one.priority + Fraction(one.arrival) / Fraction(aging)


def kindly_naive(one: Asked) -> int:
    """Long prompts and the preempted first, then whoever came last: an order of one's own."""
    return -10 * len(one.prompt) - 3 * one.preemptions - one.arrival
