"""Engines with a policy in the place of their own: who is preempted, or who is next."""

from collections.abc import Iterator, Mapping

from core.policies import queue_rule_in_force, rule_in_force
from core.policies.orders import SKIP_AHEAD
from core.request import Fault
from core.schedulers.knobs.queue import queue_faults
from core.schedulers.knobs.victim import victim_faults

MODIFIED = "modified"
"""What is added to the name of an engine with a policy that is not its own."""
POLICIES = ("victim", "queue", "aging", "weights")
"""Knobs of the policies that stand in the place of an engine's own, and of what an order takes."""


def called(name: str, scheduler: object) -> str:
    """`name`; "modified" where a policy of `scheduler` is not last in, first come, first served."""
    is_own = rule_in_force(scheduler).is_default and queue_rule_in_force(scheduler).is_default
    return name if is_own else f"{name} {MODIFIED}"


def policy_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with the policies among these settings; None is "not given".

    Where a head that is held ends admission nobody can pass it.
    """
    given = {key: knobs[key] for key in POLICIES if knobs.get(key) is not None}
    paged = {**given, "block_size": 1}
    yield from victim_faults(paged)
    if given.get("queue") == SKIP_AHEAD:
        said = f"queue {SKIP_AHEAD} is not there on this engine: a head that is held ends admission"
        yield Fault("queue", said)
    else:
        yield from queue_faults(paged)
