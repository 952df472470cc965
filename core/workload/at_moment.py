"""What can be expected of a moment, `[expect.at.N]`: how it is read, and looked up in a run."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from core.footprint import BYTES, TOKENS
from core.moment import Moment
from core.rows import Row
from core.run import Run
from core.workload.document import Table
from core.workload.expected import (
    LARGEST,
    Expectation,
    OfMoment,
    number,
    numbers,
    tables,
    unknown,
)
from core.workload.keys import Keys, quoted
from core.workload.source import Reading
from core.workload.toml_lines import Key

Figure: TypeAlias = int | float | tuple[str, ...] | None
RAN = "ran"


def footprint_figure(name: str) -> Callable[[Moment], int | None]:
    """The figure `name` of a moment's footprint; None where it has no bytes."""

    def figure(moment: Moment) -> int | None:
        found: object = getattr(moment.footprint, name)
        return found if isinstance(found, int) else None

    return figure


SEEN: Mapping[str, Callable[[Moment], int | float | None]] = {
    "used_blocks": lambda moment: moment.used_blocks,
    "free_blocks": lambda moment: moment.free_blocks,
    "held_slots": lambda moment: moment.held_slots,
    **{name: footprint_figure(name) for name in (*TOKENS, *BYTES)},
}
"""Numbers of a moment."""

QUEUES: Mapping[str, Callable[[Moment], tuple[str, ...]]] = {
    "waiting": lambda moment: tuple(row.rid for row in moment.waiting),
    "running": lambda moment: tuple(row.rid for row in moment.running),
}
"""Who waits and runs, in order; or how many, where a number is expected."""

OF_ROWS: Mapping[str, Callable[[Row], int]] = {
    "emitted": lambda row: row.emitted,
    "computed_tokens": lambda row: row.computed_tokens,
    "known_tokens": lambda row: row.known_tokens,
}
"""Numbers of each request at a moment, by rid."""

ENGINE = "engine"
"""What the engine goes by that nothing else shows, by its names: a ratio, reserved blocks."""

TURNS = "turns"
"""Admissions up to the moment, by tenant."""


def read_moments(
    reading: Reading,
    expect: Table,
    rids: Mapping[str, object],
    tenants: Mapping[str, object],
) -> Iterator[Expectation]:
    """The expectations of each `[expect.at.N]`; faults are noted.

    `rids` and `tenants` are those of the workload, empty where they are not known.
    """
    for step, table in tables(reading, expect, "at"):
        yield from _of_moment(reading, step, table, rids, tenants)


def _of_moment(
    reading: Reading,
    step: str,
    table: Table,
    rids: Mapping[str, object],
    tenants: Mapping[str, object],
) -> Iterator[Expectation]:
    at: Key = ("expect", "at", step)
    named = f"[expect.at.{quoted(step)}]"
    reading.check_keys(at, table, Keys(named, ("event", *SEEN, *QUEUES, *OF_ROWS, ENGINE, TURNS)))
    when_ran = table.get("event") == RAN
    event = None if when_ran else reading.count(at, table, "event", 0)
    if not (step.isascii() and step.isdigit() and len(step) <= LARGEST):
        reading.fault(at, f"{named} must name a step, such as [expect.at.39]")
        return
    about = OfMoment(int(step), event, when_ran)
    for name in SEEN:
        yield from number(reading, about, at, table, name)
    for name in QUEUES:
        yield from _queue(reading, about, at, table, name, rids)
    for name in OF_ROWS:
        yield from _by_name(reading, about, (*at, name), table, "request", rids)
    yield from _by_name(reading, about, (*at, TURNS), table, "tenant", tenants)
    yield from _by_name(reading, about, (*at, ENGINE), table, "number", {})


def _by_name(
    reading: Reading,
    about: OfMoment,
    place: Key,
    table: Table,
    what: str,
    known: Mapping[str, object],
) -> Iterator[Expectation]:
    """Numbers by the name of a request or a tenant, in the table at `place`."""
    for one in numbers(reading, about, place[:-1], table, str(place[-1])):
        name = str(one.key[-1])
        if known and name not in known:
            unknown(reading, one.key, what, name, known)
        yield one


def _queue(
    reading: Reading,
    about: OfMoment,
    at: Key,
    table: Table,
    name: str,
    rids: Mapping[str, object],
) -> Iterator[Expectation]:
    """How many wait or run, or who in which order."""
    found = table.get(name)
    if not isinstance(found, list):
        yield from number(reading, about, at, table, name)
        return
    listed = tuple(rid for rid in found if isinstance(rid, str))
    if len(listed) < len(found):
        reading.fault((*at, name), f"{name} must be a count, or a list of rids in order")
        return
    for rid in listed:
        if rids and rid not in rids:
            unknown(reading, (*at, name), "request", rid, rids)
    yield Expectation(about, name, listed, (*at, name))


def moment_of(run: Run, about: OfMoment) -> Moment:
    """The moment of `run` that is meant. Raises `ValueError` with the limit where there is none."""
    if not about.when_ran:
        return run.at(about.step, about.event)
    kinds = [event.kind for event in run.at(about.step).events]
    if RAN not in kinds:
        raise ValueError(f"nobody ran in step {about.step}")
    return run.at(about.step, kinds.index(RAN) + 1)


def seen(moment: Moment, one: Expectation, scheduler: object) -> Figure:
    """What `moment` of a run of `scheduler` has for the figure that is expected; None for none."""
    whole, _, part = one.name.partition(".")
    if whole in SEEN:
        return SEEN[whole](moment)
    if whole in QUEUES:
        rids = QUEUES[whole](moment)
        return rids if isinstance(one.expected, tuple) else len(rids)
    if whole == ENGINE:
        return moment.hidden_state(scheduler).get(part)
    if whole == TURNS:
        return moment.turns.get(part, 0)
    row = moment.find(part)
    return None if row is None else OF_ROWS[whole](row)
