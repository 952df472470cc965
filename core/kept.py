"""What becomes of a victim's progress, in words."""

from core.events import Preempted
from core.naming import counted, exact
from core.past import OnHost


def lost_words(event: Preempted) -> str:
    """What becomes of its progress: the cache, then the tokens it has sent."""
    if event.swapped is not None:
        kept = counted(event.swapped.tokens, "computed token")
        return f"{kept} swapped out{moved_words(event.swapped)}, nothing to redo"
    redo = counted(event.lost_tokens, "computed token") if event.lost_tokens else "nothing"
    again = f"; throws away {counted(event.discarded, 'sent token')}" if event.discarded else ""
    cached = f", {event.cached_tokens:,} of them still cached" if event.cached_tokens else ""
    return f"{redo} to redo{cached}{again}"


def losing_words(scheduler: object) -> str:
    """What becomes of the cache of any victim under `scheduler`, behind a number of tokens."""
    return "to swap out" if getattr(scheduler, "on_preempt", None) == "swap" else "to redo"


def moved_words(copied: OnHost) -> str:
    """` (2 blocks, 3 ms)`."""
    took = f", {exact(copied.ms)} ms" if copied.ms else ""
    return f" ({counted(copied.blocks, 'block')}{took})" if copied.blocks else ""
