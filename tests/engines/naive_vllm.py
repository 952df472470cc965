"""vLLM's scheduler again, naive: lists that are sorted, scanned and rebuilt at every step.

Written from the rules alone (the recordings' RULES.md and the table of versions), without a look at
the engine it checks; it equals every recorded step, block ids and the order of free blocks
included.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.engines.naive_pool import Key, NaivePool


@dataclass
class Asked:
    """A request: its prompt as tokens that are equal where they are, and where its output is from.

    The token number n of an output is (`output`, n).
    """

    rid: str
    arrival: int
    prompt: Sequence[Hashable]
    output_len: int
    priority: int
    output: Hashable
    rank: int = 0
    computed: int = 0
    sent: int = 0
    preemptions: int = 0
    first_token: int | None = None
    finish: int | None = None
    blocks: list[int] = field(default_factory=list)

    @property
    def known(self) -> int:
        return len(self.prompt) + self.sent

    def token(self, at: int) -> Hashable:
        prompt = len(self.prompt)
        return self.prompt[at] if at < prompt else (self.output, at - prompt)

    def content(self, tokens: int) -> Key:
        return tuple(self.token(at) for at in range(tokens))


@dataclass(frozen=True)
class Rules:
    """The knobs, and what the versions differ by; `one_stamp`: same-step arrivals share a time.

    `victim` is a policy in the place of vLLM's own.
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


@dataclass(frozen=True)
class Step:
    """What stands after scheduling, before the results are applied."""

    step: int
    scheduled: list[tuple[str, int]]
    preempted: list[str]
    running: list[str]
    waiting: list[str]
    used: int
    blocks: dict[str, list[int]]
    computed: dict[str, int]
    tokens: dict[str, list[int]]
    free: list[int]
    hashed: list[int]


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
            self.waiting.append(self.coming.pop(0))
            self.sort()
        alone = len(self.waiting) + len(self.running) == 1
        ignored = self.rules.alone_has_no_threshold and alone
        self.threshold = 0 if ignored else self.rules.threshold
        self.budget = self.rules.max_num_batched_tokens
        self.scheduled, self.preempted = {}, []
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
        while self.waiting and self.budget > 0 and len(self.running) < self.rules.max_num_seqs:
            head = self.waiting[0]
            hits = self.hits(head)
            computed = len(hits) * self.rules.block_size
            tokens = self.cut(head.known - computed)
            if not self.fits(head, hits, computed + tokens) or (
                not self.rules.chunked and tokens < head.known - computed
            ):
                break
            del self.waiting[0]
            self.pool.share(hits)
            head.blocks, head.computed = hits, computed
            self.give(head, tokens)
            self.running.append(head)

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

    def seen(self) -> Step:
        there = [*self.running, *self.waiting]
        return Step(
            self.step,
            list(self.scheduled.items()),
            sorted(self.preempted),
            [one.rid for one in self.running],
            [one.rid for one in self.waiting],
            self.rules.num_blocks - len(self.pool.free),
            {one.rid: list(one.blocks) for one in there},
            {one.rid: one.computed + self.scheduled.get(one.rid, 0) for one in there},
            {one.rid: [len(one.prompt), one.sent] for one in there},
            list(self.pool.free),
            sorted(self.pool.contents),
        )
