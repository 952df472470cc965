"""Which blocks of which contents are there: looked for in every table."""

from tests.naive_lab.records import Content, Life
from tests.naive_lab.state import Lab


def content(lab: Lab, life: Life, index: int) -> Content | None:
    """What its block `index` (from 0) holds, if others can know: a full block of its prompt."""
    size = lab.knobs.block_size
    assert size is not None
    end = (index + 1) * size
    if end <= len(life.ask.prompt_ids):
        return ("ids", *life.ask.prompt_ids[:end])
    if life.ask.prefix and end <= life.ask.prefix_len:
        return ("prefix", life.ask.prefix, index)
    return None


def present(lab: Lab, wanted: Content) -> int | None:
    """A block with that content, all of it processed: the oldest running owner's."""
    size = lab.knobs.block_size
    assert size is not None
    for owner in lab.running:
        for index in range(owner.computed // size):
            if content(lab, owner, index) == wanted:
                return owner.table[index]
    return None


def hits(lab: Lab, head: Life) -> list[int]:
    """The longest run of its leading full blocks that are present; a token is left to compute."""
    size = lab.knobs.block_size
    if not lab.knobs.prefix_sharing or size is None:
        return []
    found: list[int] = []
    for index in range((head.known - 1) // size):
        wanted = content(lab, head, index)
        block = None if wanted is None else present(lab, wanted)
        if block is None:
            break
        found.append(block)
    return found
