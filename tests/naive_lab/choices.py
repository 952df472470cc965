"""Draw one choice of the scheduler each, with what it needs."""

from dataclasses import replace

from tests.naive.strategies import Draw
from tests.naive_lab.records import Ask, Knobs, Life

QUEUES = (
    *("priority", "round_robin", "skip_ahead", "shortest_prompt", "shortest_remaining"),
    *("priority", "round_robin", "skip_ahead", "own"),
)
VICTIMS = (
    *("latest_admitted", "earliest_admitted", "largest_cache"),
    *("least_computed", "fewest_output_tokens", "lowest_priority"),
)
GATES = ("whole_life", "watermark", "static")


def is_chance(draw: Draw, part: int, of: int) -> bool:
    """So many times of so many."""
    return draw.number(1, of) > of - part


def own_key(life: Life) -> float:
    """A user's order: long prompts and the preempted first, within it whoever came last."""
    return -10 * life.ask.prompt_len - 3 * life.preemptions - life.ask.arrived - life.since


def draw_queue(draw: Draw, knobs: Knobs, asks: tuple[Ask, ...], *, urgent: bool) -> Knobs:
    """Draw an order; for urgent arrivals it is by priority."""
    queue = "priority" if urgent else QUEUES[draw.number(0, len(QUEUES) - 1)]
    knobs = replace(knobs, queue=queue, preempt_for_urgent=urgent)
    if queue == "priority" and is_chance(draw, 1, 2):
        return replace(knobs, aging=(1, 2, 3, 0.5, 8)[draw.number(0, 4)])
    if queue == "round_robin" and is_chance(draw, 1, 2):
        tenants = sorted({ask.tenant for ask in asks})
        weights = {tenant: draw.number(1, 3) for tenant in tenants if draw.number(0, 2)}
        return replace(knobs, weights=weights)
    if queue == "skip_ahead":
        return replace(knobs, max_overtakes=draw.number(1, 4))
    return replace(knobs, own_key=own_key) if queue == "own" else knobs


def draw_victim(draw: Draw, knobs: Knobs) -> Knobs:
    """Draw a victim policy and a guard, where anybody is ever preempted."""
    if not (knobs.paged or knobs.preempt_for_urgent):
        return knobs
    victim = VICTIMS[draw.number(0, len(VICTIMS) - 1)]
    return replace(knobs, victim=victim, victim_guard=(0, 0, 1, 3)[draw.number(0, 3)])


def draw_admission(draw: Draw, knobs: Knobs) -> Knobs:
    """Draw some gates; those about blocks only where there are any."""
    possible = GATES[:-1] if knobs.preempt_for_urgent else GATES
    gates = [gate for gate in possible if is_chance(draw, 1, 3)]
    if not knobs.paged:
        static = () if knobs.preempt_for_urgent else ("static",)
        return replace(knobs, admission=("known_text", *static))
    if not gates or is_chance(draw, 1, 2):
        budget = knobs.token_budget or knobs.max_running + draw.number(0, 6)
        knobs = replace(knobs, token_budget=budget)
        gates.insert(0, "first_chunk")
    if "static" in gates and knobs.queue not in {"fcfs", "skip_ahead"}:
        gates.append("whole_life")
    gates = list(dict.fromkeys(gates))
    blocks = draw.number(1, 3) if "watermark" in gates else 0
    return replace(knobs, admission=tuple(gates), watermark_blocks=blocks)


def draw_prefill(draw: Draw, knobs: Knobs) -> Knobs:
    """Draw an order of work other than the brief's."""
    return replace(knobs, prefill=("first", "last")[draw.number(0, 1)])


def draw_on_preempt(draw: Draw, knobs: Knobs) -> Knobs:
    """Draw what a preemption does, where anybody is ever preempted."""
    if not (knobs.paged or knobs.preempt_for_urgent):
        return knobs
    on_preempt = ("discard", "swap")[draw.number(0, 1)]
    costs = on_preempt == "swap" and knobs.cost is not None
    return replace(
        knobs, on_preempt=on_preempt, swap_ms_per_block=draw.number(0, 2) / 2 if costs else 0.0
    )
