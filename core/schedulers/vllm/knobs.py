"""What is wrong with the knobs of vLLM."""

from collections.abc import Iterator, Mapping

from core.request import Fault, count_fault
from core.schedulers.knobs.victim import victim_faults

POLICIES = ("fcfs", "priority")
COUNTS = ("num_blocks", "max_num_seqs", "max_num_batched_tokens", "block_size")
WHOLE_LIFE = "whole_life"
SWITCHES = ("enable_prefix_caching", "enable_chunked_prefill", "reserve_full_isl")


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
    yield from _admission_faults(given.get("admission"))
    yield from watermark_faults(given.get("watermark", 0.0))


def watermark_faults(watermark: object) -> Iterator[Fault]:
    """A share of the blocks, below all of them."""
    if isinstance(watermark, bool) or not isinstance(watermark, int | float):
        said = f"watermark is a share of the blocks, not {watermark!r}"
        yield Fault("watermark", said, TypeError)
    elif not 0 <= watermark < 1:
        yield Fault("watermark", f"watermark must be at least 0 and below 1, not {watermark}")


def _admission_faults(gate: object) -> Iterator[Fault]:
    """One gate is not vLLM's own; what others of the brief's scheduler do is a knob of vLLM's."""
    own = {"known_text": "reserve_full_isl = true", "first_chunk": "reserve_full_isl = false"}
    if gate is None or gate == WHOLE_LIFE:
        return
    said = f"admission is {WHOLE_LIFE} or not given, not {gate!r:.60}"
    hint = own.get(gate) if isinstance(gate, str) else None
    yield Fault("admission", f"{said}; that is {hint} here" if hint else said)
