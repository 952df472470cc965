"""vLLM's scheduler again, naive: lists that are sorted, scanned and rebuilt at every step.

Written from the rules alone (the recordings' RULES.md and the table of versions), without a look at
the engine it checks; it equals every recorded step, block ids and the order of free blocks
included.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.engines.naive_asked import Asked, Step
from tests.engines.naive_order import NaiveOrder
from tests.engines.naive_pool import NaivePool


@dataclass(frozen=True)
class Rules:
    """The knobs, and what the versions differ by; `one_stamp`: same-step arrivals share a time.

    `victim` is a policy in the place of vLLM's own, `order` that of another queue; with `overtakes`
    each is passed so often. `static` and `whole_life` are gates.
    """

    max_num_seqs: int
    max_num_batched_tokens: int
    block_size: int
    num_blocks: int
    by_priority: bool = False
    reserve_full_isl: bool = True
    watermark: float = 0.0
    threshold: int = 0
    caching: bool = False
    chunked: bool = True
    freed_to_front: bool = True
    alone_has_no_threshold: bool = True
    cursor_always_back: bool = True
    goes_on_without_asker: bool = True
    one_stamp: bool = False
    victim: Callable[[Sequence[Asked]], Asked] | None = None
    order: Callable[[], NaiveOrder[Asked]] = NaiveOrder[Asked]
    overtakes: int = 0
    static: bool = False
    whole_life: bool = False


class NaiveVllm:
    """One replica."""

    def __init__(self, asked: Sequence[Asked], rules: Rules) -> None:
        self.rules = rules
        for rank, one in enumerate(asked):
            one.rank = rank
        self.coming = sorted(asked, key=lambda one: (one.arrival, one.rank))
        self.waiting: list[Asked] = []
        self.running: list[Asked] = []
        self.pool = NaivePool(rules.num_blocks, freed_to_front=rules.freed_to_front)
        self.step = 0
        self.budget = 0
        self.threshold = 0
        self.scheduled: dict[str, int] = {}
        self.preempted: list[str] = []
        self.order = rules.order()
        self.keeping: list[Asked] = []  # slots, of finished members of a batch
        self.forms = True

    def steps(self, *, idle: bool = False) -> Iterator[Step]:
        """Every step to the end; the empty ones between arrivals only if they are asked for."""
        while self.coming or self.waiting or self.running:
            if not (self.waiting or self.running or idle):
                self.step = max(self.step, self.coming[0].arrival)
            self.schedule()
            yield self.seen()
            self.execute()
            self.step += 1

    def schedule(self) -> None:
        while self.coming and self.coming[0].arrival <= self.step:
            one = self.coming.pop(0)
            self.waiting.append(one)
            self.order.join(one)
            self.sort()
        alone = len(self.waiting) + len(self.running) == 1
        ignored = self.rules.alone_has_no_threshold and alone
        self.threshold = 0 if ignored else self.rules.threshold
        self.budget = self.rules.max_num_batched_tokens
        self.scheduled, self.preempted = {}, []
        self.forms = not (self.running or self.keeping)
        self.schedule_running()
        if not self.preempted:
            self.schedule_waiting()

    def sort(self) -> None:
        if self.rules.by_priority:
            self.waiting.sort(key=lambda one: (one.priority, one.arrival, one.rank))

    def cut(self, tokens: int) -> int:
        if 0 < self.threshold < tokens:
            tokens = self.threshold
        return min(tokens, self.budget)

    def blocks(self, tokens: int) -> int:
        return -(-tokens // self.rules.block_size)

    def schedule_running(self) -> None:
        cursor = 0
        while cursor < len(self.running) and self.budget > 0:
            one = self.running[cursor]
            tokens = self.cut(one.known - one.computed)
            needed = self.blocks(one.computed + tokens)
            while needed - len(one.blocks) > len(self.pool.free) and one in self.running:
                cursor -= self.preempt(cursor)
            if one in self.running:
                self.give(one, tokens)
                cursor += 1
            elif not (self.rules.by_priority and self.rules.goes_on_without_asker):
                break

    def preempt(self, cursor: int) -> int:
        """Somebody goes; how far the cursor moves back."""
        victim = self.running[-1]
        if self.rules.victim is not None:
            victim = self.rules.victim(self.running)
        elif self.rules.by_priority:
            victim = max(self.running, key=self.urgency)
        place = self.running.index(victim)
        del self.running[place]
        had = self.scheduled.pop(victim.rid, 0)
        self.budget += had
        self.pool.free_table(victim.blocks)
        victim.blocks, victim.computed = [], 0
        victim.preemptions += 1
        self.preempted.append(victim.rid)
        self.waiting.insert(0, victim)
        self.sort()
        moves = place < cursor and (self.rules.cursor_always_back or had)
        return 1 if moves else 0

    def urgency(self, one: Asked) -> tuple[int, int, int]:
        return (one.priority, one.arrival, 0 if self.rules.one_stamp else one.rank)

    def give(self, one: Asked, tokens: int) -> None:
        """Blocks for `tokens` more, whose full ones can be hit from now on."""
        until = one.computed + tokens
        while len(one.blocks) < self.blocks(until):
            one.blocks.append(self.pool.take())
        if self.rules.caching:
            size = self.rules.block_size
            for at in range(until // size):
                self.pool.enter(one.blocks[at], one.content((at + 1) * size))
        self.scheduled[one.rid] = tokens
        self.budget -= tokens

    def schedule_waiting(self) -> None:
        while one := self.next_in():
            hits = self.hits(one)
            self.waiting.remove(one)
            self.order.admit(one)
            one.passed = 0
            self.pool.share(hits)
            one.blocks, one.computed = hits, len(hits) * self.rules.block_size
            self.give(one, self.cut(one.known - one.computed))
            self.running.append(one)

    def next_in(self) -> Asked | None:
        """Who comes in now: the head, or if that may be passed the first that fits."""
        line = self.order.line(self.waiting)
        for place, one in enumerate(line):
            held = self.held(one)
            if held is None:
                for before in line[:place]:
                    before.passed += 1
                return one
            if held != "blocks" or one.passed >= self.rules.overtakes:
                break
        return None

    def held(self, one: Asked) -> str | None:
        """What keeps it from coming in now."""
        rules, size = self.rules, self.rules.block_size
        if rules.static and not self.forms and not one.preemptions:
            return "slots"
        if len(self.running) + len(self.keeping) >= rules.max_num_seqs:
            return "slots"
        hits = self.hits(one)
        rest = one.known - len(hits) * size
        tokens = self.cut(rest)
        if self.budget <= 0 or (not rules.chunked and tokens < rest):
            return "budget"
        lives = [self.blocks(len(r.prompt) + r.output_len - 1) for r in [*self.running, one]]
        if rules.whole_life and sum(lives) > rules.num_blocks:
            return "blocks"
        return None if self.fits(one, hits, len(hits) * size + tokens) else "blocks"

    def hits(self, head: Asked) -> list[int]:
        found: list[int] = []
        size = self.rules.block_size
        for at in range((head.known - 1) // size if self.rules.caching else 0):
            block = self.pool.hit(head.content((at + 1) * size))
            if block is None:
                break
            found.append(block)
        return found

    def fits(self, head: Asked, hits: list[int], until: int) -> bool:
        spare = int(self.rules.watermark * (self.rules.num_blocks + 1)) if self.running else 0
        nobodys = sum(block in self.pool.free for block in hits)
        most = head.known if self.rules.reserve_full_isl else until
        required = self.blocks(max(most, until)) - len(hits) + nobodys + spare
        return required <= len(self.pool.free)

    def execute(self) -> None:
        for one in [next(r for r in self.running if r.rid == rid) for rid in self.scheduled]:
            one.computed += self.scheduled[one.rid]
            if one.computed < one.known:
                continue
            one.sent += 1
            if one.first_token is None:
                one.first_token = self.step
            if one.sent == one.output_len:
                one.finish = self.step
                self.running.remove(one)
                self.pool.free_table(one.blocks)
                self.keeping += [one] if self.rules.static else []
        if not self.running and not any(one.preemptions for one in self.waiting):
            self.keeping = []

    def seen(self) -> Step:
        there = [*self.running, *self.order.line(self.waiting)]
        return Step(
            self.step,
            list(self.scheduled.items()),
            sorted(self.preempted),
            [one.rid for one in self.running],
            [one.rid for one in self.order.line(self.waiting)],
            self.rules.num_blocks - len(self.pool.free),
            {one.rid: list(one.blocks) for one in there},
            {one.rid: one.computed + self.scheduled.get(one.rid, 0) for one in there},
            {one.rid: [len(one.prompt), one.sent] for one in there},
            list(self.pool.free),
            sorted(self.pool.contents),
        )
