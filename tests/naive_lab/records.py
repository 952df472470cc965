"""What the naive lab takes in, and what it tells."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Change: TypeAlias = tuple[str | int, ...]
Content: TypeAlias = tuple[str | int, ...]
"""What a full block holds, all tokens before it included; equal ones can be shared."""

CAUSES = ("slots", "blocks", "budget", "turn")


@dataclass(frozen=True)
class Ask:
    """One request. `arrival_ms` instead of `arrival`, for all of a workload or none."""

    rid: str
    arrival: int
    prompt_len: int
    output_len: int
    priority: int = 0
    tenant: str = ""
    cancel_at: int | None = None
    prefix: str = ""
    prefix_len: int = 0
    prompt_ids: tuple[int, ...] = ()
    arrival_ms: float | None = None

    @property
    def arrived(self) -> float:
        """Its arrival in steps or milliseconds."""
        return self.arrival if self.arrival_ms is None else self.arrival_ms

    @property
    def peak(self) -> int:
        """The most KV entries it needs: its last token's own is never stored."""
        return self.prompt_len + self.output_len - 1


@dataclass(eq=False)
class Life:
    """One request's state while it is simulated."""

    ask: Ask
    state: str = "to come"
    emitted: int = 0
    computed: int = 0
    decoding: bool = False
    """From a token sent to a preemption; with `swap` also while it is out."""
    swapped: bool = False
    """Its computed tokens are in host memory."""
    emitted_before: int = 0
    """Tokens sent before the last admission."""
    table: list[int] = field(default_factory=list)
    since: int = 0
    overtaken: int = 0
    """How often somebody passed it since it began to wait this time."""
    preemptions: int = 0
    recomputed: int = 0
    lost: int = 0
    """Computed tokens that its last preemption threw away."""
    rehit: int = 0
    discarded: int = 0
    unserved: int = 0
    emit_steps: list[int] = field(default_factory=list)
    finish: int | None = None
    most_emitted: int = 0
    waited: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CAUSES, 0))

    @property
    def rid(self) -> str:
        return self.ask.rid

    @property
    def known(self) -> int:
        """Tokens of text known so far: the prompt and everything sent."""
        return self.ask.prompt_len + self.emitted

    @property
    def emitted_since(self) -> int:
        """Tokens sent since the last admission."""
        return self.emitted - self.emitted_before


@dataclass(frozen=True)
class Cost:
    """What a step takes, in ms."""

    base_ms: float = 1.0
    per_sequence_ms: float = 0.0
    per_prefill_token_ms: float = 0.0


@dataclass(frozen=True)
class Knobs:
    """Every choice of the lab, by the real engine's names."""

    max_running: int
    block_size: int | None = None
    num_blocks: int | None = None
    token_budget: int | None = None
    victim: str = "latest_admitted"
    victim_guard: int = 0
    queue: str = "fcfs"
    own_key: Callable[[Life], float | str] | None = None
    """With queue = "own": the user's key."""
    aging: float | None = None
    weights: Mapping[str, int] = field(default_factory=dict)
    max_overtakes: int = 0
    preempt_for_urgent: bool = False
    admission: tuple[str, ...] = ("known_text",)
    watermark_blocks: int = 0
    space: int | None = None
    """Tokens of a contiguous memory."""
    reserved_tokens: int | None = None
    prefill: str = "mixed"
    on_preempt: str = "keep"
    swap_ms_per_block: float = 0.0
    prefix_sharing: bool = False
    cost: Cost | None = None

    @property
    def paged(self) -> bool:
        return self.block_size is not None


@dataclass(frozen=True)
class Step:
    """One executed step: its changes, its work as it stood when done, and the state it left."""

    step: int
    now_ms: float
    changes: list[Change]
    ran: list[str]
    emitted: list[str]
    tokens: int
    slots: int
    """Slots held when the work was done, those of a static batch's finished members too."""
    blocks_used: int
    used_tokens: int
    """KV entries resident when the work was done; a shared one counts once."""
    used_after: int
    """The same after the step."""
    hold: tuple[str, str] | None
    """Who was the head that was not admitted, and why."""
    hold_numbers: tuple[int, int, int]
    """Slots taken, blocks it needed, blocks that were free; zeros if nobody was held."""
    running: list[str]
    waiting: list[str]
    held_slots: list[str]
    tables: dict[str, tuple[int, ...]]
    free: tuple[int, ...]
    lives: dict[str, tuple[str, int, int]]
    """Of each that waits or runs: its state, sent and computed tokens."""


@dataclass(frozen=True)
class Outcome:
    """How one request came out."""

    state: str
    first_token: int | None
    finish: int | None
    preemptions: int
    recomputed_tokens: int
    rehit_tokens: int
    discarded_tokens: int
    longest_gap: int
    waited: dict[str, int]
    unserved: int


@dataclass(frozen=True)
class Trace:
    """The run so far: `ended` if nobody is left, `endless` if its state repeats for ever."""

    steps: list[Step]
    outcomes: dict[str, Outcome]
    ended: bool
    endless: bool
