"""Numbers as people read them."""

from core.explain import counted
from core.past import Waited

__all__ = ["causes", "clock", "counted", "share", "steps_waited"]

MINUTE = 60_000.0
HOUR = 60 * MINUTE


def share(part: int, whole: int) -> str:
    """`part` of `whole`."""
    return f"{part:,}/{whole:,}"


def clock(now_ms: float) -> str:
    """A time of the run: seconds, or hours and minutes where it is long."""
    if now_ms < HOUR:
        return f"{now_ms / 1000:,.2f} s"
    hours, rest = divmod(now_ms, HOUR)
    return f"{hours:.0f} h {rest / MINUTE:04.1f} min"


def steps_waited(waited: Waited) -> int:
    """All steps in the queue."""
    return waited.slots + waited.blocks + waited.budget + waited.turn


def causes(waited: Waited) -> str:
    """Those of its causes that count anything: blocks 3, turn 1."""
    counts = {
        "slots": waited.slots,
        "blocks": waited.blocks,
        "budget": waited.budget,
        "turn": waited.turn,
    }
    return ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
