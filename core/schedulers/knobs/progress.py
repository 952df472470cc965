"""What is wrong with the knobs of work and progress: `prefill`, `on_preempt` and its price."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite

from core.cost import MOST_MS
from core.replica import ON_PREEMPT
from core.request import Fault

PREFILL = ("mixed", "first", "last")
LONGEST_NAME = 60


def progress_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """Each is one of its words; nothing is kept of victims where there are none."""
    yield from _word_faults("prefill", given.get("prefill"), PREFILL)
    yield from _word_faults("on_preempt", given.get("on_preempt"), ON_PREEMPT)
    makes_room = ("block_size", "num_blocks", "preempt_for_urgent")
    if "on_preempt" in given and not any(given.get(key) for key in makes_room):
        yield Fault(
            "on_preempt", "on_preempt needs block_size and num_blocks: else nobody is preempted"
        )
    if "swap_ms_per_block" in given:
        yield from _swap_faults(given["swap_ms_per_block"], given.get("on_preempt"))


def _word_faults(key: str, given: object, known: Sequence[str]) -> Iterator[Fault]:
    if given is None or (isinstance(given, str) and given in known):
        return
    if not isinstance(given, str):
        said = f"{key} must be one of {', '.join(known)}, not {given!r}"
        yield Fault(key, said, TypeError)
        return
    near = get_close_matches(given[:LONGEST_NAME], known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    yield Fault(key, f"{key} cannot be {given[:LONGEST_NAME]!r}; {hint}")


def _swap_faults(given: object, on_preempt: object) -> Iterator[Fault]:
    key = "swap_ms_per_block"
    if isinstance(given, bool) or not isinstance(given, int | float):
        said = f"{key} must be a number of milliseconds, not {given!r}"
        yield Fault(key, said, TypeError)
    elif not (isfinite(given) and 0 <= given <= MOST_MS):
        yield Fault(key, f"{key} must be at least 0 and at most {MOST_MS:,}, not {given}")
    if on_preempt != "swap":
        yield Fault(key, f'{key} needs on_preempt = "swap": else nothing is moved')
