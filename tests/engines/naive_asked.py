"""What the naive vLLM is asked, and what it tells of a step."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from tests.engines.naive_pool import Key


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
    tenant: str = ""
    rank: int = 0
    computed: int = 0
    sent: int = 0
    preemptions: int = 0
    passed: int = 0
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
