"""Small workloads with every choice of the lab, drawn at random: crowded, tight, equal arrivals.

A family is one kind of choice; a case draws some of them at once, and the rest stays the brief's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from tests.naive.strategies import Draw, HypothesisDraw, RandomDraw, draw_asks
from tests.naive_lab.choices import (
    draw_admission,
    draw_on_preempt,
    draw_prefill,
    draw_queue,
    draw_victim,
    is_chance,
)
from tests.naive_lab.members import draw_ask
from tests.naive_lab.records import Ask, Cost, Knobs
from tests.naive_lab.state import Lab

FAMILIES = (
    *("queue", "victim", "urgent", "admission", "contiguous"),
    *("prefill", "on_preempt", "cancel", "sharing", "timed"),
)


@dataclass(frozen=True)
class LabCase:
    """One workload with its choices."""

    asks: tuple[Ask, ...]
    knobs: Knobs


def random_cases(seed: int, count: int, *families: str) -> Iterator[LabCase]:
    """Yield always the same cases for the same seed, each with the choices of all `families`."""
    draw = RandomDraw(Random(seed))
    for _ in range(count):
        yield draw_case(draw, families)


def mixed_cases(seed: int, count: int, *families: str) -> Iterator[LabCase]:
    """Yield always the same cases for the same seed, each with the choices of some `families`."""
    draw = RandomDraw(Random(seed))
    for _ in range(count):
        yield draw_mixed(draw, families)


@st.composite
def cases(draw: st.DrawFn, *families: str) -> LabCase:
    """Draw the same shapes for hypothesis: with the choices of some families."""
    return draw_mixed(HypothesisDraw(draw), families)


def draw_mixed(draw: Draw, families: tuple[str, ...]) -> LabCase:
    """Draw half of the families, more or less."""
    return draw_case(draw, tuple(each for each in families if is_chance(draw, 1, 2)))


def draw_case(draw: Draw, families: tuple[str, ...]) -> LabCase:
    """Draw the workload first, then what must fit it."""
    drawn = set(families)
    if "sharing" in drawn:
        drawn |= ({"prefixes"}, {"prompt ids"}, {"prefixes", "prompt ids"})[draw.number(0, 2)]
    crowd = draw.number(0, 1) == 1
    size = draw.number(1, 2) if crowd or "sharing" in drawn else draw.number(1, 4)
    asks = tuple(draw_ask(draw, ask, drawn) for ask in draw_asks(draw, size, crowd))
    knobs = Knobs(draw.number(2, 6) if crowd else draw.number(1, 4))
    knobs = with_memory(draw, knobs, asks, size, drawn)
    if "timed" in drawn:
        cost = Cost(draw.number(1, 3), draw.number(0, 1) / 2, draw.number(0, 2) / 4)
        knobs = replace(knobs, cost=cost)
    return LabCase(asks, with_choices(draw, knobs, asks, drawn))


def with_memory(
    draw: Draw, knobs: Knobs, asks: tuple[Ask, ...], size: int, drawn: set[str]
) -> Knobs:
    """Draw a memory around the largest need, so that two large ones must collide, or none."""
    peaks = [ask.peak for ask in asks]
    if "contiguous" in drawn and (is_chance(draw, 2, 3) or len(drawn) == 1):
        own = draw.number(0, 1) == 1
        reserved = None if own else max(1, max(peaks) + draw.number(-2, 3))
        space = max(1, max(peaks) * draw.number(1, 3) + draw.number(-1, 6))
        return replace(knobs, space=space, reserved_tokens=reserved)
    if is_chance(draw, 1, 8):
        return knobs
    needs = [Lab([], Knobs(1, size)).blocks_for(peak) for peak in peaks]
    room = draw.number(0, sum(needs)) if is_chance(draw, 1, 6) else draw.number(-1, 4)
    knobs = replace(knobs, block_size=size, num_blocks=max(1, max(needs) + room))
    return replace(knobs, prefix_sharing="sharing" in drawn)


def with_choices(draw: Draw, knobs: Knobs, asks: tuple[Ask, ...], drawn: set[str]) -> Knobs:
    """Draw the rest, each where it makes sense."""
    if is_chance(draw, 1, 2):
        knobs = replace(knobs, token_budget=knobs.max_running + draw.number(0, 6))
    if "queue" in drawn or "urgent" in drawn:
        knobs = draw_queue(draw, knobs, asks, urgent="urgent" in drawn)
    if "admission" in drawn:
        knobs = draw_admission(draw, knobs)
    if "victim" in drawn or "urgent" in drawn:
        knobs = draw_victim(draw, knobs)
    if "prefill" in drawn:
        knobs = draw_prefill(draw, knobs)
    if "on_preempt" in drawn:
        knobs = draw_on_preempt(draw, knobs)
    return knobs
