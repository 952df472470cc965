"""What the naive engine takes in and what it tells."""

from dataclasses import dataclass, field
from typing import Protocol, TypedDict

Change = tuple[str | int, ...]
Results = dict[str, dict[str, int | None]]

CAUSES = ("slots", "blocks", "budget", "turn")


class Asked(Protocol):
    """Any object with these four readable fields is a request."""

    @property
    def rid(self) -> str: ...

    @property
    def arrival(self) -> int: ...

    @property
    def prompt_len(self) -> int: ...

    @property
    def output_len(self) -> int: ...


class LogEntry(TypedDict):
    """One step of the brief's log."""

    step: int
    running: list[str]
    emitted: list[str]
    tokens: int
    blocks_used: int


@dataclass(frozen=True)
class Ask:
    """The naive engine's own request."""

    rid: str
    arrival: int
    prompt_len: int
    output_len: int


@dataclass(frozen=True)
class Settings:
    """The scheduler's limits; None means that the limit does not exist."""

    max_running: int
    block_size: int | None = None
    num_blocks: int | None = None
    token_budget: int | None = None
    victim: str = "latest_admitted"
    victim_guard: int = 0

    def blocks_for(self, tokens: int) -> int:
        """Blocks that hold so many tokens, counted one block at a time; 0 without paging."""
        if self.block_size is None:
            return 0
        blocks = 0
        while blocks * self.block_size < tokens:
            blocks += 1
        return blocks

    def fits_alone(self, ask: Asked) -> bool:
        """Say whether it could run; the last token's own memory is never stored: minus one."""
        if self.num_blocks is None:
            return True
        return self.blocks_for(ask.prompt_len + ask.output_len - 1) <= self.num_blocks


@dataclass(eq=False)
class Life:
    """One request's state while it is simulated."""

    ask: Asked
    emitted: int = 0
    processed: int = 0
    """Tokens computed since the last admission, all lost at a preemption."""
    decoding: bool = False
    """True from the token that completes the prompt or rebuild until a preemption."""
    emitted_before: int = 0
    """Tokens sent before the last admission."""
    blocks: int = 0
    preemptions: int = 0
    recomputed: int = 0
    unserved: int = 0
    emit_steps: list[int] = field(default_factory=list)
    waited: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CAUSES, 0))

    @property
    def rid(self) -> str:
        return self.ask.rid

    @property
    def known(self) -> int:
        """Tokens of text known so far: the prompt and everything sent."""
        return self.ask.prompt_len + self.emitted


@dataclass(frozen=True)
class StepRecord:
    """One executed step: its changes, what ran in (c), and the state after (d)."""

    step: int
    changes: list[Change]
    ran: list[str]
    emitted: list[str]
    tokens: int
    blocks_used: int
    waiting_after: list[str]
    running_after: list[str]
    blocks_after: dict[str, int]
    """Blocks held by each running request; every count is 0 without paging."""
    emitted_after: dict[str, int]
    """Tokens sent by each request that waits or runs."""


@dataclass(frozen=True)
class Outcome:
    """What became of one finished request."""

    first_token: int
    finish: int
    preemptions: int
    recomputed_tokens: int
    longest_gap: int
    waited: dict[str, int]
    unserved: int


@dataclass(frozen=True)
class NaiveTrace:
    """The whole run: results in the order of the requests, steps in order of time."""

    results: Results
    steps: list[StepRecord]
    outcomes: dict[str, Outcome]
