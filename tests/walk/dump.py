"""Everything that can be seen of a moment, to be compared field for field."""

from dataclasses import dataclass, fields

from core import events
from core.moment import Moment, Overtaken
from core.past import Waited
from core.request import Request
from core.rows import Row


@dataclass(frozen=True)
class Dump:
    """A moment written down."""

    step: int
    event: int
    now_ms: float | None
    happened: tuple[events.Event, ...]
    waiting: tuple[Row, ...]
    running: tuple[Row, ...]
    found: tuple[Row | None, ...]
    waited: tuple[Waited, ...]
    overtaken: tuple[Overtaken | None, ...]
    held: events.Held | None
    free: tuple[int, ...]
    owners: tuple[tuple[str, ...], ...]
    refs: tuple[int, ...]
    kv_tokens: int
    blocks: tuple[int, int, int, int, int]
    """Used, cached, free, total, and tokens a block holds."""
    counts: tuple[int, int, int, int, int, int]
    """Preemptions, finished, rejected, cancelled, slots taken, tokens of the step."""


def dump(moment: Moment, requests: tuple[Request, ...]) -> Dump:
    """Write down everything visible of `moment`, for each of `requests` too."""
    ids = range(1, moment.total_blocks + 1)
    return Dump(
        step=moment.step,
        event=moment.event,
        now_ms=moment.now_ms,
        happened=moment.events,
        waiting=tuple(moment.waiting),
        running=tuple(moment.running),
        found=tuple(moment.find(request.rid) for request in requests),
        waited=tuple(moment.waited),
        overtaken=tuple(moment.overtaken(row.rid) for row in moment.waiting),
        held=moment.held,
        free=tuple(moment.free),
        owners=tuple(moment.owners(block) for block in ids),
        refs=tuple(moment.refs(block) for block in ids),
        kv_tokens=moment.kv_tokens,
        blocks=(
            moment.used_blocks,
            moment.cached_blocks,
            moment.free_blocks,
            moment.total_blocks,
            moment.block_size,
        ),
        counts=(
            moment.preemptions,
            moment.finished,
            moment.rejected,
            moment.cancelled,
            moment.held_slots,
            moment.tokens,
        ),
    )


def differences(one: Dump, other: Dump) -> dict[str, tuple[object, object]]:
    """The fields in which two dumps differ, with both values."""
    pairs = {f.name: (getattr(one, f.name), getattr(other, f.name)) for f in fields(Dump)}
    return {name: (a, b) for name, (a, b) in pairs.items() if a != b}
