"""Preemption: who gives up its slot and blocks, for whom, and what is told of it."""

from core import blank, events
from core.lifecycle import Cause, Decoding
from core.replica.keeping import KeepingReplica
from core.replica.terms import KEEP, Asking, Terms


class PreemptingReplica(KeepingReplica):
    """A replica in which somebody can be preempted, for one that runs or for the head."""

    __slots__ = ()

    def preempt(
        self,
        victim: int,
        asker: int,
        choice: events.Choice = events.ADMITTED_LAST,
        needed: int = 1,
        terms: Terms = KEEP,
    ) -> events.Preempted:
        """`victim` frees its blocks, for `asker`, and goes to the front of the queue."""
        asking = (self.running[asker].request.rid, needed, None)
        return self._preempt(victim, asking, choice, terms)

    def preempt_for(
        self, victim: int, rid: str, choice: events.Choice, needed: int, terms: Terms = KEEP
    ) -> events.Preempted:
        """`victim` frees its blocks for `rid`, who may wait, and goes to its place in the queue."""
        return self._preempt(victim, (rid, needed, None), choice, terms)

    def preempt_for_head(
        self,
        victim: int,
        choice: events.Choice,
        cause: Cause,
        needed: int,
        terms: Terms = KEEP,
    ) -> events.Preempted:
        """`victim` gives up its slot and blocks for the head, held by `cause` and more urgent.

        The head needs `needed` blocks. The victim goes to its own place, which is behind it.
        """
        head = self.queue.head
        assert head is not None
        return self._preempt(victim, (head.request.rid, needed, cause), choice, terms)

    def _preempt(
        self, victim: int, asking: Asking, choice: events.Choice, terms: Terms
    ) -> events.Preempted:
        clock, free, state = self.clock, self.memory.free_blocks, self.running.pop(victim)
        owned, cached = (0, 0) if self.quiet else self._before_release(victim)
        blocks = self.memory.release(victim)
        if isinstance(state, Decoding):
            self.unscheduled.pop(victim, None)
            self._grow_at.leave(victim)
            self._finish_at.leave(victim, state.last_tick)
            sent = state.emitted(clock.tick)
            computed = state.request.prompt_len + sent - 1
        else:
            del self.prefilling[victim]
            computed, sent = state.computed_tokens, state.emitted
        if clock.now_ms is not None:
            self.kv_tokens -= computed
        preempted = self._taken_out(state, terms, computed)
        self.queue.come_back(preempted, after_admission=self.after_admission)
        self.preemptions += 1
        emitted, swapped = preempted.emitted, preempted.swapped
        self.discarded += sent - emitted
        if self.quiet:
            return blank.PREEMPTED
        lost, thrown = computed if swapped is None else 0, sent - emitted
        asker, needed, urgent_for = asking
        told = (state.request.rid, asker, tuple(blocks), lost, emitted, choice, needed, free)
        kept = (swapped, min(cached, lost))
        return events.Preempted(*told, owned - len(blocks), urgent_for, thrown, *kept)

    def _before_release(self, victim: int) -> tuple[int, int]:
        """Blocks that `victim` owns, and tokens that the cache then remembers."""
        memory = self.memory
        return len(memory.table(victim)), memory.remembered(victim) * memory.block_size
