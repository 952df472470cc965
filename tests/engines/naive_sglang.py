"""SGLang's scheduler again, naive: the engine's own lists, walked and rebuilt at every step.

Written from the notes on the engine and its source, without a look at the engine it checks: the
running batch keeps who has finished until it is filtered, a prefill's batch is merged a step later.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

Content = tuple[Hashable, ...]


class Tree:
    """Pages: private ones, those of the tree by content with their users, and nobody's in order."""

    def __init__(self, pages: int, size: int, *, caching: bool) -> None:
        self.pages, self.size, self.caching = pages, size, caching
        self.private = 0
        self.users: dict[Content, int] = {}
        self.idle: list[Content] = []

    @property
    def available(self) -> int:
        return self.pages - self.private - len(self.users)

    def take(self, pages: int) -> None:
        self.private += pages
        while self.private + len(self.users) + len(self.idle) > self.pages:
            del self.idle[0]

    def match(self, tokens: Content) -> list[Content]:
        found: list[Content] = []
        for end in range(self.size, len(tokens) + 1, self.size):
            if not self.caching or not (tokens[:end] in self.users or tokens[:end] in self.idle):
                break
            found.append(tokens[:end])
        return found

    def lock(self, content: Content) -> None:
        if content in self.idle:
            self.idle.remove(content)
        self.users[content] = self.users.get(content, 0) + 1

    def unlock(self, content: Content) -> None:
        self.users[content] -= 1
        if not self.users[content]:
            del self.users[content]
            self.idle.append(content)


@dataclass(eq=False)
class Asked:
    """A request; `locked` are its pages in the tree, `own` the number of its others."""

    rid: str
    arrival: int
    prompt: Content
    output_len: int
    output: Hashable
    computed: int = 0
    sent: int = 0
    locked: list[Content] = field(default_factory=list)
    own: int = 0
    finished: bool = False
    aborted: bool = False
    retractions: int = 0
    first_token: int | None = None
    finish: int | None = None

    @property
    def known(self) -> Content:
        return (*self.prompt, *((self.output, at) for at in range(self.sent)))


@dataclass(frozen=True)
class Rules:
    """The knobs."""

    pool: int
    page: int
    slots: int
    chunk: int | None
    prefill: int
    policy: str
    conservativeness: float
    mixed: bool
    caching: bool
    clip: int
    seed: int


@dataclass
class Step:
    """A step, as the other naive engines tell it, and the ratio after it."""

    step: int
    tokens: dict[str, int]
    retracted: list[str]
    used: int
    running: list[str]
    waiting: list[str]
    ratio: float
    full: bool


class NaiveSgLang:
    """One replica; those that could never run are left out by the caller."""

    def __init__(self, asked: Sequence[Asked], rules: Rules) -> None:
        self.rules = rules
        self.coming = sorted(asked, key=lambda one: one.arrival)
        self.tree = Tree(rules.pool // rules.page, rules.page, caching=rules.caching)
        self.waiting: list[Asked] = []
        self.running: list[Asked] = []
        self.last: list[Asked] = []
        self.chunked: Asked | None = None
        self.full = False
        self.first = self.ratio = min(0.7 * rules.conservativeness, 1.0)
        self.now = 0
        self.retracted: list[str] = []

    def steps(self) -> Iterator[Step]:
        while self.coming or self.waiting or self.there():
            if not (self.waiting or self.there()):
                self.now = max(self.now, self.coming[0].arrival)
                self.running, self.last, self.full, self.ratio = [], [], False, self.first
            while self.coming and self.coming[0].arrival <= self.now:
                self.waiting.append(self.coming.pop(0))
            yield self.step()
            self.now += 1

    def there(self) -> list[Asked]:
        """Who runs, once each, in no order."""
        chunked = [] if self.chunked is None else [self.chunked]
        every = [*self.running, *self.last, *chunked]
        return [one for one in dict.fromkeys(every) if not one.finished]

    def step(self) -> Step:
        self.retracted = []
        self.merge()
        tokens = self.prefill()
        decodes: list[Asked] = []
        if tokens and self.rules.mixed:
            self.running = decodes = [one for one in self.running if not one.finished]
            for one in decodes:
                self.extend(one, 1)
            self.running = []
        elif not tokens:
            decodes = self.decode()
            if not decodes:
                self.ratio = self.first
                tokens = self.prefill()
        self.compute(tokens, decodes)
        used = self.tree.private + len(self.tree.users)
        told = {one.rid: count for one, count in tokens.items()}
        told |= {one.rid: 1 for one in decodes}
        if tokens:
            self.last = [*tokens, *decodes]
        self.leave([*tokens, *decodes])
        shrinks = any(one.finished or one is self.chunked for one in self.last)
        running = sorted(one.rid for one in self.there())
        waiting = [one.rid for one in self.waiting]
        full = self.full and not shrinks
        return Step(self.now, told, self.retracted, used, running, waiting, self.ratio, full)

    def merge(self) -> None:
        if self.last:
            kept = [one for one in self.last if not one.finished and one is not self.chunked]
            if len(kept) < len(self.last):
                self.full = False
            self.running += kept
            self.last = []

    # Prefill

    def prefill(self) -> dict[Asked, int]:
        """Who gets how many tokens of a prompt; nobody if there is no prefill."""
        if (self.full or not self.waiting) and self.chunked is None:
            return {}
        rules, batch = self.rules, len(self.running)
        self.sort()
        mixed = batch if rules.mixed else 0
        decoding = [one for one in self.running if not one.finished]
        kept = sum(self.new_pages(one, 1) for one in decoding) if mixed else 0
        if kept > self.tree.available:
            return {}
        offset = mixed + sum(
            min(one.output_len - one.sent, rules.clip) * self.ratio for one in self.running
        )
        prefill, chunk = rules.prefill - mixed, rules.chunk
        if chunk is not None:
            chunk -= mixed
        pages, locked = self.tree.available, 0
        chosen: dict[Asked, int] = {}
        chunked = self.chunked
        if chunked is not None:
            assert chunk is not None
            left = int(pages * rules.page - offset)
            room = (chunked.own + len(chunked.locked) + pages - kept) * rules.page
            whole = len(chunked.known) - chunked.computed
            tokens = max(0, min(whole, chunk, left, room - chunked.computed))
            if tokens:
                chosen[chunked] = tokens
                self.extend(chunked, tokens)
                charged = self.ceil(tokens)
                offset += charged + (min(chunked.output_len, rules.clip) if tokens == whole else 0)
                prefill, chunk = prefill - charged, chunk - charged
                if tokens == whole:
                    self.chunked = None
        while self.waiting:
            head = self.waiting[0]
            if len(chosen) >= rules.slots - batch:
                self.full = True
                break
            found = self.tree.match(head.known[:-1])
            extend = len(head.known) - len(found) * rules.page
            unheld = sum(content in self.tree.idle for content in found)
            left = (pages - locked) * rules.page - offset
            total = extend + min(head.output_len - head.sent, rules.clip)
            if total >= left:
                self.full = True
                break
            if self.ceil(extend) >= prefill and chosen:
                break
            room = (self.tree.available - unheld - kept) * rules.page
            if total >= left - unheld * rules.page or extend > room:
                self.full = True
                break
            tokens = extend
            if chunk is not None and self.ceil(extend) > chunk:
                tokens = chunk // rules.page * rules.page
                if tokens <= 0:
                    break
                self.chunked = head
            del self.waiting[0]
            for content in found:
                self.tree.lock(content)
            head.locked, head.computed = found, len(found) * rules.page
            chosen[head] = tokens
            self.extend(head, tokens)
            locked += unheld
            charged = self.ceil(tokens)
            offset += charged + (min(head.output_len, rules.clip) if tokens == extend else 0)
            prefill -= charged
            chunk = None if chunk is None else chunk - charged
            if (pages - locked) * rules.page - offset <= 0:
                self.full = True
                break
            if prefill <= 0 or (chunk is not None and chunk <= 0):
                break
        return chosen

    def sort(self) -> None:
        if self.rules.policy == "lof":
            self.waiting.sort(key=lambda one: -one.output_len)
        elif self.rules.policy == "lpm" and self.rules.caching and len(self.waiting) <= 128:
            self.waiting.sort(key=lambda one: -len(self.tree.match(one.known)))
        elif self.rules.policy == "random":
            Random(f"{self.rules.seed} {self.now}").shuffle(self.waiting)

    def ceil(self, tokens: int) -> int:
        return -(-tokens // self.rules.page) * self.rules.page

    def new_pages(self, one: Asked, tokens: int) -> int:
        held = one.own + len(one.locked)
        return self.ceil(one.computed + tokens) // self.rules.page - held

    def extend(self, one: Asked, tokens: int) -> None:
        pages = self.new_pages(one, tokens)
        one.own += pages
        self.tree.take(pages)

    # Decode

    def decode(self) -> list[Asked]:
        """Everyone in the batch, with their pages; nobody if nothing is left of it."""
        before = len(self.running)
        self.running = [one for one in self.running if not one.finished]
        if not self.running:
            self.full = False
            return []
        if self.lacks():
            self.retract()
        else:
            least = self.first * 0.14
            self.ratio = max(self.ratio - (self.first - least) / 600, least)
        if len(self.running) < before:
            self.full = False
        for one in self.running:
            self.extend(one, 1)
        return list(self.running)

    def lacks(self) -> bool:
        return sum(self.new_pages(one, 1) for one in self.running) > self.tree.available

    def retract(self) -> None:
        while self.lacks() and len(self.running) > 1:
            fewest = min((one.sent, -len(one.prompt)) for one in self.running)
            victim = [o for o in self.running if (o.sent, -len(o.prompt)) == fewest][-1]
            self.running.remove(victim)
            self.release(victim)
            victim.retractions += 1
            victim.computed = 0
            self.retracted.append(victim.rid)
            self.waiting.append(victim)
        if self.lacks():
            last = self.running.pop()
            self.release(last)
            last.finished = last.aborted = True
        sent, most = (
            sum(one.sent for one in self.running),
            sum(o.output_len for o in self.running),
        )
        self.ratio = min(1.0, (sent + 20 * len(self.running)) / (most + 1))

    # Work

    def compute(self, tokens: dict[Asked, int], decodes: list[Asked]) -> None:
        for one, count in tokens.items():
            one.computed += count
            if one.computed == len(one.known):
                self.send(one)
                self.insert(one, one.computed)
            else:
                self.insert(one, one.computed)
        for one in decodes:
            one.computed += 1
            self.send(one)

    def send(self, one: Asked) -> None:
        one.sent += 1
        if one.first_token is None:
            one.first_token = self.now

    def insert(self, one: Asked, tokens: int) -> None:
        """Full pages go to the tree; what is there already is used instead."""
        if not self.rules.caching:
            return
        known = one.known
        for end in range(self.rules.page, tokens + 1, self.rules.page):
            content = known[:end]
            if content not in one.locked:
                self.tree.lock(content)
                one.locked.append(content)
                one.own -= 1
                self.tree.private -= 1

    def release(self, one: Asked) -> None:
        self.tree.private -= one.own
        for content in reversed(one.locked):
            self.tree.unlock(content)
        one.own, one.locked = 0, []

    def leave(self, batch: list[Asked]) -> None:
        for one in batch:
            if one.sent == one.output_len:
                self.insert(one, len(one.prompt) + one.output_len - 1)
                self.release(one)
                one.finished = True
                one.finish = self.now
