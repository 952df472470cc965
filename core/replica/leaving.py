"""A replica of a workload some of whose clients leave: a kind of its own, so others pay nothing."""

from collections.abc import Callable, Iterator

from core import events
from core.lifecycle import Decoding, NeverFits, Preempted, Queued, Running
from core.override import override
from core.replica.replica import Replica
from core.request import Request


class LeavingReplica(Replica):
    """A replica in which whose client leaves is cancelled, first thing in its step."""

    __slots__ = ()

    @property
    @override
    def leaves_later(self) -> bool:
        """Whether somebody who waits or runs is still to be cancelled, in a later step."""
        here = {state.request.rid for state in (*self.queue, *self.running.values())}
        coming = self.arrivals.cancels[self.cancels :]
        return any(request.rid in here for _, request in coming)

    @override
    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        """Whose client has left goes, then everyone whose time has come joins the queue.

        Who arrives when its client is gone already goes at once.
        """
        cancels, step = self.arrivals.cancels, self.clock.step
        while self.cancels < len(cancels) and cancels[self.cancels][0] <= step:
            request = cancels[self.cancels][1]
            self.cancels += 1
            yield from self._cancel(request)
        for event in super().arrive(never_fits):
            yield event
            request = self.arrivals.requests[self.arrived - 1]
            if request.cancel_at is not None and request.cancel_at <= step:
                yield from self._cancel(request)

    def _cancel(self, request: Request) -> Iterator[events.Cancelled]:
        """`request` goes, if it waits or runs."""
        for number, state in self.running.items():
            if state.request is request:
                yield self._cancel_running(number, state)
                return
        for queued in self.queue:
            if queued.request is request:
                yield self._cancel_queued(queued)
                return

    def _end_batch(self) -> None:
        """A static batch of which nobody runs or is to come back has held its slots until now."""
        if self.held_slots and not self.running and not any(map(_is_member, self.queue)):
            self.held_slots = ()
            self.batch_ends.append(self.clock.step - 1)

    def _cancel_queued(self, queued: Queued) -> events.Cancelled:
        if queued is self.queue.head or (self.held is not None and queued is self.held[0]):
            self.held = None  # whoever is the head then is held anew, or its step would be a turn
        step = self.clock.step
        ended = queued.cancel(step, self.queue.remove(queued, step))
        self.ended.append(ended)
        self.cancellations += 1
        self._end_batch()
        return events.Cancelled(queued.request.rid, (), ended.emitted)

    def _cancel_running(self, number: int, state: Running) -> events.Cancelled:
        clock = self.clock
        del self.running[number]
        self.prefilling.pop(number, None)
        self.unscheduled.pop(number, None)
        self._note_pause(state)
        if isinstance(state, Decoding):
            self._grow_at.leave(number)
            self._finish_at.leave(number, state.last_tick)
            computed = state.computed_tokens(clock.tick)
            ended = state.cancel(clock.step, clock.tick, clock.ticked_at)
        else:
            computed = state.computed_tokens
            ended = state.cancel(clock.step)
        if clock.now_ms is not None:
            self.kv_tokens -= computed
        self.ended.append(ended)
        self.cancellations += 1
        self._end_batch()
        blocks = tuple(self.memory.release(number))
        return events.Cancelled(state.request.rid, blocks, ended.emitted)


def _is_member(queued: Queued) -> bool:
    """Whether `queued` may come back to a batch that runs."""
    return isinstance(queued, Preempted)
