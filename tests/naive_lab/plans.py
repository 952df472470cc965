"""How many prompt tokens somebody would process in this step: the budget shared out anew."""

from tests.naive_lab.records import Life
from tests.naive_lab.state import Lab


def next_chunk(lab: Lab, rest: int, older: list[Life]) -> int:
    """The chunk of who has `rest` tokens to process, after those of the `older` ones."""
    if lab.knobs.token_budget is None:
        return rest
    left = lab.knobs.token_budget
    if lab.knobs.prefill != "first":  # there decodes are stalled while anybody prefills
        left -= len(lab.decoding)
    for life in older:
        if not life.decoding:
            left -= min(life.known - life.computed, left, room(lab, life))
    return min(rest, max(left, 0))


def room(lab: Lab, life: Life) -> int:
    """Tokens it could still process in the blocks it has."""
    if lab.knobs.block_size is None:
        return life.known - life.computed
    return len(life.table) * lab.knobs.block_size - life.computed
