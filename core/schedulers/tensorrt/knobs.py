"""What is wrong with the knobs of TensorRT-LLM."""

from collections.abc import Iterator, Mapping

from core.request import Fault, count_fault

NO_EVICT = "GUARANTEED_NO_EVICT"
MAX_UTILIZATION = "MAX_UTILIZATION"
STATIC_BATCH = "STATIC_BATCH"
POLICIES = (NO_EVICT, MAX_UTILIZATION, STATIC_BATCH)
COUNTS = ("max_tokens", "max_batch_size", "max_num_tokens", "tokens_per_block")


def tensorrt_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    for key in COUNTS:
        if key in given and (fault := count_fault(key, given[key], 1)):
            yield fault
    policy = given.get("capacity_scheduler_policy", NO_EVICT)
    if policy not in POLICIES:
        said = f"capacity_scheduler_policy is {', '.join(POLICIES)}, not {policy!r:.60}"
        yield Fault("capacity_scheduler_policy", said)
    chunked = given.get("enable_chunked_prefill", False)
    if not isinstance(chunked, bool):
        said = f"enable_chunked_prefill is true or false, not {chunked!r}"
        yield Fault("enable_chunked_prefill", said, TypeError)
    yield from _chunk_faults(given, chunked=chunked is True)


def _chunk_faults(given: Mapping[str, object], *, chunked: bool) -> Iterator[Fault]:
    """A chunk is a number of whole blocks, so a step must have the tokens of one."""
    budget, unit = given.get("max_num_tokens"), given.get("tokens_per_block", 32)
    if chunked and type(budget) is int and type(unit) is int and 0 < budget < unit:
        said = f"max_num_tokens must be at least tokens_per_block, {unit:,}, not {budget:,}: "
        yield Fault("max_num_tokens", f"{said}the chunks of a prompt are whole blocks")
