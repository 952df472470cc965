"""Conditions that a run shall meet, `ttft_p99<2s`, and the figures that their words stand for.

A figure is named as in `core.metrics.definitions`, or shorter where a unit tells the rest:
`ttft_p99` in s or ms is `ttft_ms_p99`, in steps it is `ttft_steps_p99`.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from core.metrics.definitions import OF_ANYBODY, OF_RUNS, RANKED, names_of

Unit: TypeAlias = Literal["ms", "steps"]

CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(\d+(?:\.\d*)?|\.\d+)\s*(\w*)\s*", re.ASCII)
SCALES: Mapping[str, float] = {"ms": 1.0, "s": 1000.0, "steps": 1.0, "": 1.0}
LONGEST = 100

FIGURES = names_of((*OF_RUNS, *OF_ANYBODY))
"""The figures of a run by name."""
STEPS = ("longest_gap", "unserved", "waited_slots", "waited_blocks", "waited_budget", "waited_turn")
"""Figures that are counted in steps although their names do not say so."""
OF_STEPS = names_of(name for name in RANKED if name.endswith("_steps"))
"""Figures that only a run without a clock has."""


class Condition(NamedTuple):
    """`figure` shall be below `limit`, or `above` it; with `or_equal` equal to it will do too.

    `text` is how it was written.
    """

    text: str
    figure: str
    limit: float
    above: bool
    or_equal: bool

    def met(self, figures: Mapping[str, float]) -> bool:
        """Whether `figures` meet it. One that is not there exceeds nothing, and reaches nothing."""
        found = figures.get(self.figure)
        if found is None:
            return not self.above
        if found == self.limit:
            return self.or_equal
        return found > self.limit if self.above else found < self.limit

    def excess(self, figures: Mapping[str, float]) -> float:
        """How far it is missed: the figure over the limit, or the other way round; 1 if just so."""
        found = figures.get(self.figure, 0.0)
        more, less = (self.limit, found) if self.above else (found, self.limit)
        return more / less if less else float("inf") if more else 1.0


def condition(text: str) -> Condition:
    """The condition that `text` writes. Raises `ValueError` with a sentence."""
    written = CONDITION.fullmatch(text) if len(text) <= LONGEST else None
    if written is None:
        raise ValueError("write FIGURE<LIMIT in quotes, such as 'ttft_p99<2s' or 'preemptions<=10'")
    name, sign, number, unit = written.groups()
    if unit not in SCALES:
        raise ValueError(f"there is no unit {unit}: it is ms, s or steps, or none for a count")
    figure, limit = _figure(name, unit), float(number) * SCALES[unit]
    return Condition(text.strip(), figure, limit, sign[0] == ">", sign.endswith("="))


def _figure(name: str, unit: str) -> str:
    """The figure that `name` is in this `unit`."""
    found = BY_NAME.get((name, "ms" if unit == "s" else unit))
    if found is not None:
        return found
    known = [one for one in ("ms", "steps", "") if (name, one) in BY_NAME]
    if not known:
        raise ValueError(_unknown(name))
    if not unit:
        raise ValueError(f"{name} has a unit: say ms, s or steps behind the number")
    raise ValueError(f"{name} is not counted in {unit}{'' if known[0] else ', it has no unit'}")


def figure_in(name: str, unit: Unit) -> str | None:
    """The figure that `name`, such as `ttft_p99`, is in `unit`; None if it has none in that.

    Raises `ValueError` with a sentence for what is no figure in any unit.
    """
    found = BY_NAME.get((name, unit))
    if found is None and not any((name, one) in BY_NAME for one in ("ms", "steps")):
        raise ValueError(_unknown(name))
    return found


def _unknown(name: str) -> str:
    known = list(dict.fromkeys(short for short, _ in BY_NAME))
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    return f"there is no figure {name}; {hint}"


def unit_of(figure: str) -> Unit | None:
    """Where alone `figure` is there: with a clock (ms), or without one (steps); None: in both."""
    if figure in OF_STEPS:
        return "steps"
    return "ms" if "ms" in figure.split("_") or figure == "tokens_per_s" else None


def _names() -> Iterator[tuple[tuple[str, str], str]]:
    """Each figure by its names and the unit beside them; short names first."""
    for figure in FIGURES:
        parts = figure.split("_")
        unit = "ms" if "ms" in parts else "steps" if figure in OF_STEPS else ""
        if unit:
            yield ("_".join(part for part in parts if part != unit), unit), figure
            yield (figure, unit), figure
        elif figure in STEPS:
            yield (figure, "steps"), figure
        if f"{figure}_ms" not in FIGURES:
            yield (figure, ""), figure


BY_NAME: Mapping[tuple[str, str], str] = dict(_names())
