"""What must hold of blocks and tables after every event; a part of `tests.invariants`."""

from collections import Counter

from core.lifecycle import Prefilling, Running
from core.memory import Contiguous, Shared
from core.memory.paged import blocks_for
from core.replica import Replica
from core.schedulers.driftwood import Driftwood
from tests.phases import ADMIT, GROW, RUN

WORKING = (GROW, ADMIT, RUN)
"""Under `first_chunk` blocks may be there for a chunk that is not processed yet."""


def check_blocks(replica: Replica) -> None:
    """Every block is in as many tables as it has owners, or free."""
    memory = replica.memory
    free = memory.free_ids()
    owned = [block for number in replica.running for block in memory.table(number)]
    owners = Counter(owned)
    assert sorted([*free, *owners]) == list(range(1, memory.total_blocks + 1))
    assert all(memory.refs(block) == count for block, count in owners.items())
    assert memory.free_blocks == len(free)
    assert memory.used_blocks == len(owners)
    assert memory.shared_places == len(owned) - len(owners)
    assert all(
        memory.freeable(number) == sum(owners[block] == 1 for block in memory.table(number))
        for number in replica.running
    )


def check_table(state: Running, replica: Replica, scheduler: Driftwood, phase: int) -> None:
    """A table has blocks for all that is known of a prompt, to a decode what it computes into.

    While growing goes on either is right; after it everyone has the block of this step's token.
    """
    size, table = scheduler.block_size, replica.memory.table(state.admission)
    if isinstance(replica.memory, Contiguous):
        own = scheduler.memory.reserved_tokens if scheduler.memory else None
        assert len(table) == (own or state.request.most_tokens) >= state.request.most_tokens
        return
    if size is None:
        assert table == ()
        return
    if isinstance(state, Prefilling):
        whole, done = (blocks_for(n, size) for n in (state.known_tokens, state.computed_tokens))
        if scheduler.chunk_budget is None:
            assert len(table) == whole or awaits_its_hit(state, replica, phase)
        else:
            assert (1 <= len(table) <= whole) if phase in WORKING else len(table) == done
        return
    known = state.request.prompt_len + state.emitted(replica.clock.tick)
    before, grown = blocks_for(known - 1, size), blocks_for(known, size)
    fresh = state.since > replica.clock.tick
    if phase == GROW or scheduler.prefill == "first":
        assert len(table) in (before, grown)
    else:
        assert len(table) == (grown if phase in (ADMIT, RUN) and not fresh else before)


def awaits_its_hit(state: Prefilling, replica: Replica, phase: int) -> bool:
    """Whether it was admitted just now, and owns what is there of its prompt by the next event."""
    memory, known = replica.memory, state.known_tokens
    if not isinstance(memory, Shared) or phase != ADMIT or state.computed_tokens:
        return False
    missing = memory.needed(known) - len(memory.table(state.admission))
    return state.admission == replica.latest_admitted and 0 < missing * memory.block_size < known
