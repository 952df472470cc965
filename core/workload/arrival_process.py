"""How requests arrive that no clock has stamped: evenly, at random, or in bursts.

All are renewal processes: gaps between arrivals are independent and equally distributed, with a
mean of one over the rate. `constant` gaps are equal. `poisson` gaps are exponential: arrivals know
nothing of each other. `bursty` gaps are gamma distributed with a coefficient of variation `cv`:
above 1 they come in clusters, below it more evenly than at random.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import log
from random import Random

from core.request import Fault, count_fault

SECOND_MS = 1000.0
SLOWEST, FASTEST = 1e-6, 1e6
SMALLEST_CV, LARGEST_CV = 0.01, 100.0


@dataclass(frozen=True, slots=True)
class ArrivalProcess:
    """`rate` arrivals a second on average, by the process called `name`; `seed` makes it repeat."""

    name: str
    rate: float
    seed: int = 0
    cv: float | None = None

    def times_ms(self) -> Iterator[float]:
        """Arrivals in milliseconds, without end; the first gap lies before the first of them."""
        random, mean = Random(self.seed), SECOND_MS / self.rate  # noqa: S311 - no secret
        gap = PROCESSES[self.name]
        now = 0.0
        while True:
            now += mean * gap(random, self.cv or 1.0)
            yield now


PROCESSES: Mapping[str, Callable[[Random, float], float]] = {
    "constant": lambda _, __: 1.0,
    "poisson": lambda random, _: -log(1.0 - random.random()),
    "bursty": lambda random, cv: random.gammavariate(cv**-2, cv**2),
}
"""A gap of each process, with a mean of 1."""


def process_faults(key: str, given: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with the process that `given` names as `key`, its rate, seed and cv."""
    name = given.get(key)
    if not isinstance(name, str) or name not in PROCESSES:
        near = get_close_matches(name[:60], PROCESSES, 1) if isinstance(name, str) else []
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(PROCESSES)}"
        yield Fault(key, f"there is no arrival process {str(name)[:60]!r}; {hint}")
    yield from _number_faults("rate", given.get("rate"), SLOWEST, FASTEST)
    if (seed := given.get("seed")) is not None and (fault := count_fault("seed", seed, 0)):
        yield fault
    cv = given.get("cv")
    if cv is not None and name != "bursty":
        yield Fault("cv", f"cv is for bursty arrivals: those of {name} have their own")
    elif name == "bursty":
        yield from _number_faults("cv", cv, SMALLEST_CV, LARGEST_CV)


def _number_faults(key: str, value: object, least: float, most: float) -> Iterator[Fault]:
    meaning = {"rate": "the requests a second", "cv": "how uneven the gaps are, 1 as at random"}
    if value is None:
        yield Fault(key, f"{key} is missing: it is {meaning[key]}")
    elif isinstance(value, bool) or not isinstance(value, int | float):
        yield Fault(key, f"{key} must be a number, not {value!r}", TypeError)
    elif not least <= value <= most:
        yield Fault(key, f"{key} must be between {least:g} and {most:,.0f}, not {value}")
