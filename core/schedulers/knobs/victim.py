"""What is wrong with the knobs that say who is preempted: `victim` and `victim_guard`."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from core.policies import VICTIMS
from core.request import Fault
from core.schedulers.knobs.code import CODE, LONGEST_NAME
from core.schedulers.knobs.limits import grows


def victim_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """A policy is a known name or something to call; where nobody is preempted none is needed."""
    yield from _policy_faults(given.get("victim"))
    if not grows(given) and not given.get("preempt_for_urgent"):
        yield from _useless(victim=given.get("victim"), victim_guard=given.get("victim_guard"))


def _policy_faults(victim: object) -> Iterator[Fault]:
    if victim is None or callable(victim) or (isinstance(victim, str) and victim in VICTIMS):
        return
    known = f"known: {', '.join(VICTIMS)}"
    if not isinstance(victim, str):
        said = f"victim must be the name of a policy or a function, not {victim!r}; {known}"
        yield Fault("victim", said, TypeError)
    elif CODE in victim:
        yield Fault("victim", f"victim names code, {victim!r}: only --victim loads a file")
    else:
        near = get_close_matches(victim[:LONGEST_NAME], VICTIMS, 1)
        hint = f"did you mean {near[0]}?" if near else known
        yield Fault("victim", f"there is no victim policy {victim[:LONGEST_NAME]!r}; {hint}")


def _useless(**knobs: object) -> Iterator[Fault]:
    """Knobs about preemptions where nobody is ever preempted."""
    for key, given in knobs.items():
        if given is not None:
            yield Fault(key, f"{key} needs block_size and num_blocks: else nobody is preempted")
