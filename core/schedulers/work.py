"""Phases that several engines share: blocks for decodes, the work of a step, who leaves."""

from collections.abc import Iterator

from core import events
from core.policies import VictimPolicy, choose
from core.replica import Replica


def grow_in_order(
    replica: Replica, policy: str | VictimPolicy | None = None
) -> Iterator[events.Event]:
    """Decodes that need one more block take it, oldest first.

    The last running makes room, or by another `policy` the first by that.
    """
    askers = replica.due_to_grow()
    while askers:
        if replica.memory.free_blocks:
            yield replica.grow(askers)
        else:
            victim, choice = choose(replica, policy, None)
            yield replica.preempt(victim, askers[0], choice)
            if victim in askers:
                askers.remove(victim)


def work_in_order(replica: Replica, budget: int | None) -> Iterator[events.Event]:
    """Decodes go first, one token each; prompts get the rest of `budget`, oldest first."""
    processed = replica.decoding - len(replica.unscheduled)
    for state in [*replica.prefilling.values()]:
        tokens = state.known_tokens - state.computed_tokens
        if budget is not None:
            tokens = min(tokens, budget - processed)
        if tokens == 0:
            break
        yield replica.prefill(state, tokens)
        processed += tokens
    yield replica.close_tick(processed)


def leave(replica: Replica) -> Iterator[events.Event]:
    """Who has sent all its tokens leaves."""
    for number in replica.due_to_finish():
        yield replica.finish(number)
