"""The order of the queue, sorted anew whenever somebody asks."""

from fractions import Fraction
from typing import TypeAlias

from tests.naive_lab.records import Life
from tests.naive_lab.state import Lab

Key: TypeAlias = Fraction | float | str


def ordered(lab: Lab) -> list[Life]:
    """Who waits, in the order in which they would be asked."""
    if lab.knobs.queue in {"fcfs", "skip_ahead"}:
        return list(lab.waiting)
    if lab.knobs.queue == "round_robin":
        return rotated(lab)
    return sorted(lab.waiting, key=lambda life: key(lab, life))  # stable: ties in base order


def key(lab: Lab, life: Life) -> Key:
    """The key of a keyed order: the smallest first."""
    match lab.knobs.queue:
        case "shortest_prompt":
            return life.ask.prompt_len
        case "shortest_remaining":
            return life.known + (life.ask.output_len - life.emitted)
        case "priority":
            aged = lab.knobs.aging
            waited = Fraction(0) if aged is None else Fraction(life.ask.arrived) / Fraction(aged)
            return life.ask.priority + waited
        case _:
            assert lab.knobs.own_key is not None
            return lab.knobs.own_key(life)


def rotated(lab: Lab) -> list[Life]:
    """Turn the rotation as if all were admitted, then turn it back."""
    pointer, turns_used = lab.pointer, lab.turns_used
    waiting, order = list(lab.waiting), []
    while waiting:
        tenant = next_tenant(lab, waiting)
        life = next(each for each in waiting if each.ask.tenant == tenant)
        waiting.remove(life)
        order.append(life)
        use_turn(lab, tenant)
    lab.pointer, lab.turns_used = pointer, turns_used
    return order


def next_tenant(lab: Lab, waiting: list[Life]) -> str:
    """The first tenant, from the pointer on and around, who has somebody waiting."""
    around = lab.tenants[lab.pointer :] + lab.tenants[: lab.pointer]
    lines = {life.ask.tenant for life in waiting}
    return next(tenant for tenant in around if tenant in lines)


def use_turn(lab: Lab, tenant: str) -> None:
    """Somebody of `tenant` was admitted: after its last turn the pointer moves on."""
    place = lab.tenants.index(tenant)
    if place != lab.pointer:
        lab.pointer, lab.turns_used = place, 0
    lab.turns_used += 1
    if lab.turns_used >= lab.knobs.weights.get(tenant, 1):
        lab.pointer, lab.turns_used = (place + 1) % len(lab.tenants), 0
