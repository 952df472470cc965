"""The states of a request as types, and the legal moves between them as methods.

    Waiting -> Prefilling -> Decoding -> Finished
    Prefilling | Decoding -> Preempted -> Prefilling
    Waiting -> Rejected

Each class holds only what its state has, and each legal transition is a method that returns the next state; an illegal
one does not exist, so mypy refuses it (`tests/typing` holds the whole matrix). Python cannot stop a state from being used
twice: only `core.replica` makes transitions.

States are classes rather than a status field because the alternatives were tried: one class with a status lets every
illegal pair type-check, and a table of allowed pairs is only looked at when it runs.
"""

from typing import Literal, NamedTuple, TypeAlias

from core.override import override
from core.request import Request
from core.value import value

BlockTable: TypeAlias = list[int]
"""Physical block ids in the order of the tokens they hold. The one mutable thing in a state; only `core.memory` changes it."""

StateName: TypeAlias = Literal[
    "waiting", "prefilling", "decoding", "preempted", "finished", "rejected"
]
Cause: TypeAlias = Literal["slots", "blocks", "budget", "turn"]


@value
class Waited:
    """Steps spent in the queue, by cause: `turn` while somebody stood before it, else what held it as the head."""

    slots: int
    blocks: int
    budget: int
    turn: int

    def plus(self, more: "Waited") -> "Waited":
        """The sum, cause by cause."""
        return Waited(
            self.slots + more.slots,
            self.blocks + more.blocks,
            self.budget + more.budget,
            self.turn + more.turn,
        )


@value
class Past:
    """What a request's earlier states left behind. Steps are step numbers, gaps are steps between two tokens."""

    preemptions: int
    recomputed_tokens: int
    first_token: int | None
    last_token: int | None
    longest_gap: int
    waited: Waited
    unserved: int

    def after_waiting(self, waited: Waited) -> "Past":
        """With one more stay in the queue."""
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited.plus(waited),
            self.unserved,
        )

    def after_token(self, step: int, unserved: int) -> "Past":
        """With the token that ended a prefill at `step`, after `unserved` steps without one token of work."""
        first, longest = self.first_token, self.longest_gap
        if first is None or self.last_token is None:
            first = step
        else:
            longest = max(longest, step - self.last_token)
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            first,
            step,
            longest,
            self.waited,
            self.unserved + unserved,
        )

    def after_decoding(self, step: int) -> "Past":
        """With tokens sent in every step from the last known one to `step`."""
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            self.first_token,
            step,
            self.longest_gap_until(step),
            self.waited,
            self.unserved,
        )

    def longest_gap_until(self, step: int) -> int:
        """The longest gap if tokens were sent in every step from the last known one to `step`."""
        return max(self.longest_gap, 1) if step != self.last_token else self.longest_gap

    def after_preemption(self, lost: int, unserved: int) -> "Past":
        """With `lost` computed tokens to be recomputed."""
        return Past(
            self.preemptions + 1,
            self.recomputed_tokens + lost,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited,
            self.unserved + unserved,
        )


NO_WAIT = Waited(0, 0, 0, 0)
NO_PAST = Past(0, 0, None, None, 0, NO_WAIT, 0)


@value
class Waiting:
    """In the queue since step `since`, never admitted."""

    request: Request
    since: int

    @property
    def known_tokens(self) -> int:
        """Tokens that must be in the cache before its first token: its prompt."""
        return self.request.prompt_len

    def admit(self, step: int, admission: int, table: BlockTable, waited: Waited) -> "Prefilling":
        """Take a slot and `table`; the prompt is to be processed."""
        past = NO_PAST if waited is NO_WAIT else Past(0, 0, None, None, 0, waited, 0)
        return Prefilling(self.request, past, admission, table, 0, 0, step, 0)

    def reject(self, step: int, reason: "NeverFits") -> "Rejected":
        """It could never run."""
        return Rejected(self.request, step, reason)


@value
class Prefilling:
    """Running: its prompt, or after a preemption its prompt and sent tokens, are being processed.

    `admission` is the number of its admission in the run, which gives the running order. `computed_tokens` of
    `known_tokens` are done. `unserved` counts the steps from `admitted` on in which it got no tokens, known once it is served.
    """

    request: Request
    past: Past
    admission: int
    table: BlockTable
    emitted: int
    computed_tokens: int
    admitted: int
    unserved: int

    @property
    def known_tokens(self) -> int:
        """Prompt and sent tokens: what must be in the cache before the next token."""
        return self.request.prompt_len + self.emitted

    def chunk(self, tokens: int, step: int) -> "Prefilling":
        """Process `tokens` more of what is known, not all of it."""
        unserved = self.unserved if self.computed_tokens else step - self.admitted
        done = self.computed_tokens + tokens
        return Prefilling(
            self.request,
            self.past,
            self.admission,
            self.table,
            self.emitted,
            done,
            self.admitted,
            unserved,
        )

    def complete(self, step: int, tick: int) -> "Decoding":
        """Process the rest and send the next token in `step`, which tick `tick` closes."""
        unserved = self.unserved if self.computed_tokens else step - self.admitted
        past = self.past.after_token(step, unserved)
        return Decoding(self.request, past, self.admission, self.table, self.emitted + 1, tick)

    def preempt(self, step: int) -> "Preempted":
        """Lose slot, blocks and prefill progress."""
        unserved = self.unserved if self.computed_tokens else step - self.admitted
        return Preempted(
            self.request,
            self.past.after_preemption(self.computed_tokens, unserved),
            self.emitted,
            step,
        )


@value
class Decoding:
    """Running: one token a tick. `sent` tokens were sent when tick `since` closed; progress is read off the clock."""

    request: Request
    past: Past
    admission: int
    table: BlockTable
    sent: int
    since: int

    def emitted(self, tick: int) -> int:
        """Tokens sent when the last closed tick is `tick`."""
        return self.sent + max(0, tick - self.since)

    def computed_tokens(self, tick: int) -> int:
        """KV entries in the cache: the last sent token's own is written when the next one is made."""
        return self.request.prompt_len + self.emitted(tick) - 1

    def preempt(self, step: int, tick: int, ticked_at: int) -> "Preempted":
        """Lose slot and blocks, keep the sent tokens. The last token was sent in step `ticked_at`."""
        past = self.past.after_decoding(ticked_at).after_preemption(self.computed_tokens(tick), 0)
        return Preempted(self.request, past, self.emitted(tick), step)

    def finish(self, step: int) -> "Finished":
        """Its last token was sent in `step`."""
        return Finished(self.request, self.past, step)


@value
class Preempted:
    """Back in the queue since step `since`, without blocks, with the tokens it has sent."""

    request: Request
    past: Past
    emitted: int
    since: int

    @property
    def known_tokens(self) -> int:
        """Tokens that must be in the cache before its next token: prompt and sent tokens."""
        return self.request.prompt_len + self.emitted

    def admit(self, step: int, admission: int, table: BlockTable, waited: Waited) -> "Prefilling":
        """Take a slot and `table` again; everything known is to be processed again."""
        past = self.past if waited is NO_WAIT else self.past.after_waiting(waited)
        return Prefilling(self.request, past, admission, table, self.emitted, 0, step, 0)


@value
class Finished:
    """All tokens sent, the last one in step `finish`. `past` is as its last prefill ended; it decoded from there."""

    request: Request
    past: Past
    finish: int

    @property
    def longest_gap(self) -> int:
        """The most steps between two of its tokens."""
        return self.past.longest_gap_until(self.finish)


@value
class Rejected:
    """Refused at its arrival in step `step`: it could never have run."""

    request: Request
    step: int
    reason: "NeverFits"


class NeverFits(NamedTuple):
    """Why a request could never run, even alone: it needs more blocks than there are."""

    needed_blocks: int
    total_blocks: int

    @override
    def __str__(self) -> str:
        """The sentence for people."""
        return f"needs {self.needed_blocks} blocks, the pool has {self.total_blocks}"


Queued: TypeAlias = Waiting | Preempted
Running: TypeAlias = Prefilling | Decoding
Ended: TypeAlias = Finished | Rejected
State: TypeAlias = Queued | Running | Ended
