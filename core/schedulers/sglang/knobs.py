"""What is wrong with the knobs of SGLang."""

from collections.abc import Iterator, Mapping

from core.request import Fault, count_fault
from core.schedulers.sourced import count_faults, word_faults

FCFS, LPM, LOF, RANDOM = POLICIES = ("fcfs", "lpm", "lof", "random")
COUNTS = (
    *("max_total_tokens", "max_running_requests", "page_size", "max_prefill_tokens"),
    "clip_max_new_tokens_estimation",
)
SWITCHES = ("enable_mixed_chunk", "disable_radix_cache")
NO_CHUNKS = -1


def sglang_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    yield from count_faults(given, COUNTS)
    yield from word_faults("schedule_policy", given.get("schedule_policy", FCFS), POLICIES)
    for key in SWITCHES:
        if key in given and not isinstance(given[key], bool):
            yield Fault(key, f"{key} is true or false, not {given[key]!r}", TypeError)
    yield from _conservativeness_faults(given.get("schedule_conservativeness", 1.0))
    if (seed := given.get("random_seed")) is not None:
        fault = count_fault("random_seed", seed, 0)
        yield from (fault,) if fault else ()
    yield from _chunk_faults(given)


def _conservativeness_faults(share: object) -> Iterator[Fault]:
    key = "schedule_conservativeness"
    if isinstance(share, bool) or not isinstance(share, int | float):
        yield Fault(key, f"{key} is a number, 1.0 by default, not {share!r}", TypeError)
    elif not 0 <= share < float("inf"):
        yield Fault(key, f"{key} must be at least 0, not {share}")


def _chunk_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """A chunk is a number of whole pages, so a step must have the tokens of one."""
    key, page = "chunked_prefill_size", given.get("page_size", 1)
    chunk = given.get(key, page)
    if type(chunk) is int and chunk == NO_CHUNKS:
        if given.get("enable_mixed_chunk") is True:
            said = f"is {NO_CHUNKS}, which is none: enable_mixed_chunk needs chunks to mix"
            yield Fault(key, f"{key} {said}")
        return
    if fault := count_fault(key, chunk, 1):
        yield Fault(key, f"{fault.message}; {NO_CHUNKS} for no chunks", fault.error)
    elif type(page) is int and type(chunk) is int and page > chunk:
        said = f"must be at least page_size, {page:,}, not {chunk:,}: chunks are whole pages"
        yield Fault(key, f"{key} {said}")
    tokens = given.get("max_total_tokens")
    if type(tokens) is int and type(page) is int and 1 <= tokens < page:
        said = f"must be at least page_size, {page:,}, not {tokens:,}"
        yield Fault("max_total_tokens", f"max_total_tokens {said}")
