"""What is wrong with the knobs of vLLM."""

from collections.abc import Iterator, Mapping

from core.request import Fault, count_fault
from core.schedulers.knobs.victim import victim_faults

POLICIES = ("fcfs", "priority")
COUNTS = ("num_blocks", "max_num_seqs", "max_num_batched_tokens", "block_size")
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
    yield from watermark_faults(given.get("watermark", 0.0))


def watermark_faults(watermark: object) -> Iterator[Fault]:
    """A share of the blocks, below all of them."""
    if isinstance(watermark, bool) or not isinstance(watermark, int | float):
        said = f"watermark is a share of the blocks, not {watermark!r}"
        yield Fault("watermark", said, TypeError)
    elif not 0 <= watermark < 1:
        yield Fault("watermark", f"watermark must be at least 0 and below 1, not {watermark}")
