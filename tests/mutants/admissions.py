"""The brief's scheduler with a wrong rule about who is admitted."""

# ruff: noqa: SLF001 - a queue has no move for what the brief forbids

from collections.abc import Iterator

from core.events import Event
from core.override import override
from core.replica import Replica
from core.replica.queue import Queue
from tests.mutants.orders import Page


class SkipsAhead(Page):
    """Admits the first that fits, before a head that does not."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        queue, memory = replica.queue, replica.memory
        assert isinstance(queue, Queue)
        if not queue._front and len(replica.running) < self.max_running:
            fits = (s for s in queue if memory.needed(s.known_tokens) <= memory.free_blocks)
            if first := next(fits, None):
                queue._arrived.remove(first)  # type: ignore[arg-type]  # nobody preempted is here
                queue._arrived.appendleft(first)  # type: ignore[arg-type]  # the same
                queue.head = first
        yield from super().admit(replica)


class OneSlotTooMany(Page):
    """Lets one more run."""

    @override
    def slots(self) -> int:
        return self.max_running + 1


class OneAStep(Page):
    """Admits one a step at most."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        for event in super().admit(replica):
            yield event
            break


class NeedsOnlyThePrompt(Page):
    """Takes blocks for the prompt alone when somebody comes back."""

    @override
    def needed(self, replica: Replica) -> int:
        assert replica.queue.head is not None
        return replica.memory.needed(replica.queue.head.request.prompt_len)


class KeepsOneBlockFree(Page):
    """Admits only if a block is left for growing, unless nobody runs."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        head = replica.queue.head
        if head and replica.running and self.needed(replica) >= replica.memory.free_blocks:
            if held := replica.hold_head("blocks", self.needed(replica)):
                yield held
            return
        yield from super().admit(replica)
