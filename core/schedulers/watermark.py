"""A watermark as vLLM V0 and Sarathi-Serve have it: blocks that every admission leaves free."""

from core import events
from core.lifecycle import NeverFits
from core.naming import counted
from core.replica import Replica


def spare_blocks(watermark: float, num_blocks: int) -> int:
    """So many blocks are the share `watermark` of all, rounded down."""
    return int(watermark * num_blocks)


def never_beside(needed: int, num_blocks: int, watermark: float) -> NeverFits | None:
    """Why who needs so many blocks could never come in beside the watermark; None if it could."""
    spare = spare_blocks(watermark, num_blocks)
    if needed <= num_blocks - spare:
        return None
    return NeverFits(needed, num_blocks - spare, "watermark" if spare else "pool")


def hold_for_blocks(replica: Replica, blocks: int, spare: int) -> events.Held | None:
    """The head needs `blocks` free, and `spare` beside them, and that is more than there is."""
    free, why = replica.memory.free_blocks, ""
    if spare:
        needs = f"needs {counted(blocks, 'block')} and {spare:,} of the watermark"
        why = f"{needs}, {blocks + spare:,} in all, {free:,} free"
    return replica.hold_head("blocks", blocks, why)
