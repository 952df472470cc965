"""The states of a request as types, and the legal moves between them as methods.

    Waiting -> Prefilling -> Decoding -> Finished
    Prefilling | Decoding -> Preempted -> Prefilling
    Waiting -> Rejected

Each class holds only what its state has, and each legal transition is a method that returns the
next state; an illegal one does not exist, so mypy refuses it (`tests/typing` holds the whole
matrix). Python cannot stop a state from being used twice: only `core.replica` makes transitions.

States are classes rather than a status field because the alternatives were tried: one class with
a status lets every illegal pair type-check, and a table of allowed pairs is only looked at when
it runs.
"""

from typing import Literal, NamedTuple, TypeAlias

from core.override import override
from core.past import NO_PAST, Past, Waited
from core.request import Request
from core.value import value

BlockTable: TypeAlias = list[int]
"""Physical block ids in the order of the tokens they hold.

The one mutable thing in a state; only `core.memory` changes it.
"""

StateName: TypeAlias = Literal[
    "waiting", "prefilling", "decoding", "preempted", "finished", "rejected"
]
Cause: TypeAlias = Literal["slots", "blocks", "budget", "turn"]


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
        known = self.request.prompt_len
        return Prefilling(self.request, NO_PAST, waited, admission, table, 0, known, 0, step, 0)

    def reject(self, step: int, reason: "NeverFits") -> "Rejected":
        """It could never run."""
        return Rejected(self.request, step, reason)


@value
class Prefilling:
    """Running: its prompt, or after a preemption its prompt and sent tokens, are being processed.

    `waited` is the stay in the queue that ended with its admission in step `admitted`;
    `admission` is the number of that admission in the run, which gives the running order.
    `computed_tokens` of `known_tokens` (prompt and sent tokens: what must be in the cache before
    the next token) are done. `unserved` counts the steps without tokens before the first chunk,
    known once there is one.
    """

    request: Request
    past: Past
    waited: Waited
    admission: int
    table: BlockTable
    emitted: int
    known_tokens: int
    computed_tokens: int
    admitted: int
    unserved: int

    def chunk(self, tokens: int, step: int) -> "Prefilling":
        """Process `tokens` more of what is known, not all of it."""
        return Prefilling(
            self.request,
            self.past,
            self.waited,
            self.admission,
            self.table,
            self.emitted,
            self.known_tokens,
            self.computed_tokens + tokens,
            self.admitted,
            self.unserved_until(step),
        )

    def unserved_until(self, step: int) -> int:
        """Steps before `step` in which it was admitted and got no tokens.

        All those before its first chunk.
        """
        return self.unserved if self.computed_tokens else step - self.admitted

    def complete(self, step: int, tick: int) -> "Decoding":
        """Process the rest and send the next token in `step`, which tick `tick` closes."""
        unserved = self.unserved if self.computed_tokens else step - self.admitted
        past = self.past.after_token(step, self.waited, unserved)
        return Decoding(self.request, past, self.admission, self.table, self.emitted + 1, tick)

    def preempt(self, step: int) -> "Preempted":
        """Lose slot, blocks and prefill progress."""
        past = self.past.after_stay(self.waited, self.unserved_until(step))
        return Preempted(
            self.request, past.after_preemption(self.computed_tokens), self.emitted, step
        )


@value
class Decoding:
    """Running: one token a tick.

    `sent` tokens were sent when tick `since` closed; progress is read off the clock.
    """

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
        """KV entries in the cache.

        The last sent token's own is written when the next one is made.
        """
        return self.request.prompt_len + self.emitted(tick) - 1

    def preempt(self, step: int, tick: int, ticked_at: int) -> "Preempted":
        """Lose slot and blocks, keep the sent tokens.

        The last token was sent in step `ticked_at`.
        """
        past = self.past.after_decoding(ticked_at).after_preemption(self.computed_tokens(tick))
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
        sent, known = self.emitted, self.known_tokens
        return Prefilling(
            self.request, self.past, waited, admission, table, sent, known, 0, step, 0
        )


@value
class Finished:
    """All tokens sent, the last one in step `finish`.

    `past` is as its last prefill ended; it decoded from there.
    """

    request: Request
    past: Past
    finish: int


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


def with_own_table(state: Running) -> Running:
    """The same state with a copy of its block table, for a checkpoint."""
    table = state.table.copy()
    match state:
        case Decoding(request, past, admission):
            return Decoding(request, past, admission, table, state.sent, state.since)
        case Prefilling(request, past, waited, admission):
            return Prefilling(
                request,
                past,
                waited,
                admission,
                table,
                state.emitted,
                state.known_tokens,
                state.computed_tokens,
                state.admitted,
                state.unserved,
            )
