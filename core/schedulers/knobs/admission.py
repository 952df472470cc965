"""What is wrong with the knobs that say who is let in: `admission` and `watermark_blocks`."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from core.policies.admission import GATES, gate_names
from core.request import Fault

LONGEST_NAME = 60
OF_BLOCKS = ("first_chunk", "whole_life", "watermark")
"""Gates that count blocks, and have none to count where memory has no limit."""


def admission_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """Gates are known names, each once, of rules that can go together; each has what it needs."""
    names = names_of(given.get("admission"))
    yield from name_faults(names)
    if names is None:
        return
    if "block_size" not in given:
        for name in dict.fromkeys(name for name in names if name in OF_BLOCKS):
            said = f"admission {name} needs block_size: it counts blocks of paged memory"
            yield Fault("admission", said)
    yield from _chunk_faults(given, names)
    yield from _watermark_faults(given, names)
    if "static" in names and given.get("preempt_for_urgent") is True:
        closed = "a static batch takes nobody in, however urgent, so nobody can make room"
        yield Fault("preempt_for_urgent", f"preempt_for_urgent cannot be with static: {closed}")


def names_of(admission: object) -> Sequence[str] | None:
    """The names in `admission`; None if it is something else."""
    if admission is None or isinstance(admission, str):
        return gate_names(admission)
    if not isinstance(admission, list | tuple) or not admission:
        return None
    names = [name for name in admission if isinstance(name, str)]
    return gate_names(names) if len(names) == len(admission) else None


def name_faults(names: Sequence[str] | None) -> Iterator[Fault]:
    """Every one of `names` is that of a gate, and none is named twice; None: they are none."""
    if names is None:
        known = f"known: {', '.join(GATES)}"
        yield Fault("admission", f"admission must be a name or a list of names; {known}", TypeError)
        return
    for name in dict.fromkeys(names):
        if name not in GATES:
            near = get_close_matches(name[:LONGEST_NAME], GATES, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(GATES)}"
            yield Fault("admission", f"there is no admission gate {name[:LONGEST_NAME]!r}; {hint}")
        elif names.count(name) > 1:
            yield Fault("admission", f"admission names {name} twice: once is enough")


def _chunk_faults(given: Mapping[str, object], names: Sequence[str]) -> Iterator[Fault]:
    if "first_chunk" not in names:
        return
    if "known_text" in names:
        both = "first_chunk takes blocks for a chunk in the place of known_text: name one of them"
        yield Fault("admission", f"admission {both}")
    if "token_budget" not in given:
        whole = "without one every prompt is processed whole, and its first chunk is all of it"
        yield Fault("admission", f"admission first_chunk needs token_budget: {whole}")


def _watermark_faults(given: Mapping[str, object], names: Sequence[str]) -> Iterator[Fault]:
    mark, blocks = given.get("watermark_blocks"), given.get("num_blocks")
    if "watermark" in names and mark is None:
        said = "admission watermark needs watermark_blocks: how many blocks are to stay free"
        yield Fault("watermark_blocks", said)
    elif "watermark" not in names and mark is not None:
        said = "watermark_blocks needs admission watermark: else nobody looks at it"
        yield Fault("watermark_blocks", said)
    elif isinstance(mark, int) and isinstance(blocks, int) and mark >= blocks >= 1:
        alone = "nobody would ever come in beside another"
        said = f"watermark_blocks must be less than num_blocks ({blocks}), not {mark}: {alone}"
        yield Fault("watermark_blocks", said)
