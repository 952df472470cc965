"""What is wrong with the knobs that say who is next: `queue` and what each order takes."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite

from core.policies import QUEUES
from core.policies.admission import gate_names
from core.policies.orders import FCFS, PRIORITY, ROUND_ROBIN, SKIP_AHEAD
from core.request import Fault, count_fault
from core.schedulers.knobs.code import CODE, LONGEST_NAME
from core.schedulers.knobs.limits import grows, is_limited

OF_ORDER: Mapping[str, str] = {
    "aging": PRIORITY,
    "preempt_for_urgent": PRIORITY,
    "weights": ROUND_ROBIN,
    "max_overtakes": SKIP_AHEAD,
}
"""Knobs, and the order each of them belongs to."""


def queue_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """An order is a known name or something to call, and takes knobs of its own and no others."""
    queue = given.get("queue")
    yield from _order_faults(queue)
    if isinstance(queue, str | None):
        for key, order in OF_ORDER.items():
            if key in given and given[key] is not False and (queue or FCFS) != order:
                yield Fault(key, f'{key} needs queue = "{order}", not "{queue or FCFS}"')
    elif callable(queue):
        yield from (_of_own(key) for key in OF_ORDER if given.get(key) not in {None, False})
    yield from _aging_faults(given.get("aging"))
    yield from _weights_faults(given.get("weights"))
    yield from _skip_faults(given)
    yield from _static_faults(given)
    urgent = given.get("preempt_for_urgent")
    if urgent is not None and not isinstance(urgent, bool):
        yield Fault(
            "preempt_for_urgent",
            f"preempt_for_urgent must be true or false, not {urgent!r}",
            TypeError,
        )


def _order_faults(queue: object) -> Iterator[Fault]:
    if queue is None or callable(queue) or (isinstance(queue, str) and queue in QUEUES):
        return
    known = f"known: {', '.join(QUEUES)}"
    if not isinstance(queue, str):
        said = f"queue must be the name of an order or a function, not {queue!r}; {known}"
        yield Fault("queue", said, TypeError)
    elif CODE in queue:
        yield Fault("queue", f"queue names code, {queue!r}: only --queue loads a file")
    else:
        near = get_close_matches(queue[:LONGEST_NAME], QUEUES, 1)
        hint = f"did you mean {near[0]}?" if near else known
        yield Fault("queue", f"there is no queue order {queue[:LONGEST_NAME]!r}; {hint}")


def _of_own(key: str) -> Fault:
    return Fault(
        key, f'{key} needs queue = "{OF_ORDER[key]}": an order of your own has its key alone'
    )


def _aging_faults(aging: object) -> Iterator[Fault]:
    if aging is None:
        return
    if isinstance(aging, bool) or not isinstance(aging, int | float):
        yield Fault("aging", f"aging must be a number, not {aging!r}", TypeError)
    elif not aging > 0 or not isfinite(aging):
        worth = "how much waiting is worth a level of priority"
        yield Fault("aging", f"aging must be more than 0, {worth}, not {aging:g}")


def _weights_faults(weights: object) -> Iterator[Fault]:
    if weights is None:
        return
    if not isinstance(weights, Mapping):
        said = f"weights must be a table of tenants, such as {{ batch = 1 }}, not {weights!r}"
        yield Fault("weights", said, TypeError)
        return
    if not weights:
        yield Fault("weights", "weights must name a tenant; without any each has one turn")
    for tenant, turns in weights.items():
        if not isinstance(tenant, str):
            yield Fault("weights", f"weights must name tenants, not {tenant!r}", TypeError)
        elif fault := count_fault(f"the weight of {tenant[:LONGEST_NAME]!r}", turns, 1):
            yield Fault("weights", fault.message, fault.error)


def _skip_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    most = given.get("max_overtakes")
    if most is not None:
        if fault := count_fault("max_overtakes", most, 1):
            yield fault
    elif given.get("queue") == SKIP_AHEAD:
        yield Fault("max_overtakes", "skip_ahead needs max_overtakes, a bound on being passed")
    if given.get("queue") == SKIP_AHEAD and not is_limited(given):
        needs = "queue skip_ahead needs a memory with a limit, such as block_size and num_blocks"
        yield Fault("queue", f"{needs}: else nobody is ever held for blocks")


def _static_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """A batch whose member was preempted, and stands behind a newcomer, would never end."""
    gates, queue = _gates(given.get("admission")), given.get("queue") or FCFS
    if "static" not in gates or queue in {FCFS, SKIP_AHEAD}:
        return
    if grows(given) and "whole_life" not in gates:
        yield Fault(
            "queue",
            f"admission static needs queue {FCFS} or {SKIP_AHEAD} where somebody may be preempted, "
            "or whole_life beside it: a member that comes back must stand before the newcomers",
        )


def _gates(admission: object) -> Sequence[str]:
    """The names of gates in `admission`, as far as they are some."""
    if isinstance(admission, str):
        return gate_names(admission)
    return (
        [each for each in admission if isinstance(each, str)]
        if isinstance(admission, list | tuple)
        else ()
    )
