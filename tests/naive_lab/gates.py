"""Whether the head of the queue is admitted, and what holds it: every gate asked anew."""

from tests.naive_lab.plans import next_chunk
from tests.naive_lab.records import Life
from tests.naive_lab.sharing import hits
from tests.naive_lab.state import Lab


def cause(lab: Lab, head: Life) -> str | None:
    """Why it is held: slots before budget before blocks; None if it is admitted."""
    if is_out_of_slots(lab, head):
        return "slots"
    if is_out_of_budget(lab, head):
        return "budget"
    if is_out_of_blocks(lab, head):
        return "blocks"
    return None


def is_out_of_budget(lab: Lab, head: Life) -> bool:
    """First chunk: nothing of the budget of this step is left for one."""
    if "first_chunk" not in lab.knobs.admission or resumes_decoding(head):
        return False
    return next_chunk(lab, head.known - tokens_there(lab, head), lab.running) == 0


def is_out_of_slots(lab: Lab, head: Life) -> bool:
    """Too many slots are held, or a static batch has formed and it is a newcomer."""
    if lab.slots_taken >= lab.knobs.max_running:
        return True
    newcomer = head.state == "waiting"
    return "static" in lab.knobs.admission and newcomer and not lab.forming


def is_out_of_blocks(lab: Lab, head: Life) -> bool:
    """The pool, the watermark, a whole life or the address space refuses it."""
    knobs = lab.knobs
    if knobs.space is not None:
        return first_hole(lab, reservation(lab, head)) is None
    if not knobs.paged:
        return False
    left = len(lab.free) - new_blocks(lab, head)
    if left < 0 or (lab.running and left < knobs.watermark_blocks):
        return True
    promised = sum(lab.blocks_for(life.ask.peak) for life in [*lab.running, head])
    return "whole_life" in knobs.admission and promised > (knobs.num_blocks or 0)


def resumes_decoding(head: Life) -> bool:
    """Swapped out while it decoded: it comes back to send its next token at once."""
    return head.swapped and head.decoding


def tokens_there(lab: Lab, head: Life) -> int:
    """Tokens it need not compute: brought back from the host, or in blocks it shares."""
    if head.swapped:
        return head.computed
    return len(hits(lab, head)) * (lab.knobs.block_size or 0)


def shared(lab: Lab, head: Life) -> list[int]:
    """Blocks of others it would own as well."""
    return [] if head.swapped else hits(lab, head)


def new_blocks(lab: Lab, head: Life) -> int:
    """Free blocks it would take."""
    tokens = head.known
    if "first_chunk" in lab.knobs.admission and not resumes_decoding(head):
        already = tokens_there(lab, head)
        tokens = already + next_chunk(lab, head.known - already, lab.running)
    return lab.blocks_for(tokens) - len(shared(lab, head))


def needed(lab: Lab, head: Life) -> int:
    """Free blocks it would take, 0 if there is no budget to begin; or addresses in one piece."""
    if lab.knobs.space is not None:
        return reservation(lab, head)
    return 0 if is_out_of_budget(lab, head) else new_blocks(lab, head)


def reservation(lab: Lab, head: Life) -> int:
    """Contiguous: tokens reserved for it."""
    own = lab.knobs.reserved_tokens
    return head.ask.peak if own is None else own


def first_hole(lab: Lab, tokens: int) -> list[int] | None:
    """Contiguous: the lowest addresses, in one piece, that nobody has."""
    free = set(lab.free)
    for start in range(1, (lab.knobs.space or 0) - tokens + 2):
        piece = list(range(start, start + tokens))
        if all(address in free for address in piece):
            return piece
    return None
