"""The rarer moves: hits, what is kept of who gives up its place, work while decodes stand still."""

from core import blank, events
from core.lifecycle import Decoding, Finished, NeverFits, Preempted, Queued, Running
from core.memory import Shared
from core.past import Move, OnHost, Resumed, Stay
from core.replica.arriving import ArrivingReplica
from core.replica.pausing import pause_of
from core.replica.terms import Terms


def found_again(queued: Queued, tokens: int) -> int:
    """Of the first `tokens` that `queued` finds, how many it had before it was preempted."""
    return min(tokens, queued.lost_tokens) if isinstance(queued, Preempted) else 0


class KeepingReplica(ArrivingReplica):
    """A replica that can copy a cache to host memory and back, and let decodes stand still."""

    __slots__ = ()

    def hit_prefix(self, head: Queued) -> events.Hit | None:
        """`head`, admitted last, owns what is there of its prompt as well; None if nothing is."""
        memory, number = self.memory, self.latest_admitted
        if not isinstance(memory, Shared) or not (blocks := memory.hits(head, self.running)):
            return None
        state = self.prefilling[number]
        memory.share(number, blocks)
        tokens = len(blocks) * memory.block_size
        again = found_again(head, tokens)
        self.running[number] = self.prefilling[number] = state.hit(tokens, again)
        if self.clock.now_ms is not None:
            self.kv_tokens += tokens
        if self.quiet:
            return blank.HIT
        rid, known = state.request.rid, state.known_tokens
        return events.Hit(rid, tuple(blocks), tokens, known, own_tokens=again)

    def _taken_out(self, state: Running, terms: Terms, computed: int) -> Preempted:
        """`state`, which has `computed` tokens in its cache, preempted on these `terms`."""
        clock = self.clock
        self._note_pause(state)
        if terms.on_preempt == "swap" and computed:
            blocks = self.memory.needed(computed) if self.memory.grows_by else 0
            copied = OnHost(computed, blocks, terms.ms_per_block)
            self._move(copied)
            if isinstance(state, Decoding):
                return state.swap_out(clock.step, clock.tick, clock.ticked_at, copied)
            return state.swap_out(clock.step, copied)
        discards = terms.on_preempt == "discard"
        if isinstance(state, Decoding):
            leave = state.discard if discards else state.preempt
            return leave(clock.step, clock.tick, clock.ticked_at)
        return state.discard(clock.step) if discards else state.preempt(clock.step)

    def _note_pause(self, state: Running) -> None:
        """The stay of `state` ends: if its first decode ended a gap, keep that."""
        if (self.stalls.length or self.moves.length) and isinstance(state, Decoding):
            pause = pause_of(state, self.clock.tick, self.stalls)
            if pause is not None:
                self.paused.append(pause)

    def _move(self, copied: OnHost) -> None:
        """`copied` goes out or comes in."""
        self.moves.append(Move(self.clock.step, copied))
        if self.clock.now_ms is not None and copied.ms_per_block:
            self.clock.charge_move(copied.blocks, copied.ms_per_block)

    def _swap_in(
        self, head: Preempted, copied: OnHost, stay: Stay, blocks: int, *, begins: bool
    ) -> events.Admitted:
        """`head`, who has left the queue, takes a slot, `blocks` blocks and what was `copied`."""
        memory, clock = self.memory, self.clock
        number = self.admitted.append(head.request)
        table = memory.take(number, blocks)
        known = head.known_tokens
        if head.decodes_at_once:
            self.running[number] = state = head.swap_in(clock.step, number, stay, clock.tick)
            self._finish_at.enter(number, state.last_tick)
            if self.grows_late:
                self.entering += ((number, known),)
            else:
                self._enter_rota(number, known)
        else:
            admitted = head.admit(clock.step, number, stay)
            self.running[number] = self.prefilling[number] = admitted
        self._move(copied)
        if clock.now_ms is not None:
            self.kv_tokens += copied.tokens
        rid, free = head.request.rid, memory.free_blocks
        begins = begins and not head.decodes_at_once
        return events.Admitted(
            rid, tuple(table), known, resumed=True, free_blocks=free, begins=begins, swapped=copied
        )

    def _enter_rota(self, number: int, known: int) -> None:
        """`number` has blocks for the `known` tokens of the coming tick, and grows after that."""
        if grows_by := self.memory.grows_by:
            self._grow_at.join(number, self.clock.tick + 2 + -known % grows_by)

    def pause(self, number: int, state: Decoding) -> None:
        """`number`, which decodes, gets no tokens from this step on; once is enough."""
        if number in self.unscheduled:
            return
        clock = self.clock
        self._note_pause(state)
        self._grow_at.leave(number)
        self._finish_at.leave(number, state.last_tick)
        last = clock.ticked_at if clock.tick > state.since else state.completed
        self.running[number] = state.pause(clock.step, clock.tick, clock.ticked_at)
        self.unscheduled[number] = last

    def resume(self, number: int, state: Decoding) -> None:
        """`number`, which was paused, gets tokens again from this step on."""
        last, clock = self.unscheduled.pop(number), self.clock
        self.running[number] = again = state.resume(clock.step, clock.tick)
        self._finish_at.enter(number, again.last_tick)
        if size := self.memory.grows_by:
            self._grow_at.join(number, clock.tick + 1 + -again.computed_tokens(clock.tick) % size)
        self.paused.append(Resumed(state.request.rid, last, clock.step))

    def admission_comes(self) -> None:
        """Admission comes before growing: who comes in has the blocks of the coming tick."""
        self.grows_late, self.after_admission = True, False

    def admission_is_over(self) -> None:
        """Whoever held the head of the queue now has done so for this step."""
        self.after_admission = True

    def grow_is_over(self) -> None:
        """Those that came in since the others last grew will grow like them."""
        for number, known in self.entering:
            if number in self.running:
                self._enter_rota(number, known)
        self.entering, self.after_admission = (), False

    def close_stalled(self, tokens: int, stalled: int) -> events.Ran:
        """The work is done, `tokens` tokens in all, while `stalled` decoding requests stood still.

        It is no tick.
        """
        clock, running = self.clock, len(self.running)
        if clock.now_ms is not None:
            self.kv_tokens += tokens
            clock.charge(0, self.prefilled, self.kv_tokens)
        self.stalls.append(clock.step)
        self.used_at_run = self.memory.total_blocks - self.memory.free_blocks
        sent = running - len(self.prefilling) - stalled
        self.work = (running, tokens, sent, stalled)
        return events.Ran(running, tokens, sent, stalled)

    def give_up(self, number: int, why: NeverFits) -> events.Rejected:
        """`number`, which decodes and has no memory to go on even alone, ends here."""
        clock, state = self.clock, self.running.pop(number)
        assert isinstance(state, Decoding)
        self._note_pause(state)
        self._grow_at.leave(number)
        self._finish_at.leave(number, state.last_tick)
        if clock.now_ms is not None:
            self.kv_tokens -= state.computed_tokens(clock.tick)
        ended = state.give_up(clock.step, clock.tick, clock.ticked_at, why)
        self.ended.append(ended)
        self.rejections += 1
        blocks = tuple(self.memory.release(number))
        return events.Rejected(state.request.rid, why, ended.emitted, blocks)

    def _keep_slot(self, finished: Finished) -> int:
        """The batch's slot of `finished` is kept, or all are given back; how many are."""
        held = (*self.held_slots, finished)
        is_over = not self.running and not any(isinstance(q, Preempted) for q in self.queue)
        self.held_slots = () if is_over else held
        if is_over:
            self.batch_ends.append(finished.finish)
        return len(held) if is_over else 0
