"""A replica as its events tell it: a fold over the events, to be compared with the moments.

It knows the brief's rules only as far as events leave something out: that decoding requests send a
token each when the work is done, and which free blocks are taken (`tests.walk.pools`). What it
keeps is plain and counted one by one, so it also says what each request's figures are after any
step, half-way too.
"""

from collections.abc import Sequence

from core import events
from core.lifecycle import Cause
from core.moment import Moment
from core.request import Request
from core.results import Result
from core.schedulers.driftwood import Driftwood
from tests.walk.lives import Life, shown
from tests.walk.pools import SharedStack, Stack

WORK = (events.Chunk, events.FirstToken, events.Ran)
NAMED = 12
"""Requests that are looked for by name in each moment."""


class Told:
    """Who waits and runs, in order, what they hold and what is free."""

    def __init__(self, requests: Sequence[Request], pool: Stack, page: Driftwood) -> None:
        """Start before the first event, under the scheduler `page`.

        With some knobs admissions may take less than blocks for all known text.
        """
        self.begins = page.chunk_budget is not None
        self.prefill, self.on_preempt = page.prefill, page.on_preempt
        self.displaced: dict[str, Cause] = {}
        """Heads of this step's admission before whom somebody stands since."""
        self.lives = {request.rid: Life(request) for request in requests}
        self.named = list(self.lives.items())[:NAMED]
        self.queue: list[Life] = []
        self.running: list[Life] = []
        self.holding: list[Life] = []
        """Finished members of a static batch, whose slots are not given back yet."""
        self.pool = pool
        self.held: tuple[str, Cause] | None = None
        self.decided: events.Held | None = None
        """The decision about the head in this step, once its work is done."""
        self.needed: int | None = None
        """What the head needs in this step, as it was before any work."""
        self.processed = 0
        """Tokens of this step so far."""

    def hear(self, event: events.Event, step: int) -> None:  # noqa: C901, PLR0912 - a case for each kind
        """Follow `event`, which happened in `step`."""
        if self.needed is None and isinstance(event, WORK):
            self.needed = self._needed(self.queue[0]) if self.queue else 0
        match event:
            case events.Arrived(rid):
                self.lives[rid].state = "waiting"
                self.queue.append(self.lives[rid])
            case events.Rejected(rid):
                self.lives[rid].state = "rejected"
            case events.Grew():
                self._grow(event)
            case events.Preempted():
                self._preempt(event)
            case events.Admitted():
                self._admit(event, step)
            case events.Hit():
                self._hit(event)
            case events.Evicted():
                raise AssertionError("nothing is kept here that could be evicted")
            case events.Held():
                self._hold(event)
            case events.Chunk():
                self._prefill(event, step)
                life = self.lives[event.rid]
                assert event.known_tokens == life.request.prompt_len + life.emitted - life.fresh
                assert event.computed_tokens == life.computed
            case events.FirstToken():
                self._prefill(event, step)
                assert self.lives[event.rid].emitted == 1
            case events.Ran():
                self._run(event, step)
            case events.Finished():
                self._finish(event)
            case events.Cancelled():
                self._cancel(event, step)

    def _take(self, blocks: Sequence[int], left: int) -> None:
        self.pool.take(blocks)
        assert len(self.pool.free) == left

    def _release(self, life: Life, blocks: Sequence[int]) -> None:
        self.running.remove(life)
        self.pool.release(life, blocks, self.running)
        life.blocks = []

    def _grow(self, event: events.Grew) -> None:
        self._take(event.blocks, event.free_blocks)
        assert event.rid == event.growths[0][0]
        for rid, block in event.growths:
            self.lives[rid].blocks.append(block)

    def _preempt(self, event: events.Preempted) -> None:
        life, swaps = self.lives[event.rid], self.on_preempt == "swap"
        discards = self.on_preempt == "discard"
        assert self.lives[event.asker] in self.running
        assert event.lost_tokens == (0 if swaps else life.computed)
        kept, thrown = (0, life.emitted) if discards else (life.emitted, 0)
        assert (event.emitted, event.discarded) == (kept, thrown)
        assert self.pool.is_copy(event.swapped, life.computed if swaps else 0)
        assert event.free_blocks == len(self.pool.free) < event.needed_blocks
        assert event.shared_blocks == len(life.blocks) - len(event.blocks)
        if self.prefill == "first" and self.held and self.held[0] != event.rid:
            self.displaced[self.held[0]] = self.held[1]
        self._release(life, event.blocks)
        life.lose(discards=discards, swaps=swaps)
        self.queue.insert(0, life)

    def _cancel(self, event: events.Cancelled, step: int) -> None:
        life = self.lives[event.rid]
        assert event.emitted == life.emitted
        if life in self.running:
            self._release(life, event.blocks)
        else:
            assert event.blocks == ()
            if self.held and self.held[0] == event.rid:
                self.held = None
            self.queue.remove(life)
        if not self.running and all(other.state != "preempted" for other in self.queue):
            self.holding = []
        life.state, life.computed, life.swapped = "cancelled", 0, False
        life.cancelled_at = step

    def _admit(self, event: events.Admitted, step: int) -> None:
        life = self.queue.pop(0)
        assert life.request.rid == event.rid
        assert event.known_tokens == life.known
        assert event.resumed == (life.state == "preempted")
        self._take(event.blocks, event.free_blocks)
        life.admitted_in.append(step)
        life.state, life.blocks = "prefilling", list(event.blocks)
        assert self.pool.is_copy(event.swapped, life.computed if life.swapped else 0)
        if life.swapped and life.emitted and life.computed == life.known - 1:
            life.state = "decoding"
        life.swapped = False
        self.running.append(life)
        self.held = None

    def _hit(self, event: events.Hit) -> None:
        """What was there of the one admitted last; it took as many blocks fewer."""
        assert isinstance(self.pool, SharedStack)
        life = self.lives[event.rid]
        assert life is self.running[-1]
        assert list(event.blocks) == self.pool.hits(life, self.running[:-1]) != []
        assert event.tokens == len(event.blocks) * self.pool.block_size < event.known_tokens
        assert event.known_tokens == life.known
        life.blocks[:0] = event.blocks
        assert event.own_tokens == life.find(event.tokens)

    def _hold(self, event: events.Held) -> None:
        """A holding is told when the head or its cause changes, and only then."""
        head = self.queue[0]
        assert event.rid == head.request.rid
        assert (event.rid, event.cause) != self.held
        assert (event.running, event.free_blocks) == (self.slots(), len(self.pool.free))
        assert event.largest_piece == self.pool.piece()
        assert event.why or self.begins or event.needed_blocks == self._needed(head)
        self.held = (event.rid, event.cause)

    def slots(self) -> int:
        return len(self.running) + len(self.holding)

    def _needed(self, life: Life) -> int:
        return self.pool.needed(life, self.running)

    def _prefill(self, event: events.Chunk | events.FirstToken, step: int) -> None:
        life = self.lives[event.rid]
        assert life.state == "prefilling"
        assert event.tokens >= 1
        before = self.running[: self.running.index(life)]
        assert self.begins or all(one.state == "decoding" or one.served for one in before)
        life.computed, life.served = life.computed + event.tokens, True
        self.processed += event.tokens
        assert life.computed <= life.known
        if life.computed == life.known:
            life.state, life.fresh = "decoding", True
            life.send(step)

    def _run(self, event: events.Ran, step: int) -> None:
        decoding = [life for life in self.running if life.state == "decoding"]
        ready = [life for life in decoding if not life.fresh]
        stalled = len(ready) if self.prefill == "first" and self.processed else 0
        ready = [] if stalled else ready
        tokens, sent = self.processed + len(ready), len(decoding) - stalled
        assert event == events.Ran(len(self.running), tokens, sent, stalled)
        self.processed += len(ready)
        for life in self.running:
            life.held_slots += 1
            life.useful_slots += life.served or life in ready
        for life in self.holding:
            life.held_slots += 1
        for life in ready:
            life.computed, life.served = life.computed + 1, True
            life.send(step)
        if self.queue and self.held:
            numbers = (self.slots(), self.needed or 0, len(self.pool.free))
            self.decided = events.Held(*self.held, *numbers, self.pool.piece())

    def _finish(self, event: events.Finished) -> None:
        life = self.lives[event.rid]
        assert life.emitted == life.request.output_len
        self._release(life, event.blocks)
        life.state, life.computed = "finished", 0
        self.holding = [] if event.slots else [*self.holding, life]

    def end_step(self) -> None:
        """Count the step for everyone it did nothing for."""
        for life in self.queue[:1]:
            assert self.held is not None
            assert self.held[0] == life.request.rid
            life.wait(self.held[1])
        for life in self.queue[1:]:
            life.wait(self.displaced.get(life.request.rid, "turn"))
        self.displaced = {}
        for life in self.running:
            life.unserved += not life.served
            life.served = life.fresh = False
        self.decided, self.needed, self.processed = None, None, 0

    def check_rows(self, moment: Moment) -> None:
        """Compare who is where with `moment`, which has heard the same."""
        assert shown(moment.waiting) == [life.row for life in self.queue]
        assert shown(moment.running) == [life.row for life in self.running]
        assert list(moment.free) == self.pool.free
        for rid, life in self.named:
            row = moment.find(rid)
            assert shown([row] if row else []) == ([life.row] if life.state else [])

    def results(self) -> dict[str, Result]:
        """Every request's figures so far."""
        return {rid: life.result for rid, life in self.lives.items()}
