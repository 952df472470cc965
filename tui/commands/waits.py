"""What a request waited for, as figures."""

from core.lifecycle import Cause
from core.past import Waited


def steps_by_cause(waited: Waited) -> dict[Cause, int]:
    """Steps in the queue by cause."""
    return {
        "slots": waited.slots,
        "blocks": waited.blocks,
        "budget": waited.budget,
        "turn": waited.turn,
    }
