"""Which events of a step are what somebody looks for: a condition, or words."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from core import Run
from core.events import (
    Admitted,
    Arrived,
    Cancelled,
    Chunk,
    Event,
    Evicted,
    Finished,
    FirstToken,
    Grew,
    Preempted,
    Ran,
    Rejected,
)
from core.explain import reason
from core.lifecycle import StateName
from core.replica import Replica
from core.series import Series
from core.story.service import decodes_at_once
from tui.conditions import Condition, Count, Happens
from tui.reading.trail import Match

Column: TypeAlias = Mapping[str, str]
COLUMNS: Column = {
    "used": "blocks",
    "free": "blocks",
    "waiting": "waiting",
    "running": "running",
    "tokens": "tokens",
    "sent": "emitted",
}
"""The series that each count is read off."""


def matches(run: Run, condition: Condition) -> Match:
    """The events of a step for which `condition` holds; the end of its work if none is asked."""
    series, total = run.series, run.scheduler.new_memory().total_blocks
    tenants = {}
    if any(part.tenant is not None for part in condition.happens):
        tenants = {request.rid: request.tenant for request in run.requests}

    def holds(index: int) -> bool:
        return index >= 0 and all(
            count.holds(_value(series, count, index, total)) for count in condition.counts
        )

    def match(replica: Replica, happened: list[Event]) -> list[int]:
        index = series.index_at(replica.clock.step) if condition.counts else 0
        if condition.counts and not holds(index):
            return []
        if condition.happens:
            wanted = condition.happens
            return [at for at, e in enumerate(happened, 1) if _is(e, wanted, tenants)]
        return [] if holds(index - 1) else [_work_done(happened)]

    return match


def _value(series: Series, count: Count, index: int, total: int) -> int:
    values = {
        "blocks": series.blocks,
        "waiting": series.waiting,
        "running": series.running,
        "tokens": series.tokens,
        "emitted": series.emitted,
    }[COLUMNS[count.name]]
    return total - values[index] if count.name == "free" else values[index]


def _work_done(happened: list[Event]) -> int:
    """The number of the event that ends a step's work; the last one of a step that failed."""
    ran = (at for at, event in enumerate(happened, 1) if isinstance(event, Ran))
    return next(ran, len(happened))


def _is(event: Event, wanted: tuple[Happens, ...], tenants: Mapping[str, str]) -> bool:
    return all(_is_one(event, each, tenants) for each in wanted)


def _is_one(event: Event, wanted: Happens, tenants: Mapping[str, str]) -> bool:
    if wanted.kind is not None and event.kind != wanted.kind:
        return False
    if wanted.block is not None and wanted.block not in getattr(event, "blocks", ()):
        return False
    if wanted.state is not None and entered(event) != wanted.state:
        return False
    if wanted.tenant is not None:
        return any(tenants.get(rid) == wanted.tenant for rid in rids_of(event))
    return wanted.rid is None or wanted.rid in rids_of(event)


ENTERED: Mapping[type[Event], StateName] = {
    Arrived: "waiting",
    FirstToken: "decoding",
    Preempted: "preempted",
    Finished: "finished",
    Rejected: "rejected",
    Cancelled: "cancelled",
}


def entered(event: Event) -> StateName | None:
    """The state in which `event` puts the request it is about; None if that has it already."""
    if isinstance(event, Admitted):
        return "decoding" if decodes_at_once(event) else "prefilling"
    if isinstance(event, Chunk):
        return "decoding" if event.computed_tokens == event.known_tokens else None
    return ENTERED.get(type(event))


def rids_of(event: Event) -> Iterator[str]:
    """The requests that `event` is about, and the one it happened for.

    Of an eviction those that took the blocks, and those whose content was in them.
    """
    match event:
        case Ran():
            return
        case Grew():
            yield from (rid for rid, _ in event.growths)
        case Preempted():
            yield event.rid
            yield event.asker
        case Evicted():
            for taker, _, owner in event.evictions:
                yield from (taker, owner)
        case _:
            yield event.rid


def says(words: str) -> Match:
    """The events whose kind, rid or reason holds `words`; small and capital letters are one."""
    wanted = words.casefold()

    def match(replica: Replica, happened: list[Event]) -> list[int]:
        return [
            at
            for at, event in enumerate(happened, 1)
            if wanted in _text(event, replica.memory.unit)
        ]

    return match


def _text(event: Event, unit: str) -> str:
    names = (
        " ".join(f"{rid} {block}" for rid, block in event.growths) if event.kind == "grew" else ""
    )
    rid = "" if isinstance(event, Ran | Grew) else event.rid
    return f"{event.kind.replace('_', ' ')} {rid} {names} {reason(event, unit)}".casefold()
