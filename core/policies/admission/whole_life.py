"""`whole_life`: nobody comes in whose last block could be missing one day."""

from core.lifecycle import Queued
from core.policies.admission.gate import Refusal
from core.replica import Replica


def whole_life(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG001 - a gate's shape
    """The whole lives of all that run, and its own, fit into the pool together.

    A life takes the blocks of prompt and output less one token, whose own entry is never stored;
    blocks that several could share are not taken into account. So nobody is ever preempted for
    blocks: what the rest of a life takes is promised. Nobody starves: the head comes in when enough
    of those before it have ended, and each of them ends, since nothing stops it. It needs to know
    how long an answer will be, as no real engine does, and looks at every running request.
    """
    needed = replica.memory.needed
    lives = sum(needed(state.request.most_tokens) for state in replica.running.values())
    promised, total = lives + needed(queued.request.most_tokens), replica.memory.total_blocks
    if promised <= total:
        return None
    return Refusal("blocks", f"whole life: {promised:,} of {total:,} blocks promised")
