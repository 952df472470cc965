"""Policies by name: the choices that the knobs of the scheduler offer."""

from collections.abc import Mapping

from core.policies import VICTIMS
from core.policies.orders import QUEUES

GATES: Mapping[str, str] = {
    "known_text": "admission: blocks for all known tokens must be free",
    "first_chunk": "admission: blocks for the first chunk must be free, the others come with the "
    "chunks",
    "whole_life": "admission: there must be room for all that those who run will ever need",
    "watermark": "admission: some blocks must stay free",
    "static": "admission: only while a batch forms; its slots are given back when all of it is "
    "done",
}

OTHERS: Mapping[str, str] = {
    "mixed": "prefill: decodes first, prompts with the rest of the budget",
    "first": "prefill: a step with a prompt in it has no decodes, which stand still; in tables, "
    "the step of the first token",
    "last": "prefill: no prompt is processed while anybody decodes",
    "keep": "on_preempt: a victim keeps the tokens it has sent, and its cache is computed again",
    "discard": "on_preempt: a victim loses the tokens it has sent, and sends them once more",
    "unlimited": "memory: room for everything",
}


def policies() -> Mapping[str, str]:
    """Every policy by its name, what it is about first; a name may be another word as well."""
    victims = {name: f"victim: {named.order}" for name, named in VICTIMS.items()}
    queues = {name: f"queue: {order.first}; {order.liveness}" for name, order in QUEUES.items()}
    return {**queues, **OTHERS, **victims, **GATES}
