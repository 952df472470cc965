"""The replica.

Clock, queue, running requests, memory, rota and calendar, with the moves a scheduler makes.

Every method that changes something returns the event that tells it, a blank one while nobody
looks, so a scheduler's page can only `yield` what really happened. The cost of a step is the cost
of its changes: the progress of decoding requests is read off the clock, who is due to finish
waits in a calendar, and who grows next stands in a rota.
"""

from collections.abc import Sequence

from core import blank, events
from core.lifecycle import Cause, Decoding, Preempted, Prefilling, Queued
from core.past import Resumed, Stay
from core.replica.preempting import PreemptingReplica
from core.replica.queues import SkippingQueue


class Replica(PreemptingReplica):
    """One replica in the middle of its run, with the moves that a scheduler can make."""

    __slots__ = ()

    # The head of the queue

    def admit_head(self, blocks: int, *, begins: bool = False) -> events.Admitted:
        """The head of the queue takes a slot and `blocks` free blocks for all that it knows.

        If it `begins`, they are for its first chunk alone.
        """
        head = self.queue.head
        assert head is not None, "nobody waits"
        self.held = None
        return self._admit(head, self.queue.leave(self.clock.step), blocks, begins=begins)

    def admit_from_behind(
        self, queued: Queued, blocks: int, *, begins: bool = False
    ) -> events.Admitted:
        """`queued` is admitted as the head would be, before all that stand before it."""
        assert isinstance(self.queue, SkippingQueue)
        return self._admit(queued, self.queue.overtake(queued), blocks, begins=begins)

    def _admit(self, queued: Queued, stay: Stay, blocks: int, *, begins: bool) -> events.Admitted:
        if isinstance(queued, Preempted) and queued.swapped is not None:
            return self._swap_in(queued, queued.swapped, stay, blocks, begins=begins)
        memory, request = self.memory, queued.request
        number = self.admitted.append(request)
        table = memory.take(number, blocks)
        admitted = queued.admit(self.clock.step, number, stay)
        self.running[number] = self.prefilling[number] = admitted
        if self.quiet:
            return blank.ADMITTED
        known, resumed = admitted.known_tokens, isinstance(queued, Preempted)
        told = (tuple(table), known, resumed, memory.free_blocks, begins)
        return events.Admitted(request.rid, *told)

    def hold_head(self, cause: Cause, blocks: int, why: str = "", *of: int) -> events.Held | None:
        """The head of the queue, which needs `blocks` blocks, stays because of `cause`.

        `why` is what a gate says of it in its own words. The blocks are made `of` hits that nobody
        holds, the watermark's, and new ones. Told when the head or its cause changes.
        """
        head, held = self.queue.head, self.held
        assert head is not None, "nobody waits"
        self.held_blocks, self.held_why, self.held_parts = blocks, why, of
        if held is not None and held[0] is head and held[1] == cause:
            return None
        self.held = (head, cause)
        self.queue.hold(cause, self.clock.step)
        if self.quiet:
            return blank.HELD
        memory, taken = self.memory, len(self.running) + len(self.held_slots)
        rid, free, piece = head.request.rid, memory.free_blocks, memory.largest_piece
        return events.Held(rid, cause, taken, blocks, free, piece, why, *of)

    # Blocks

    def due_to_grow(self) -> list[int]:
        """Decoding requests that need one more block, oldest first, as admission numbers."""
        rota = self._grow_at
        if not (lines := rota.lines):
            return []
        line = lines.get((self.clock.tick + 1) % rota.grows_by)
        return line.copy() if line else []

    def grow(self, askers: list[int]) -> events.Grew:
        """A block for each of `askers`, in order, as far as free blocks go.

        Who got one is taken off the list.
        """
        memory = self.memory
        free = memory.free_blocks
        growing = askers[:free]
        del askers[:free]
        memory.extend(growing)
        if self.quiet:
            return blank.GREW
        blocks = tuple([memory.table(number)[-1] for number in growing])
        return events.Grew(tuple(growing), blocks, memory.free_blocks, self.admitted)

    def grow_chunk(self, number: int, blocks: int) -> events.Grew:
        """`blocks` more for the next chunk of `number`, which is prefilling."""
        numbers, memory = (number,) * blocks, self.memory
        memory.extend(numbers)
        if self.quiet:
            return blank.GREW
        taken = tuple(memory.table(number)[-blocks:])
        return events.Grew(numbers, taken, memory.free_blocks, self.admitted)

    # Work

    def prefill(
        self, state: Prefilling, tokens: int, ticks: int = 1
    ) -> events.Chunk | events.FirstToken:
        """Process `tokens` more of `state`'s prompt or rebuild.

        With the last of them it sends a token and decodes from now on. `ticks` is 0 in a step in
        which decodes stand still.
        """
        number, known, step = state.admission, state.known_tokens, self.clock.step
        done = state.computed_tokens + tokens
        assert self.quiet or tokens > 0, "at least one token is processed"
        assert done <= known, f"{tokens} tokens are more than it has left to process"
        self.prefilled += tokens
        if done < known:
            self.running[number] = self.prefilling[number] = state.chunk(tokens, step)
            return blank.CHUNK if self.quiet else _chunk(state, tokens)
        del self.prefilling[number]
        since = self.clock.tick + ticks
        self.running[number] = decoding = state.complete(step, since)
        self._finish_at.enter(number, since + state.request.output_len - decoding.sent)
        if grows_by := self.memory.grows_by:
            self._grow_at.join(number, since + 1 + -known % grows_by)
        if (last := state.earlier.last_token) is not None:
            self.resumed.append(Resumed(state.request.rid, last, step))
            return blank.CHUNK if self.quiet else _chunk(state, tokens)
        return blank.FIRST_TOKEN if self.quiet else events.FirstToken(state.request.rid, tokens)

    def close_tick(self, tokens: int) -> events.Ran:
        """The work is done, `tokens` tokens in all: every decoding request has sent its token."""
        clock, running = self.clock, len(self.running)
        clock.tick += 1
        clock.ticked_at = clock.step
        if clock.now_ms is not None:
            self.kv_tokens += tokens
            clock.charge(tokens - self.prefilled, self.prefilled, self.kv_tokens)
        self.used_at_run = self.memory.total_blocks - self.memory.free_blocks
        sent = running - len(self.prefilling) - len(self.unscheduled)
        self.work = (running, tokens, sent, 0)
        if self.quiet:
            return blank.RAN
        return events.Ran(running, tokens, sent)

    def due_to_finish(self) -> Sequence[int]:
        """Requests that have sent their last token, in order of admission, as admission numbers."""
        return self._finish_at.due.pop(self.clock.tick, ())

    @property
    def still_to_finish(self) -> Sequence[int]:
        """What `due_to_finish` would give, which stays due."""
        return tuple(self._finish_at.due.get(self.clock.tick, ()))

    def finish(self, number: int, *, in_batch: bool = False) -> events.Finished:
        """Leave, with its blocks freed, and its slot.

        A member of a static batch keeps that until all have finished.
        """
        state = self.running.pop(number)
        clock, request = self.clock, state.request
        assert isinstance(state, Decoding), f"{request.rid} is still prefilling"
        on_time = self.quiet or state.last_tick <= clock.tick
        assert on_time, f"{request.rid} has not sent its last token"
        if clock.now_ms is not None:
            self.kv_tokens -= request.most_tokens
        finished = state.finish(clock.step)
        self.ended.append(finished)
        self._grow_at.leave(number)
        slots = self._keep_slot(finished) if in_batch else 1
        blocks = self.memory.release(number)
        if self.quiet:
            return blank.FINISHED
        return events.Finished(request.rid, tuple(blocks), slots)


def _chunk(state: Prefilling, tokens: int) -> events.Chunk:
    """`state` has processed `tokens` more."""
    done = state.computed_tokens + tokens
    return events.Chunk(state.request.rid, tokens, done, state.known_tokens)
