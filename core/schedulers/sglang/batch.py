"""Small moves of SGLang: why the head stays, and what becomes visible in the cache."""

from collections.abc import Iterator, Sequence

from core import events
from core.lifecycle import Decoding, Preempted, Running
from core.memory import Radix
from core.naming import visible
from core.replica import Replica
from core.schedulers.sglang.adder import Refusal

RETRACTED = Refusal("blocks", "retracted in this step")


def hold(replica: Replica, refusal: Refusal | None) -> Iterator[events.Held]:
    """The head of the queue stays because of `refusal`, if it was not retracted just now."""
    head = replica.queue.head
    if head is not None:
        is_new = isinstance(head, Preempted) and head.since == replica.clock.step
        told = refusal if refusal is not None and not is_new else RETRACTED
        blocks, why = replica.memory.needed(head.known_tokens), told.why + told.sums
        held = replica.hold_head(told.cause, blocks, why)
        if held:
            yield held


def slot_words(replica: Replica, seen: int, added: int, most: int) -> str:
    """How many are in the batch, or are still taken to be."""
    taken, gone = seen + added, seen - replica.decoding
    left = f", {gone:,} of them by who has left since the last decode step" if gone > 0 else ""
    return f"finds {taken:,} of {most:,} slots taken{left}"


def refusal_words(replica: Replica, refusal: Refusal) -> str:
    """Who made the batch full, and how."""
    head = replica.queue.head
    return refusal.why if head is None else f"{visible(head.request.rid)} {refusal.why}"


def full_words(why: str) -> str:
    """That nobody was asked, and `why` the batch was full."""
    return f"not asked, the batch was full: {why}"


def latest_first(replica: Replica, decoding: Sequence[int]) -> Sequence[int]:
    """Of `decoding`, in order of admission, first those whose prompts were done last."""

    def done(number: int) -> int:
        state = replica.running[number]
        assert isinstance(state, Decoding)
        return -state.completed

    return sorted(decoding, key=done)


def publish(replica: Replica, state: Running, before: int, after: int) -> None:
    """Of `state` the tokens from `before` to `after` are computed: full pages can be hit now."""
    memory = replica.memory
    assert isinstance(memory, Radix)
    first, until = before // memory.block_size, after // memory.block_size
    if memory.caching and until > first:
        number = state.admission
        memory.publish(number, first, memory.contents.keys(state.request, first, until))
