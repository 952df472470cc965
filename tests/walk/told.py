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
from core.past import Waited
from core.request import Request
from core.results import Result
from tests.walk.lives import Life, shown
from tests.walk.pools import SharedStack, Stack

WORK = (events.Chunk, events.FirstToken, events.Ran)
NAMED = 12
"""Requests that are looked for by name in each moment."""


class Told:
    """Who waits and runs, in order, what they hold and what is free."""

    def __init__(self, requests: Sequence[Request], pool: Stack, *, begins: bool = False) -> None:
        """Start before the first event; admissions may take less than blocks for all known text."""
        self.begins = begins
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

    def hear(self, event: events.Event, step: int) -> None:  # noqa: C901 - a case for each kind
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
        life = self.lives[event.rid]
        assert self.lives[event.asker] in self.running
        assert (event.lost_tokens, event.emitted) == (life.computed, life.emitted)
        assert event.free_blocks == len(self.pool.free) < event.needed_blocks
        assert event.shared_blocks == len(life.blocks) - len(event.blocks)
        self._release(life, event.blocks)
        life.lose()
        self.queue.insert(0, life)

    def _admit(self, event: events.Admitted, step: int) -> None:
        life = self.queue.pop(0)
        assert life.request.rid == event.rid
        assert event.known_tokens == life.known
        assert event.resumed == (life.state == "preempted")
        self._take(event.blocks, event.free_blocks)
        life.admitted_in.append(step)
        life.state, life.blocks = "prefilling", list(event.blocks)
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
        life.computed = event.tokens

    def _hold(self, event: events.Held) -> None:
        """A holding is told when the head or its cause changes, and only then."""
        head = self.queue[0]
        assert event.rid == head.request.rid
        assert (event.rid, event.cause) != self.held
        assert (event.running, event.free_blocks) == (self._slots(), len(self.pool.free))
        assert event.largest_piece == self.pool.piece()
        assert event.why or self.begins or event.needed_blocks == self._needed(head)
        self.held = (event.rid, event.cause)

    def _slots(self) -> int:
        return len(self.running) + len(self.holding)

    def _needed(self, life: Life) -> int:
        return self.pool.needed(life, self.running)

    def _prefill(self, event: events.Chunk | events.FirstToken, step: int) -> None:
        life = self.lives[event.rid]
        assert life.state == "prefilling"
        assert event.tokens >= 1
        life.computed, life.served = life.computed + event.tokens, True
        self.processed += event.tokens
        assert life.computed <= life.known
        if life.computed == life.known:
            life.state, life.fresh = "decoding", True
            life.send(step)

    def _run(self, event: events.Ran, step: int) -> None:
        decoding = [life for life in self.running if life.state == "decoding"]
        ready = [life for life in decoding if not life.fresh]
        assert event == events.Ran(len(self.running), self.processed + len(ready), len(decoding))
        self.processed += len(ready)
        for life in self.running:
            life.held_slots += 1
            life.useful_slots += life.served or life in ready
        for life in self.holding:
            life.held_slots += 1
        for life in ready:
            life.computed += 1
            life.send(step)
        if self.queue and self.held:
            numbers = (self._slots(), self.needed or 0, len(self.pool.free))
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
            life.wait("turn")
        for life in self.running:
            life.unserved += life.state == "prefilling" and not life.served
            life.served = life.fresh = False
        self.decided, self.needed, self.processed = None, None, 0

    def check(self, moment: Moment) -> None:
        """Compare with `moment`, which has heard the same."""
        assert shown(moment.waiting) == [life.row for life in self.queue]
        assert shown(moment.running) == [life.row for life in self.running]
        assert list(moment.free) == self.pool.free
        for rid, life in self.named:
            row = moment.find(rid)
            assert shown([row] if row else []) == ([life.row] if life.state else [])
        self._check_held(moment)
        self._check_counts(moment)

    def _check_held(self, moment: Moment) -> None:
        held = moment.held
        at_head = self.held if self.queue and self.held else None
        if at_head is None or self.queue[0].request.rid != at_head[0]:
            assert held is None
            return
        assert held is not None
        assert (held.rid, held.cause) == at_head
        assert held.why or self.begins or self.decided is None or held == self.decided

    def _check_counts(self, moment: Moment) -> None:
        lives = self.lives.values()
        assert moment.preemptions == sum(life.preemptions for life in lives)
        assert moment.finished == sum(life.state == "finished" for life in lives)
        assert moment.rejected == sum(life.state == "rejected" for life in lives)
        assert moment.held_slots == self._slots()
        assert moment.holding == tuple(life.request.rid for life in self.holding)
        assert moment.tokens == self.processed
        assert list(moment.waited) == [Waited(**life.stay) for life in self.queue]
        assert (moment.free_blocks, moment.cached_blocks) == (len(self.pool.free), 0)
        assert moment.used_blocks + moment.free_blocks == moment.total_blocks
        owners: dict[int, list[str]] = {}
        for life in self.running:
            for block in life.blocks:
                owners.setdefault(block, []).append(life.request.rid)
        assert moment.used_blocks == len(owners)
        for block in range(1, moment.total_blocks + 1):
            assert moment.owners(block) == tuple(owners.get(block, ()))
            assert moment.refs(block) == len(owners.get(block, ()))

    def results(self) -> dict[str, Result]:
        """Every request's figures so far."""
        return {rid: life.result for rid, life in self.lives.items()}
