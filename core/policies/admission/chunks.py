"""What requests that are still prefilling will process in this step, under a token budget.

The budget serves decodes first, one token each; the rest goes down the line of admission. Where
prompts go first decodes stand still beside them, and take nothing of it. Nobody processes more than
the blocks it holds have room for. Asked before the step's work is done, the
same answer is what there is to grow for, what is left for a newcomer, and what is then processed.
"""

from collections.abc import Iterator

from core.lifecycle import Prefilling
from core.replica import Replica


def chunks(replica: Replica, budget: int, before: int | None = None) -> Iterator[tuple[int, int]]:
    """Admission number and tokens of each that will process any, in order of admission.

    Only of those admitted before number `before`, if that is given. Change nothing in between.
    """
    left = budget - _decodes(replica)
    for number, state in replica.prefilling.items():
        if left == 0 or number == before:
            return
        if tokens := min(rest_of(state), left, room_of(replica, state)):
            left -= tokens
            yield number, tokens


def left_for(replica: Replica, budget: int, before: int | None = None) -> int:
    """Tokens of the budget that are left for number `before`, for a newcomer if it is None."""
    planned = sum(tokens for _, tokens in chunks(replica, budget, before))
    return budget - _decodes(replica) - planned


def _decodes(replica: Replica) -> int:
    """Tokens of the budget that decodes take beside prompts."""
    return 0 if replica.grows_late else replica.decoding


def rest_of(state: Prefilling) -> int:
    """Tokens of its prompt or rebuild that are still to be processed."""
    return state.known_tokens - state.computed_tokens


def room_of(replica: Replica, state: Prefilling) -> int:
    """Tokens that its blocks have room for, beside those computed."""
    memory = replica.memory
    return len(memory.table(state.admission)) * memory.block_size - state.computed_tokens
