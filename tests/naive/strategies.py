"""Workloads that hurt: tight memory, tiny budgets, equal arrivals, bursts, idle gaps.

One recipe draws a case through a `Draw`; hypothesis and `random.Random` both can be one, so the
shrinking tests and the thousands of seeded cases share the same shapes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from hypothesis import strategies as st

from tests.naive.engine import naive_simulate, naive_trace_of
from tests.naive.records import Ask, LogEntry, NaiveTrace, Results, Settings

# String order differs from number order, length and capitals count too.
RIDS = ("r9", "r10", "r1", "r2", "r11", "r100", "R1", "a", "B", "r", "r01", "é")


@dataclass(frozen=True)
class Case:
    """One workload with its settings."""

    asks: tuple[Ask, ...]
    settings: Settings


class Draw(Protocol):
    """A source of choices; the lowest number is the simplest case."""

    def number(self, low: int, high: int) -> int: ...


@dataclass(frozen=True)
class RandomDraw:
    """Choices from a seeded generator: fast."""

    source: Random

    def number(self, low: int, high: int) -> int:
        return low + int(self.source.random() * (high - low + 1))


@dataclass(frozen=True)
class HypothesisDraw:
    """Choices from hypothesis: they shrink."""

    draw: st.DrawFn

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))


def random_cases(seed: int, count: int, rejections: bool = False) -> Iterator[Case]:
    """Yield always the same cases for the same seed."""
    source = RandomDraw(Random(seed))
    for _ in range(count):
        yield draw_case(source, rejections)


@st.composite
def cases(draw: st.DrawFn, rejections: bool = False) -> Case:
    """Draw the same shapes for hypothesis; with rejections some requests may never fit."""
    return draw_case(HypothesisDraw(draw), rejections)


def draw_case(draw: Draw, rejections: bool) -> Case:
    """Half of the cases are a crowd: many short prompts that grow together and collide."""
    crowd = draw.number(0, 1) == 1
    max_running = draw.number(3, 7) if crowd else draw.number(1, 5)
    block_size = draw.number(1, 2) if crowd else draw.number(1, 5)
    asks = draw_asks(draw, block_size, crowd)
    budget = max_running + draw.number(0, 5) if draw.number(0, 1) else None
    if draw.number(0, 9) == 9:
        return Case(asks, Settings(max_running, token_budget=budget))
    num_blocks = draw_memory(draw, asks, block_size, rejections)
    return Case(asks, Settings(max_running, block_size, num_blocks, budget))


def draw_asks(draw: Draw, block_size: int, crowd: bool) -> tuple[Ask, ...]:
    """Draw a few requests, listed in an order unlike the order of their arrivals and rids."""
    rids = list(RIDS)
    arrival = draw.number(0, 2)
    asks: list[Ask] = []
    for _ in range(draw.number(5, 10) if crowd else draw.number(1, 9)):
        rid = rids.pop(draw.number(0, len(rids) - 1))
        prompt_len = draw.number(1, 3) if crowd else draw_prompt(draw, block_size)
        ask = Ask(rid, arrival, prompt_len, draw_output(draw))
        asks.insert(draw.number(0, len(asks)), ask)
        arrival += draw_gap(draw)
    return tuple(asks)


def draw_gap(draw: Draw) -> int:
    """Mostly bursts of equal arrivals, sometimes a step or two, rarely a long idle gap."""
    kind = draw.number(0, 9)
    if kind < 6:
        return 0
    return draw.number(1, 3) if kind < 9 else draw.number(10, 40)


def draw_prompt(draw: Draw, block_size: int) -> int:
    """Half of the prompts end on a block boundary or one token beside it."""
    if draw.number(0, 1):
        return draw.number(1, 12)
    return max(1, block_size * draw.number(1, 3) + draw.number(-1, 1))


def draw_output(draw: Draw) -> int:
    """One token in a fifth of the cases, else enough to grow several times."""
    return 1 if draw.number(0, 4) == 0 else draw.number(2, 12)


def draw_memory(draw: Draw, asks: tuple[Ask, ...], block_size: int, rejections: bool) -> int:
    """Around the largest request's own need, so that two large ones must collide."""
    settings = Settings(1, block_size)
    needs = [settings.blocks_for(ask.prompt_len + ask.output_len - 1) for ask in asks]
    if rejections and draw.number(0, 1):
        return max(1, max(needs) - draw.number(1, 3))
    roomy = draw.number(0, 7) == 7
    return max(needs) + (draw.number(0, sum(needs)) if roomy else draw.number(0, 3))


def simulate_case(case: Case, log: list[LogEntry] | None = None) -> Results:
    """Run the naive engine on one case."""
    limits = case.settings
    return naive_simulate(
        case.asks,
        limits.max_running,
        limits.block_size,
        limits.num_blocks,
        limits.token_budget,
        log,
    )


def trace_case(case: Case) -> NaiveTrace:
    """Tell one case in full, by the naive engine."""
    return naive_trace_of(list(case.asks), case.settings)


def with_victim(case: Case, victim: str, guard: int = 0) -> Case:
    """Take the same case with another victim rule."""
    return replace(case, settings=replace(case.settings, victim=victim, victim_guard=guard))
