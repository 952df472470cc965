"""What a finding is: something in a run that somebody should look at, with its evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "cycle",
    "stall",
    "blocks",
    "passed_over",
    "freed_nothing",
    "idle_budget",
    "thrash",
    "starvation",
    "priority_inversion",
    "head_blocked",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Every kind, the gravest first: the first six are errors of an engine or end a run."""

Number: TypeAlias = int | float

MOST_CASES = 3
"""Findings of one kind that are told, the worst first; the first of them has the count of all."""
MOST_NAMED = 10
"""Rids and steps that stand as evidence in one finding; numbers have the counts of all."""


class Jump(NamedTuple):
    """The moment to look at: after the first `event` changes of `step`."""

    step: int
    event: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A `kind` of trouble, told in the sentence `title`, and the moment to `jump` to.

    The evidence: `rids` it is about, the one that suffers most first, `steps` in which it shows,
    and `numbers` by name. Rids are as they were given: whoever shows the title makes it inert.
    """

    kind: Kind
    title: str
    rids: tuple[str, ...]
    steps: tuple[int, ...]
    numbers: Mapping[str, Number] = field(hash=False)
    jump: Jump


def finding(
    kind: Kind,
    title: str,
    jump: Jump,
    rids: Iterable[str] = (),
    steps: Iterable[int] = (),
    **numbers: Number,
) -> Finding:
    """A finding whose evidence nobody can change."""
    evidence = MappingProxyType(numbers)
    few_rids, few_steps = tuple(islice(rids, MOST_NAMED)), tuple(islice(steps, MOST_NAMED))
    return Finding(kind, title, few_rids, few_steps, evidence, jump)
