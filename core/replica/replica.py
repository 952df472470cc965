"""The replica.

Clock, queue, running requests, memory and calendars, with the moves a scheduler makes.

Every method that changes something returns the event that tells it, so a scheduler's page can
only `yield` what really happened. The cost of a step is the cost of its changes: the progress of
decoding requests is read off the clock, and who is due to grow or to finish waits in calendars.
"""

from collections.abc import Callable, Iterator

from core import events
from core.lifecycle import (
    Cause,
    Decoding,
    NeverFits,
    Preempted,
    Prefilling,
    Waiting,
)
from core.past import Resumed
from core.replica.state import NO_WORK, ReplicaState
from core.request import Request


class Replica(ReplicaState):
    """One replica in the middle of its run, with the moves that a scheduler can make."""

    __slots__ = ()

    # Time and arrivals

    @property
    def busy(self) -> bool:
        """Whether somebody waits or runs."""
        return bool(self.running) or self.queue.head is not None

    @property
    def next_arrival(self) -> float | None:
        """When the next request arrives, in steps or milliseconds as the workload has it.

        None if nobody is still to come.
        """
        times = self.arrivals.times
        return times[self.arrived] if self.arrived < len(times) else None

    @property
    def arrives_later(self) -> bool:
        """Whether somebody is still to arrive, in a step after this one."""
        coming = self.next_arrival
        return coming is not None and coming > self.clock.now

    def to_first_step(self) -> bool:
        """Move the clock to the first arrival; False if there is none."""
        return self._to_arrival(0)

    def to_next_step(self) -> bool:
        """Move the clock to the next step in which somebody arrives, waits or runs.

        False if there is none.
        """
        following = self.clock.step + 1
        self.ran, self.used_at_run, self.prefilled = NO_WORK, 0, 0
        if self.running or self.queue.head:
            self.clock.move_to(following)
            return True
        return self._to_arrival(following)

    def _to_arrival(self, following: int) -> bool:
        coming = self.next_arrival
        if coming is None:
            return False
        self.clock.jump_to_arrival(coming, following)
        return True

    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        """Everyone whose time has come joins the queue.

        Who could never fit is rejected with the numbers.
        """
        times, now = self.arrivals.times, self.clock.now
        while self.arrived < len(times) and times[self.arrived] <= now:
            request = self.arrivals.requests[self.arrived]
            self.arrived += 1
            waiting = Waiting(request, self.clock.step)
            if why := never_fits(request):
                self.ended.append(waiting.reject(self.clock.step, why))
                self.rejections += 1
                yield events.Rejected(request.rid, why)
            else:
                self.queue.arrive(waiting)
                yield events.Arrived(request.rid)

    # The head of the queue

    def admit_head(self, blocks: int) -> events.Admitted:
        """The head of the queue takes a slot and `blocks` free blocks for all that it knows."""
        head, memory, step = self.queue.head, self.memory, self.clock.step
        assert head is not None
        number = self.admitted.append(head.request)
        table = memory.take(number, blocks)
        admitted = head.admit(step, number, self.queue.leave(step))
        self.running[number] = self.prefilling[number] = admitted
        self.held = None
        rid, known, resumed = head.request.rid, admitted.known_tokens, isinstance(head, Preempted)
        return events.Admitted(rid, tuple(table), known, resumed, memory.free_blocks)

    def hold_head(self, cause: Cause, blocks: int) -> events.Held | None:
        """The head of the queue, which needs `blocks` blocks, stays because of `cause`.

        Told when the head or its cause changes.
        """
        head, held = self.queue.head, self.held
        assert head is not None
        self.held_blocks = blocks
        if held is not None and held[0] is head and held[1] == cause:
            return None
        self.held = (head, cause)
        self.queue.hold(cause, self.clock.step)
        rid, memory = head.request.rid, self.memory
        piece = memory.largest_piece
        return events.Held(rid, cause, len(self.running), blocks, memory.free_blocks, piece)

    # Blocks

    def due_to_grow(self) -> list[int]:
        """Decoding requests that need one more block, oldest first, as admission numbers."""
        return self._grow_at.pop(self.clock.tick + 1, self.running)

    def grow(self, askers: list[int]) -> events.Grew:
        """A block for each of `askers`, in order, as far as free blocks go.

        Who got one is taken off the list.
        """
        memory = self.memory
        growing = askers[: memory.free_blocks]
        del askers[: len(growing)]
        blocks = memory.extend(growing)
        self._grow_at.due[self.clock.tick + 1 + memory.block_size] += growing
        return events.Grew(tuple(growing), blocks, memory.free_blocks, self.admitted)

    @property
    def latest_admitted(self) -> int:
        """The admission number of the running request that was admitted last."""
        return next(reversed(self.running))

    def preempt(
        self, victim: int, asker: int, choice: events.Choice = events.ADMITTED_LAST
    ) -> events.Preempted:
        """`victim` frees its blocks, for `asker`, and goes to the front of the queue."""
        clock, for_rid = self.clock, self.running[asker].request.rid
        state = self.running.pop(victim)
        self.prefilling.pop(victim, None)
        blocks = self.memory.release(victim)
        if isinstance(state, Decoding):
            lost = state.computed_tokens(clock.tick)
            preempted = state.preempt(clock.step, clock.tick, clock.ticked_at)
        else:
            lost = state.computed_tokens
            preempted = state.preempt(clock.step)
        if clock.now_ms is not None:
            self.kv_tokens -= lost
        self.queue.return_to_front(preempted)
        self.preemptions += 1
        self._grow_at.left(self.running)
        self._finish_at.left(self.running)
        rid, emitted = state.request.rid, preempted.emitted
        return events.Preempted(rid, for_rid, blocks, lost, emitted, choice)

    # Work

    @property
    def decoding(self) -> int:
        """How many requests decode."""
        return len(self.running) - len(self.prefilling)

    @property
    def next_prefill(self) -> Prefilling | None:
        """The earliest admitted request whose prompt or rebuild is not done."""
        return next(iter(self.prefilling.values()), None)

    def prefill(self, state: Prefilling, tokens: int) -> events.Chunk | events.FirstToken:
        """Process `tokens` more of `state`'s prompt or rebuild.

        With the last of them it sends a token and decodes from now on.
        """
        number, rid, step = state.admission, state.request.rid, self.clock.step
        done, known = state.computed_tokens + tokens, state.known_tokens
        self.prefilled += tokens
        if done < known:
            self.running[number] = self.prefilling[number] = state.chunk(tokens, step)
            return events.Chunk(rid, tokens, done, known)
        del self.prefilling[number]
        self.running[number] = decoding = state.complete(step, self.clock.tick + 1)
        sent, since = decoding.sent, decoding.since
        self._finish_at.due[since + state.request.output_len - sent].append(number)
        if grows_by := self.memory.grows_by:
            self._grow_at.due[since + 1 + -known % grows_by].append(number)
        if sent > 1:
            last = state.earlier.last_token
            assert last is not None
            self.resumed.append(Resumed(rid, last, step))
            return events.Chunk(rid, tokens, done, known)
        return events.FirstToken(rid, tokens)

    def close_tick(self, tokens: int) -> events.Ran:
        """The work is done, `tokens` tokens in all: every decoding request has sent its token."""
        clock, running = self.clock, len(self.running)
        clock.tick += 1
        clock.ticked_at = clock.step
        if clock.now_ms is not None:
            self.kv_tokens += tokens
            clock.charge(tokens - self.prefilled, self.prefilled, self.kv_tokens)
        self.used_at_run = self.memory.total_blocks - self.memory.free_blocks
        self.ran = events.Ran(running, tokens, running - len(self.prefilling))
        return self.ran

    def due_to_finish(self) -> list[int]:
        """Requests that have sent their last token, in order of admission, as admission numbers."""
        return self._finish_at.pop(self.clock.tick, self.running)

    def finish(self, number: int) -> events.Finished:
        """Leave, with its blocks freed."""
        state = self.running.pop(number)
        assert isinstance(state, Decoding)
        clock, request = self.clock, state.request
        if clock.now_ms is not None:
            self.kv_tokens -= request.most_tokens
        self.ended.append(state.finish(clock.step))
        self._grow_at.left(self.running)
        return events.Finished(request.rid, self.memory.release(number))
