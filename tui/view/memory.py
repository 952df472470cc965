"""What the memory comes to at a moment, in a sentence: reserved, used, stranded."""

from core.explain import counted
from core.moment import Moment
from core.run import Run


def places(unit: str) -> str:
    """What a column of such is called: blocks, or places."""
    return f"{unit.rpartition(' ')[2]}s"


def unit_of(run: Run) -> str:
    """What the memory of `run` is counted in."""
    return run.scheduler.new_memory().unit


def stranded_words(moment: Moment) -> str:
    """`5,880 of 8,000 bytes stranded`: the same in as few words as a pane has room for.

    "" where nothing is reserved.
    """
    found = moment.footprint
    if not found.reserved_tokens:
        return ""
    if found.stranded_bytes is not None:
        return f"{found.stranded_bytes:,} of {found.reserved_bytes:,} bytes stranded"
    if moment.largest_piece is None:
        return ""
    return f"{found.stranded_tokens:,} of {counted(found.reserved_tokens, 'token')} stranded"


def memory_words(moment: Moment) -> str:
    """`2,120 of 8,000 bytes reserved are used, 5,880 stranded`; "" where nothing weighs anything.

    In contiguous memory without bytes the same of tokens, and the largest free piece.
    """
    found = moment.footprint
    if found.memory_bytes is None:
        if moment.largest_piece is None:
            return ""
        used = f"{found.used_tokens:,} of {counted(found.reserved_tokens, 'token')} reserved"
        piece = f"the largest free piece {moment.largest_piece:,}"
        return f"{used} are used, {found.stranded_tokens:,} stranded; {piece}"
    used = f"{found.used_bytes:,} of {found.reserved_bytes:,} bytes reserved"
    words = f"{used} are used, {found.stranded_bytes:,} stranded"
    tables = found.memory_bytes - (found.reserved_bytes or 0)
    return f"{words}; {tables:,} more for block tables" if tables else words
