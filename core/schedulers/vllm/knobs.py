"""What is wrong with the knobs of vLLM."""

from collections.abc import Iterator, Mapping

from core.request import Fault, count_fault
from core.schedulers.knobs.admission import name_faults, names_of
from core.schedulers.knobs.queue import queue_faults
from core.schedulers.knobs.victim import victim_faults

POLICIES = ("fcfs", "priority")
COUNTS = ("num_blocks", "max_num_seqs", "max_num_batched_tokens", "block_size")
SWITCHES = ("enable_prefix_caching", "enable_chunked_prefill", "reserve_full_isl")
OWN_GATES: Mapping[str, str] = {
    "known_text": "reserve_full_isl = true, its default (from 0.21 on)",
    "first_chunk": "reserve_full_isl = false (before 0.21 the only rule)",
    "watermark": "watermark, a share of the blocks (from 0.24 on)",
}
"""Gates that are knobs of vLLM's own."""


def vllm_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    for key in COUNTS:
        if key in given and (fault := count_fault(key, given[key], 1)):
            yield fault
    threshold = "long_prefill_token_threshold"
    if threshold in given and (fault := count_fault(threshold, given[threshold], 0)):
        yield fault
    for key in SWITCHES:
        if key in given and not isinstance(given[key], bool):
            yield Fault(key, f"{key} is true or false, not {given[key]!r}", TypeError)
    if (policy := given.get("policy", "fcfs")) not in POLICIES:
        yield Fault("policy", f"policy is {' or '.join(POLICIES)}, not {policy!r:.60}")
    yield from victim_faults(given)
    yield from queue_faults({key: given[key] for key in given if key != "preempt_for_urgent"})
    yield from _admission_faults(given)
    yield from _priority_faults(given)
    yield from watermark_faults(given.get("watermark", 0.0))


def watermark_faults(watermark: object) -> Iterator[Fault]:
    """A share of the blocks, below all of them."""
    if isinstance(watermark, bool) or not isinstance(watermark, int | float):
        said = f"watermark is a share of the blocks, not {watermark!r}"
        yield Fault("watermark", said, TypeError)
    elif not 0 <= watermark < 1:
        yield Fault("watermark", f"watermark must be at least 0 and below 1, not {watermark}")


def _admission_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """What others of the brief's gates do is a knob of vLLM's own."""
    if "admission" not in given:
        return
    names = names_of(given["admission"])
    yield from name_faults(names)
    for name in dict.fromkeys(names or ()):
        if name in OWN_GATES:
            said = f"admission {name} is a knob of vLLM's own: {OWN_GATES[name]}"
            yield Fault("admission", said)


def _priority_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """By vLLM's own priority a preempted request may stand behind a newcomer; it is an order."""
    if given.get("policy") != "priority":
        return
    if "queue" in given:
        said = 'queue and policy = "priority" exclude each other: both say who is next'
        other = 'queue = "priority" has the order without its victims, and may have aging'
        yield Fault("queue", f"{said}; {other}")
    gates = names_of(given.get("admission")) or ()
    if "static" in gates and "whole_life" not in gates:
        yield Fault(
            "admission",
            'admission static needs policy "fcfs", or whole_life beside it: a member that comes '
            "back from a preemption must stand before the newcomers",
        )
