"""Words to a place in a run: what `g` understands, and where it leads.

`120` is a step, `+50` and `-5` count from here, `50%` is that far through the executed steps,
`1.2s` and `800ms` are times of a run with a clock, and anything else is a rid, or the beginning of
one: the step in which it arrives. `@120` is the request named 120.
"""

from bisect import bisect_left
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from math import isfinite

from core import Request
from tui.view.clean import clean, clean_rid
from tui.view.scene import Film

LOOKED_AT = 5000
"""Rids that are searched for a near match to a mistyped one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A step, and the request it was found by."""

    step: int
    rid: str | None = None


class Nowhere(ValueError):  # noqa: N818 - an answer in a sentence, not a failure
    """There is no such place; the text says why, in a sentence."""


class NotYet(Nowhere):
    """There will be such a place once more is computed: at `step`, if that is known."""

    def __init__(self, text: str, step: int | None = None) -> None:
        """Say `text`."""
        super().__init__(text)
        self.step = step


def find(text: str, film: Film, here: int) -> Place:
    """The place that `text` names, seen from step `here`. Raises `Nowhere`."""
    words = text.strip()
    if not words:
        raise Nowhere("a step, +50, -5, 50%, 1.2s or a rid")
    if words.startswith("@"):
        return _request(words[1:], film)
    for reader in (_step, _percent, _time):
        place = reader(words, film, here)
        if place is not None:
            return place
    return _request(words, film)


def _step(words: str, film: Film, here: int) -> Place | None:
    digits = words.lstrip("+-").replace(",", "")
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 18:  # noqa: PLR2004 - more is no step
        return None
    number = int(digits)
    if words[0] in "+-":
        return _counted(film, here, number if words[0] == "+" else -number)
    return Place(_checked(film, number))


def _counted(film: Film, here: int, steps: int) -> Place:
    series = film.run.series
    if not len(series):
        raise NotYet("no step is computed yet")
    index = series.index_at(here) + steps
    if index >= len(series) and film.run.status == "running":
        raise NotYet(f"{len(series):,} steps are computed so far")
    return Place(series.step[max(0, min(len(series) - 1, index))])


def _checked(film: Film, step: int) -> int:
    last = film.run.last_step
    if step <= last:
        return step
    if film.run.status == "running":
        raise NotYet(f"step {step:,} is not computed yet: at {max(0, last):,} so far", step)
    raise Nowhere(f"there is no step {step:,}: the run ends at step {max(0, last):,}")


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _percent(words: str, film: Film, here: int) -> Place | None:  # noqa: ARG001 - one of three readers
    share = _number(words[:-1]) if words.endswith("%") else None
    if share is None:
        return None
    if not 0 <= share <= 100:  # noqa: PLR2004 - percent
        raise Nowhere(f"{words} is not between 0% and 100%")
    steps = film.run.series.step
    if not steps:
        raise NotYet("no step is computed yet")
    return Place(steps[round((len(steps) - 1) * share / 100)])


def _time(words: str, film: Film, here: int) -> Place | None:  # noqa: ARG001 - one of three readers
    factor = 1.0 if words.endswith("ms") else 1000.0 if words.endswith("s") else 0.0
    number = _number(words.rstrip("ms")) if factor else None
    if number is None or words in film.letters:
        return None
    series = film.run.series
    if not series.now_ms:
        raise Nowhere("this run has no clock: its arrivals are steps")
    if number < 0:
        raise Nowhere("a time is not negative")
    index = max(0, bisect_left(series.now_ms, number * factor + 1e-6) - 1)
    return Place(series.step[index])


def _request(words: str, film: Film) -> Place:
    rid = words if words in film.letters else _beginning(words, film)
    return Place(_checked(film, arrival_of(film.requests[rid], film)), rid)


def _beginning(words: str, film: Film) -> str:
    found = list(islice((rid for rid in film.letters if rid.startswith(words)), 2))
    if len(found) == 1:
        return found[0]
    if found:
        first, second = map(clean_rid, found)
        raise Nowhere(f"several rids begin with {clean(words)}: {first}, {second}, …")
    near = get_close_matches(words, list(islice(film.letters, LOOKED_AT)), 1)
    hint = f"; did you mean {clean_rid(near[0])}?" if near else ""
    raise Nowhere(f"no step and no request is called {clean(words)}{hint}")


def arrival_step(request: Request, film: Film) -> int | None:
    """The step in which `request` arrives; None while that is not known."""
    if request.arrival_ms is None:
        return request.arrival
    series = film.run.series
    index = bisect_left(series.now_ms, request.arrival_ms)
    return series.step[index] if index < len(series) else None


def arrival_of(request: Request, film: Film) -> int:
    """The step in which `request` arrives. Raises `NotYet` where only more of the run can tell."""
    step = arrival_step(request, film)
    if step is not None:
        return step
    if film.run.status == "running":
        raise NotYet(f"{clean_rid(request.rid)} has not arrived in the part computed so far")
    raise Nowhere(f"the run ends before {clean_rid(request.rid)} arrives")
