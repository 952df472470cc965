"""How long generated prompts and outputs are: always the same, or drawn from a distribution."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log
from random import Random

from core.request import MOST_TOKENS, Fault, count_fault

DISTRIBUTIONS: Mapping[str, tuple[str, ...]] = {
    "uniform": ("min", "max"),
    "exponential": ("mean",),
    "lognormal": ("median", "sigma"),
}
"""Each distribution with what it needs; `min` and `max` may cut any."""
LIMITS = ("min", "max")
LARGEST_SIGMA = 10.0


@dataclass(frozen=True, slots=True)
class Lengths:
    """Tokens: whole numbers from `min` (at least 1) to `max`, of `distribution` in between.

    `lognormal` has a `median` and the `sigma` of the logarithm, as lengths of chats have;
    `exponential` a `mean`; `uniform` its limits. What is drawn beyond a limit is that limit.
    """

    distribution: str
    min: int = 1
    max: int = MOST_TOKENS
    mean: float = 0.0
    median: float = 0.0
    sigma: float = 0.0

    def drawn(self, random: Random) -> int:
        """One length."""
        match self.distribution:
            case "uniform":
                return random.randint(self.min, self.max)
            case "exponential":
                length = -self.mean * log(1.0 - random.random())
            case _:
                length = random.lognormvariate(log(self.median), self.sigma)
        return round(min(max(length, self.min), self.max))


def constant(length: int) -> Lengths:
    """Always `length`."""
    return Lengths("uniform", length, length)


def lengths_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with a table of a distribution."""
    name = given.get("distribution")
    if not isinstance(name, str) or name not in DISTRIBUTIONS:
        known = ", ".join(DISTRIBUTIONS)
        yield Fault("distribution", f"distribution must be one of {known}, not {str(name)[:60]!r}")
        return
    needed = DISTRIBUTIONS[name]
    for key in given:
        if key not in {"distribution", *needed, *LIMITS}:
            yield Fault(key, f"{key} says nothing of {name}: it has {', '.join(needed)}")
    yield from (Fault(key, f"{name} needs {key}") for key in needed if key not in given)
    for key in LIMITS:
        if key in given and (fault := count_fault(key, given[key], 1, MOST_TOKENS)):
            yield fault
    least, most = given.get("min"), given.get("max")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield Fault("max", f"max must be at least min ({least}), not {most}")
    for key, top in (("mean", MOST_TOKENS), ("median", MOST_TOKENS), ("sigma", LARGEST_SIGMA)):
        if key in needed and key in given:
            yield from _number_faults(key, given[key], top)


def _number_faults(key: str, value: object, most: float) -> Iterator[Fault]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield Fault(key, f"{key} must be a number, not {value!r}", TypeError)
    elif not 0 < value <= most:
        yield Fault(key, f"{key} must be above 0 and at most {most:,.0f}, not {value}")
