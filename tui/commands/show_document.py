"""One moment of a run, for programs: the document of `driftwood show --json`, format 1."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from core.events import Admitted, Event, Evicted, Grew, Preempted, Ran, Rejected
from core.explain import cause_of, reason, why_waiting
from core.moment import Moment
from core.past import OnHost
from core.ranking import Ranking
from core.rows import Row
from core.workload import Scenario
from tui.commands.candidates import candidates_document
from tui.commands.memory_words import cached_content, memory_document
from tui.commands.origin_document import origin_document
from tui.commands.waits import steps_by_cause
from tui.view.engine import engine_state


def show_document(
    scenario: Scenario, moment: Moment, ranked: Mapping[int, Ranking]
) -> Mapping[str, object]:
    """The document; its keys are kept, new ones may come.

    `ranked` are the candidates of some preemptions, by event number.
    """
    origins = scenario.origins
    return {
        "format": 1,
        "step": moment.step,
        "event": moment.event,
        "now_ms": moment.now_ms,
        "events": [
            event_document(event, moment.unit, ranked.get(at))
            for at, event in enumerate(moment.events, 1)
        ],
        "waiting": [
            {**_waiting(moment, at, row), "origin": origin_document(origins.of(row.rid))}
            for at, row in enumerate(moment.waiting)
        ],
        "running": [
            {**_running(row), "origin": origin_document(origins.of(row.rid))}
            for row in moment.running
        ],
        "holding": moment.holding,
        "blocks": {
            "used": moment.used_blocks,
            "cached": moment.cached_blocks,
            "free": moment.free_blocks,
            "total": moment.total_blocks,
        },
        "shared_blocks": dict(_shared(moment)),
        "cached_blocks": [
            {"block": block, "computed_by": rid} for block, rid in cached_content(moment).items()
        ],
        "engine": engine_state(scenario.scheduler, moment),
        "memory": memory_document(moment),
    }


def _shared(moment: Moment) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who owns each block that has several owners."""
    if moment.is_shared:
        for block in sorted({block for row in moment.running for block in row.blocks}):
            if moment.refs(block) > 1:
                yield f"{block}", moment.owners(block)


def event_document(event: Event, unit: str, ranked: Ranking | None = None) -> Mapping[str, object]:
    """Its kind, the rid it is about (None for all), why, and its own numbers.

    Memory is counted in `unit`.
    """
    rid = None if isinstance(event, Ran) else event.rid
    told = {"kind": event.kind, "rid": rid, "reason": reason(event, unit), **_numbers(event)}
    return told if ranked is None else {**told, **candidates_document(ranked)}


def _numbers(event: Event) -> dict[str, object]:
    if isinstance(event, Rejected):
        return {**event.why._asdict(), "emitted": event.emitted, "blocks": event.blocks}
    if isinstance(event, Grew):
        return {"growths": event.growths, "free_blocks": event.free_blocks}
    if isinstance(event, Evicted):
        return {"evictions": event.evictions}
    if isinstance(event, Preempted):
        return {**asdict(event), "choice": event.choice._asdict(), **_swapped(event.swapped)}
    if isinstance(event, Admitted):
        return {**asdict(event), **_swapped(event.swapped)}
    return asdict(event)


def _swapped(copied: OnHost | None) -> Mapping[str, object]:
    return {"swapped": None if copied is None else copied._asdict()}


def _waiting(moment: Moment, position: int, row: Row) -> Mapping[str, object]:
    return {
        "rid": row.rid,
        "state": row.state,
        "why": why_waiting(moment, position),
        "cause": cause_of(moment, position),
        "waited": steps_by_cause(moment.waited[position]),
        "emitted": row.emitted,
        "known_tokens": row.known_tokens,
        "preemptions": row.preemptions,
    }


def _running(row: Row) -> Mapping[str, object]:
    return {
        "rid": row.rid,
        "state": row.state,
        "emitted": row.emitted,
        "computed_tokens": row.computed_tokens,
        "known_tokens": row.known_tokens,
        "blocks": row.blocks,
        "preemptions": row.preemptions,
    }
