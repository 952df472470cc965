"""What is wrong with the knobs of engines whose rules were read from their sources."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from core.request import Fault, count_fault
from core.schedulers.vllm.knobs import watermark_faults

LONGEST_NAME = 60


def count_faults(given: Mapping[str, object], counts: Sequence[str]) -> Iterator[Fault]:
    """Each of `counts` is a number from 1, where it is given."""
    for key in counts:
        if given.get(key) is not None and (fault := count_fault(key, given[key], 1)):
            yield fault


def budget_faults(given: Mapping[str, object], budget: str, slots: str) -> Iterator[Fault]:
    """The `budget` of a step has a token for each of those that may run."""
    tokens, most = given.get(budget), given.get(slots)
    if isinstance(tokens, int) and isinstance(most, int) and 1 <= tokens < most:
        said = f"{budget} must be at least {slots} ({most}), not {tokens}"
        yield Fault(budget, f"{said}: each of those that decode takes a token of it")


def share_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """The watermark is a share of the blocks."""
    if given.get("watermark") is not None:
        yield from watermark_faults(given["watermark"])


def word_faults(key: str, word: object, known: Sequence[str]) -> Iterator[Fault]:
    """`word` is one of `known`."""
    if isinstance(word, str) and word not in known:
        near = get_close_matches(word[:LONGEST_NAME], known, 1)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
        yield Fault(key, f"{key} cannot be {word[:LONGEST_NAME]!r}; {hint}")
    elif not isinstance(word, str):
        said = f"{key} must be one of {', '.join(known)}, not {word!r:.60}"
        yield Fault(key, said, TypeError)
