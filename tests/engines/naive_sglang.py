"""SGLang's scheduler again, naive: the engine's own lists, walked and rebuilt at every step.

Written from the notes on the engine and its source, without a look at the engine it checks: the
running batch keeps who has finished until it is filtered, a prefill's batch is merged a step later.
"""

from collections.abc import Iterator, Sequence
from random import Random

from tests.engines.naive_sglang_parts import Asked, Budget, Rules, Step, Tree


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
        self.sort()
        budget = self.budget()
        if budget.kept > self.tree.available:
            return {}
        if self.chunked is not None:
            self.go_on(self.chunked, budget)
        while self.waiting:
            if len(budget.chosen) >= self.rules.slots - len(self.running):
                self.full = True
                break
            tokens = self.fits(self.waiting[0], budget)
            if not tokens:
                break
            self.start(self.waiting.pop(0), tokens, budget)
            if budget.left <= 0:
                self.full = True
                break
            if budget.prefill <= 0 or (budget.chunk is not None and budget.chunk <= 0):
                break
        return budget.chosen

    def budget(self) -> Budget:
        rules, batch = self.rules, self.running
        mixed = len(batch) if rules.mixed else 0
        decoding = [one for one in batch if not one.finished] if mixed else []
        kept = sum(self.new_pages(one, 1) for one in decoding)
        more = sum(min(one.output_len - one.sent, rules.clip) * self.ratio for one in batch)
        chunk = None if rules.chunk is None else rules.chunk - mixed
        return Budget(
            rules.page, self.tree.available, mixed + more, rules.prefill - mixed, chunk, kept
        )

    def go_on(self, one: Asked, budget: Budget) -> None:
        """The prompt in the middle of its chunks goes first."""
        assert budget.chunk is not None
        pages = one.own + len(one.locked) + budget.pages - budget.kept
        whole, room = len(one.known) - one.computed, pages * self.rules.page - one.computed
        tokens = max(0, min(whole, budget.chunk, int(budget.left), room))
        if tokens:
            self.extend(one, tokens)
            budget.charge(one, tokens, self.rules.clip if tokens == whole else 0)
        if tokens == whole:
            self.chunked = None

    def fits(self, one: Asked, budget: Budget) -> int:
        """Tokens that it gets, 0 if it stays out."""
        page, found = self.rules.page, self.tree.match(one.known[:-1])
        extend = len(one.known) - len(found) * page
        unheld = sum(content in self.tree.idle for content in found)
        total = extend + min(one.output_len - one.sent, self.rules.clip)
        if total >= budget.left:
            self.full = True
            return 0
        if self.ceil(extend) >= budget.prefill and budget.chosen:
            return 0
        room = (self.tree.available - unheld - budget.kept) * page
        if total >= budget.left - unheld * page or extend > room:
            self.full = True
            return 0
        if budget.chunk is None or self.ceil(extend) <= budget.chunk:
            return extend
        return max(0, budget.chunk // page * page)

    def start(self, one: Asked, tokens: int, budget: Budget) -> None:
        found = self.tree.match(one.known[:-1])
        budget.locked += sum(content in self.tree.idle for content in found)
        for content in found:
            self.tree.lock(content)
        one.locked, one.computed = found, len(found) * self.rules.page
        whole = one.computed + tokens == len(one.known)
        if not whole:
            self.chunked = one
        self.extend(one, tokens)
        budget.charge(one, tokens, self.rules.clip if whole else 0)

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
            self.tree.release(victim)
            victim.retractions += 1
            victim.computed = 0
            self.retracted.append(victim.rid)
            self.waiting.append(victim)
        if self.lacks():
            last = self.running.pop()
            self.tree.release(last)
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
            self.tree.insert(one, one.computed)
        for one in decodes:
            one.computed += 1
            self.send(one)

    def send(self, one: Asked) -> None:
        one.sent += 1
        if one.first_token is None:
            one.first_token = self.now

    def leave(self, batch: list[Asked]) -> None:
        for one in batch:
            if one.sent == one.output_len:
                self.tree.insert(one, len(one.prompt) + one.output_len - 1)
                self.tree.release(one)
                one.finished = True
                one.finish = self.now
