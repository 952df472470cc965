"""The sums that TensorRT-LLM's policies are made of, and how they are told to who waits."""

from core.lifecycle import Decoding, Prefilling, Queued, Running
from core.naming import counted, visible
from core.replica import Replica
from core.request import Request

MOST_NAMED = 3


def life(replica: Replica, request: Request) -> int:
    """Blocks of a request to its completion: of its prompt and all its output.

    The engine counts the last token's own place as well, which is never used.
    """
    return replica.memory.needed(request.prompt_len + request.output_len)


def promised(replica: Replica) -> int:
    """Blocks of all that run, to their completion."""
    return sum(life(replica, state.request) for state in replica.running.values())


def reserved(replica: Replica) -> int:
    """Those of them that nobody has taken yet."""
    return promised(replica) - replica.memory.used_blocks


def of_a_step(replica: Replica, one: Running | Queued) -> int:
    """Blocks that `one` takes in its next step: a token's, or those of all that it knows."""
    match one:
        case Prefilling():
            return 0
        case Decoding(_, admission):
            tokens = one.computed_tokens(replica.clock.tick) + 1
            return replica.memory.needed(tokens) - len(replica.memory.table(admission))
        case _:
            return replica.memory.needed(one.known_tokens)


def kept_words(needed: int, total: int, kept: int) -> str:
    """The blocks to its completion, and what is not kept for others."""
    left = f"{total - kept:,} = {total:,} - {kept:,} kept for those before it"
    return f"needs {counted(needed, 'block')} to its completion > {left}"


def step_words(needed: int, free: int, before: int) -> str:
    """The blocks it starts with, and what is left; "" where free blocks tell it all."""
    if not before:
        return ""
    left = f"{free - before:,} = {free:,} free - {before:,} for those before it"
    return f"needs {counted(needed, 'block')} > {left}"


def batch_words(replica: Replica) -> str:
    """Until when nobody joins."""
    rids = [s.request.rid for n, s in replica.running.items() if n not in replica.prefilling]
    named = ", ".join(map(visible, rids[:MOST_NAMED]))
    more = f" and {len(rids) - MOST_NAMED:,} more" if len(rids) > MOST_NAMED else ""
    return f"nobody joins the batch while {named}{more} generate{'s' * (len(rids) == 1)}"


def token_words(left: int, budget: int, unit: int) -> str:
    """The tokens it has to process, and those left in this step.

    `unit` is that of a chunk, 0 for none.
    """
    if unit and budget:
        return f"{budget:,} tokens left in this step: no chunk of {unit:,} of its {left:,}"
    return f"{counted(left, 'token')} to process > {budget:,} left in this step"
