"""What happened and why, in sentences that carry the rule's own numbers.

`reason` tells an event, `why_waiting` what keeps a request in the queue. Both are plain text made
of the numbers the engine itself decided by. Request ids stand in them as they were given, but for
those of which nothing can be seen: whoever shows them makes them inert.
"""

from typing import assert_never

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
    Held,
    Hit,
    Preempted,
    Ran,
    Rejected,
)
from core.found import evicted_words, hit_words
from core.kept import lost_words, moved_words
from core.lifecycle import Cause
from core.moment import Moment
from core.naming import counted, visible

__all__ = ["cause_of", "counted", "reason", "why_waiting"]

MOST_NAMED = 3
"""Growths of one event that are named each; more are counted."""


def reason(event: Event, unit: str = "block") -> str:  # noqa: C901, PLR0911, PLR0912 - one for each
    """Why `event` happened and what it changed, in a sentence.

    Without the rid where that is the subject: it stands in the event. `unit` is what the memory of
    its run is counted in.
    """
    match event:
        case Arrived():
            return "joins the queue"
        case Rejected():
            return _rejected(event, unit)
        case Grew():
            return _grew(event)
        case Preempted():
            return _preempted(event, unit)
        case Admitted():
            return _admitted(event, unit)
        case Hit():
            return hit_words(event)
        case Evicted():
            return evicted_words(event)
        case Held():
            return _held(event)
        case Chunk():
            return _chunk(event)
        case FirstToken():
            return f"prompt done with {counted(event.tokens, 'token')}, sends its first token"
        case Ran():
            return _ran(event)
        case Finished():
            return f"sent its last token{_giving_back(event.blocks, unit)}{_batch(event)}"
        case Cancelled():
            left = f"its client left, after {counted(event.emitted, 'token')}"
            return left + _giving_back(event.blocks, unit)
    assert_never(event)


def why_waiting(moment: Moment, position: int) -> str:
    """What keeps number `position` (from 0) of `moment.waiting` there.

    The head has the numbers by which it was held in this step, and what has changed since. Before
    this step has looked at it, only the cause of the last time is known. Raises `IndexError` where
    nobody waits.
    """
    waiting = moment.waiting
    row, held = waiting[position], moment.held
    passed = _passed(moment, row.rid)
    if row.rid != waiting[0].rid:
        return f"turn: behind {_before(moment, position)}{passed}"
    if held is None or held.rid != row.rid:
        return f"not considered yet in this step{passed}"
    if not _has_considered(moment):
        return f"not considered yet in this step; last time held by {held.cause}{passed}"
    return _held(held) + _since_then(moment, held) + passed


def cause_of(moment: Moment, position: int) -> Cause | None:
    """The cause for which number `position` (from 0) of `moment.waiting` waits.

    For a head that this step has not considered yet that of the last time, None if there was none.
    Raises `IndexError` where nobody waits.
    """
    waiting = moment.waiting
    row = waiting[position]
    if row.rid != waiting[0].rid:
        return "turn"
    return moment.held.cause if moment.held is not None and moment.held.rid == row.rid else None


def _rejected(event: Rejected, unit: str) -> str:
    if not event.emitted:
        return f"{event.why}: it could never run, even alone"
    sent = f"given up after {counted(event.emitted, 'token')}"
    return f"{event.why}, and runs alone: {sent}{_giving_back(event.blocks, unit)}"


def _grew(event: Grew) -> str:
    growths = event.growths
    if len(growths) == 1:
        rid, block = growths[0]
        return f"{visible(rid)} took block {block}, {event.free_blocks:,} free after it"
    if growths[0][0] == growths[-1][0]:
        took = f"{visible(growths[0][0])} took {len(growths):,} blocks for its next chunk"
        return f"{took}; {event.free_blocks:,} free after them"
    named = ", ".join(f"{visible(rid)} {block}" for rid, block in growths[:MOST_NAMED])
    more = f", … {len(growths) - MOST_NAMED:,} more" if len(growths) > MOST_NAMED else ""
    took = f"{len(growths):,} requests took a block each: {named}{more}"
    return f"{took}; {event.free_blocks:,} free after them"


def _preempted(event: Preempted, unit: str) -> str:
    stay = f", {event.shared_blocks:,} stay with others" if event.shared_blocks else ""
    freed = f"frees {counted(len(event.blocks), unit)}{stay}, {lost_words(event)}"
    rid, asker, why = visible(event.rid), visible(event.asker), event.choice.why
    if event.urgent_for is not None:
        wants = "a slot" if event.urgent_for == "slots" else f"{unit}s"
        freed = freed if event.blocks else lost_words(event)
        return f"{rid}, {why}, makes room for {asker}, more urgent, for {wants}: {freed}"
    if event.rid != event.asker:
        return f"{rid}, {why}, makes room for {asker}: {freed}"
    itself = f"it was {why}" if why.startswith("admitted") else f"it goes itself, {why}"
    needs = counted(event.needed_blocks, "block")
    room = f"{needs}, {event.free_blocks:,} free" if event.free_blocks else "a block, none is free"
    return f"{rid} needs {room} and {itself}: {freed}"


def _admitted(event: Admitted, unit: str) -> str:
    tokens = counted(event.known_tokens, "token")
    work = f"{tokens} to recompute" if event.resumed else tokens
    if event.swapped is not None:
        work = f"{tokens}, {event.swapped.tokens:,} of them swapped in{moved_words(event.swapped)}"
    if not event.blocks:
        return f"takes a slot for {work}"
    blocks = counted(len(event.blocks), unit)
    for_ = "for the first chunk of" if event.begins else "for"
    return f"takes a slot, {blocks} {for_} {work}; {event.free_blocks:,} free"


def _held(event: Held) -> str:
    if event.why:
        return event.why
    match event.cause:
        case "slots":
            return f"{event.running:,} of {counted(event.running, 'slot')} taken"
        case "blocks":
            return _held_for_blocks(event)
        case "budget":
            return "the token budget of this step is used up"
        case "turn":
            return "somebody stands before it"
    assert_never(event.cause)


def _held_for_blocks(event: Held) -> str:
    needed, free = event.needed_blocks, event.free_blocks
    if event.largest_piece is None:
        return f"needs {counted(needed, 'block')}, {free:,} free{_parts(event)}"
    piece = f"the largest piece {event.largest_piece:,}"
    return f"needs {counted(needed, 'token')} in one piece, {free:,} free, {piece}"


def _parts(event: Held) -> str:
    """The sum that the needed blocks come from, where it has more than one term."""
    hits, spare = event.hit_blocks, event.spare_blocks
    new = event.needed_blocks - hits - spare
    terms = [f"{hits:,} cached that it hits"] * (hits > 0) + [f"{spare:,} watermark"] * (spare > 0)
    return f": {' + '.join([f'{new:,} new', *terms])}" if terms else ""


def _before(moment: Moment, position: int) -> str:
    """Whom number `position` waits for: the head, or the first that nobody may pass any more."""
    rids = moment.waiting.rids[:position]
    if moment.overtaken(rids[0]) is not None:
        for rid in rids:
            passed = moment.overtaken(rid)
            if passed is not None and passed.times >= passed.most:
                return f"{visible(rid)}, whom nobody may pass any more"
    return visible(rids[0])


def _passed(moment: Moment, rid: str) -> str:
    """How often `rid` was passed, where that is possible and has happened."""
    passed = moment.overtaken(rid)
    if passed is None or not passed.times:
        return ""
    last = ", so nobody may again" if passed.times >= passed.most else ""
    return f"; passed {passed.times:,} of {passed.most:,} times{last}"


def _has_considered(moment: Moment) -> bool:
    """Whether this step has looked at the queue: it tells so, or does what comes after."""
    return any(isinstance(event, Held | Chunk | FirstToken | Ran) for event in moment.events)


def _since_then(moment: Moment, held: Held) -> str:
    if held.why:
        return ""
    match held.cause:
        case "slots":
            now, then = moment.held_slots, held.running
        case "blocks":
            now, then = moment.available_blocks, held.free_blocks
        case "budget" | "turn":
            return ""
        case _:
            assert_never(held.cause)
    return "" if now == then else f", now {now:,}"


def _chunk(event: Chunk) -> str:
    tokens = counted(event.tokens, "token")
    if event.computed_tokens == event.known_tokens:
        return f"{tokens}, all {event.known_tokens:,} rebuilt, sends its next token"
    return f"{tokens}, {event.computed_tokens:,} of {event.known_tokens:,} done"


def _ran(event: Ran) -> str:
    who = counted(event.requests, "request")
    stood = f", {event.stalled:,} that decode stood still" if event.stalled else ""
    return f"{who} ran: {counted(event.tokens, 'token')} processed, {event.emitted:,} sent{stood}"


def _giving_back(blocks: tuple[int, ...], unit: str) -> str:
    return f", gives back {counted(len(blocks), unit)}" if blocks else ""


def _batch(event: Finished) -> str:
    """What becomes of its slot in a static batch."""
    if event.slots == 0:
        return "; keeps its slot until the batch is done"
    slots = counted(event.slots, "slot")
    return f"; the batch is done: {slots} given back" if event.slots > 1 else ""
