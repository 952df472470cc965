"""TensorRT-LLM's scheduler again, naive: one list of requests that is walked at every step.

Written from the notes on the engine's source alone, without a look at the engine it checks. A
request that waits, one that is paused and one that runs all stand in the one list, in the order of
arrival, until they are done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass
class Asked:
    """A request. It has `started` if it holds blocks, and `generates` if its context is done.

    `done` of its tokens are computed.
    """

    rid: str
    arrival: int
    prompt: int
    output: int
    sent: int = 0
    started: bool = False
    generates: bool = False
    done: int = 0
    blocks: int = 0
    pauses: int = 0
    first_token: int | None = None
    finish: int | None = None

    @property
    def context(self) -> int:
        """What is to be computed before its next token: paused tokens belong to the prompt."""
        return self.prompt + self.sent


@dataclass(frozen=True)
class Rules:
    """The knobs."""

    policy: str
    pool: int
    size: int
    slots: int
    budget: int
    chunked: bool


@dataclass
class Step:
    """A step: who got tokens, who was paused, blocks taken at work, and the list as it is left."""

    step: int
    tokens: dict[str, int] = field(default_factory=dict)
    paused: list[str] = field(default_factory=list)
    used: int = 0
    started: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)


class NaiveTensorRt:
    """One replica; those that could never run are left out by the caller."""

    def __init__(self, asked: Sequence[Asked], rules: Rules) -> None:
        self.rules = rules
        self.coming = sorted(asked, key=lambda one: one.arrival)
        self.list: list[Asked] = []
        self.now = 0

    def steps(self) -> Iterator[Step]:
        while self.coming or self.list:
            if not self.list:
                self.now = max(self.now, self.coming[0].arrival)
            while self.coming and self.coming[0].arrival <= self.now:
                self.list.append(self.coming.pop(0))
            yield self.step()
            self.now += 1

    def step(self) -> Step:
        seen = Step(self.now)
        if self.rules.policy == "MAX_UTILIZATION":
            fitting = self.max_utilization(seen)
        else:
            fitting = self.no_evict()
        seen.tokens = self.share(fitting)
        for one in self.list:
            if one.rid in seen.tokens:
                self.serve(one, seen.tokens[one.rid])
        seen.used = sum(one.blocks for one in self.list)
        for one in list(self.list):
            if one.sent == one.output:
                one.finish = self.now
                self.list.remove(one)
        seen.started = [one.rid for one in self.list if one.started]
        seen.waiting = [one.rid for one in self.list if not one.started]
        return seen

    def ceil(self, tokens: int) -> int:
        return (tokens + self.rules.size - 1) // self.rules.size

    def no_evict(self) -> list[Asked]:
        """Generations, then contexts while the blocks to their completion are there."""
        fitting = [one for one in self.list if one.generates]
        if fitting and self.rules.policy == "STATIC_BATCH":
            return fitting
        available = self.rules.pool - sum(one.blocks for one in self.list)
        for one in self.list:
            if one.started:
                available -= self.ceil(one.prompt + one.output) - one.blocks
        for one in self.list:
            if one.generates:
                continue
            if not one.started:
                needed = self.ceil(one.prompt + one.output)
                if len(fitting) >= self.rules.slots or needed > available:
                    break
                available -= needed
            fitting.append(one)
        return fitting

    def max_utilization(self, seen: Step) -> list[Asked]:
        """The walk; the list may lose its end."""
        fitting: list[Asked] = []
        taken, at, end = 0, 0, len(self.list)
        while at < end:
            one = self.list[at]
            free = self.rules.pool - sum(each.blocks for each in self.list)
            needed = self.next_blocks(one)
            if len(fitting) < self.rules.slots and taken + needed <= free:
                fitting.append(one)
                taken += needed
                at += 1
                continue
            started = [place for place in range(at, end) if self.list[place].started]
            if not started:
                break
            end = started[-1]
            self.pause(self.list[end])
            seen.paused.append(self.list[end].rid)
        return fitting

    def next_blocks(self, one: Asked) -> int:
        if one.generates:
            return self.ceil(one.done + 1) - one.blocks
        return 0 if one.started else self.ceil(one.context)

    def pause(self, one: Asked) -> None:
        one.started, one.generates, one.done, one.blocks = False, False, 0, 0
        one.pauses += 1

    def share(self, fitting: list[Asked]) -> dict[str, int]:
        """Tokens for generations, then for contexts."""
        left, tokens = self.rules.budget, dict[str, int]()
        for one in fitting:
            if one.generates and left:
                tokens[one.rid] = 1
                left -= 1
        for one in fitting:
            if one.generates:
                continue
            wanted = one.context - one.done
            got = min(wanted, left)
            if got < wanted and not self.rules.chunked:
                break
            if got < wanted:
                got = got // self.rules.size * self.rules.size
            if got:
                tokens[one.rid] = got
                left -= got
        return tokens

    def serve(self, one: Asked, tokens: int) -> None:
        if one.generates:
            one.blocks = max(one.blocks, self.ceil(one.done + 1))
        elif not one.started:
            one.started, one.blocks = True, self.ceil(one.context)
        one.done += tokens
        if one.done == one.context:
            one.generates = True
            one.sent += 1
            if one.first_token is None:
                one.first_token = self.now
