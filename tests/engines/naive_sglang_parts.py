"""What the naive SGLang is made of: pages, requests, knobs, the budgets of a prefill, steps."""

from collections.abc import Hashable
from dataclasses import dataclass, field

Content = tuple[Hashable, ...]


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

    def insert(self, one: Asked, tokens: int) -> None:
        """Its full pages go to the tree; what is there already is used instead."""
        known = one.known
        for end in range(self.size, tokens + 1, self.size) if self.caching else ():
            content = known[:end]
            if content not in one.locked:
                self.lock(content)
                one.locked.append(content)
                one.own -= 1
                self.private -= 1

    def release(self, one: Asked) -> None:
        self.private -= one.own
        for content in reversed(one.locked):
            self.unlock(content)
        one.own, one.locked = 0, []


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
class Budget:
    """What a prefill may still take, and who is chosen for it."""

    page: int
    pages: int
    offset: float
    prefill: int
    chunk: int | None
    kept: int
    locked: int = 0
    chosen: dict[Asked, int] = field(default_factory=dict)

    @property
    def left(self) -> float:
        return (self.pages - self.locked) * self.page - self.offset

    def charge(self, one: Asked, tokens: int, clip: int) -> None:
        charged = -(-tokens // self.page) * self.page
        self.chosen[one] = tokens
        self.offset += charged + min(one.output_len, clip)
        self.prefill -= charged
        if self.chunk is not None:
            self.chunk -= charged


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
