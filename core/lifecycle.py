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
from core.past import NO_PAST, Past, Stay, Waited, waited_in
from core.request import Request
from core.value import value

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

    def admit(self, step: int, admission: int, stay: Stay) -> "Prefilling":
        """Take a slot and blocks; the prompt is to be processed."""
        request = self.request
        return Prefilling(request, NO_PAST, stay, admission, request.prompt_len, 0, step, None)

    def reject(self, step: int, reason: "NeverFits") -> "Rejected":
        """It could never run."""
        return Rejected(self.request, step, reason)


@value
class Prefilling:
    """Running: its prompt, or after a preemption its prompt and sent tokens, are being processed.

    `earlier` is its past without the `stay` in the queue that ended with its admission in step
    `admitted`; `admission` is the number of that admission in the run, which gives the running
    order. `computed_tokens` of `known_tokens` (prompt and sent tokens: what must be in the cache
    before the next token) are done, the first of them in step `served`.
    """

    request: Request
    earlier: Past
    stay: Stay
    admission: int
    known_tokens: int
    computed_tokens: int
    admitted: int
    served: int | None

    @property
    def emitted(self) -> int:
        """Tokens sent before it was preempted."""
        return self.known_tokens - self.request.prompt_len

    @property
    def waited(self) -> Waited:
        """Why it waited before this admission."""
        return waited_in(self.stay, self.admitted)

    def unserved_until(self, step: int) -> int:
        """Steps before `step` in which it was admitted and got no tokens."""
        return (step if self.served is None else self.served) - self.admitted

    def past_until(self, step: int) -> Past:
        """Its past before step `step`."""
        return self.earlier.after_stay(self.waited, self.unserved_until(step), self.admitted)

    def hit(self, tokens: int) -> "Prefilling":
        """Find the first `tokens` of what is known in the cache, before any is processed."""
        return Prefilling(
            self.request,
            self.earlier,
            self.stay,
            self.admission,
            self.known_tokens,
            tokens,
            self.admitted,
            None,
        )

    def chunk(self, tokens: int, step: int) -> "Prefilling":
        """Process `tokens` more of what is known, not all of it."""
        return Prefilling(
            self.request,
            self.earlier,
            self.stay,
            self.admission,
            self.known_tokens,
            self.computed_tokens + tokens,
            self.admitted,
            step if self.served is None else self.served,
        )

    def complete(self, step: int, tick: int) -> "Decoding":
        """Process the rest and send the next token in `step`, which tick `tick` closes."""
        sent = self.known_tokens - self.request.prompt_len + 1
        return Decoding(self.request, self.admission, sent, tick, step, self)

    def preempt(self, step: int) -> "Preempted":
        """Lose slot, blocks and prefill progress."""
        past = self.past_until(step).after_preemption(self.computed_tokens)
        return Preempted(self.request, past, self.emitted, step)


@value
class Decoding:
    """Running: one token a tick, so its progress is read off the clock.

    `sent` tokens were sent when tick `since` closed, the last of them in step `completed`, in
    which `prefilling` ended. What that state knows of its past is worked out when it is asked for.
    """

    request: Request
    admission: int
    sent: int
    since: int
    completed: int
    prefilling: Prefilling

    @property
    def last_tick(self) -> int:
        """The tick that closes with its last token."""
        return self.since + self.request.output_len - self.sent

    def past_until(self, last: int) -> Past:
        """Its past when it has sent its last token in step `last`."""
        return self.prefilling.past_until(self.completed).after_tokens(self.completed, last)

    def emitted(self, tick: int) -> int:
        """Tokens sent when the last closed tick is `tick`."""
        return self.sent + max(0, tick - self.since)

    def computed_tokens(self, tick: int) -> int:
        """KV entries in the cache.

        The last sent token's own is written when the next one is made.
        """
        return self.request.prompt_len + self.emitted(tick) - 1

    def preempt(self, step: int, tick: int, ticked_at: int) -> "Preempted":
        """Lose slot and blocks, keep the sent tokens, the last of them sent in step `ticked_at`."""
        past = self.past_until(ticked_at).after_preemption(self.computed_tokens(tick))
        return Preempted(self.request, past, self.emitted(tick), step)

    def finish(self, step: int) -> "Finished":
        """Its last token was sent in `step`."""
        return Finished(self.request, self, step)


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

    def admit(self, step: int, admission: int, stay: Stay) -> "Prefilling":
        """Take a slot and blocks again; everything known is to be processed again."""
        known = self.known_tokens
        return Prefilling(self.request, self.past, stay, admission, known, 0, step, None)


@value
class Finished:
    """All tokens sent, the last one in step `finish`, in which `decoding` ended."""

    request: Request
    decoding: Decoding
    finish: int

    @property
    def past(self) -> Past:
        """Its whole past."""
        return self.decoding.past_until(self.finish)

    @property
    def first_token(self) -> int:
        """The step of its first token, of its whole past."""
        earlier = self.decoding.prefilling.earlier.first_token
        return self.decoding.completed if earlier is None else earlier

    @property
    def preemptions(self) -> int:
        """How often it was preempted, of its whole past."""
        return self.decoding.prefilling.earlier.preemptions


@value
class Rejected:
    """Refused at its arrival in step `step`: it could never have run."""

    request: Request
    step: int
    reason: "NeverFits"


class NeverFits(NamedTuple):
    """Why a request could never run, even alone: it needs more blocks than there are.

    In contiguous memory more tokens than its `limit`: the reservation of each, or the memory.
    """

    needed_blocks: int
    total_blocks: int
    limit: Literal["pool", "reservation", "memory"] = "pool"

    @override
    def __str__(self) -> str:
        """The sentence for people."""
        needed, total = self.needed_blocks, self.total_blocks
        match self.limit:
            case "pool":
                return f"needs {needed} blocks, the pool has {total}"
            case "reservation":
                return f"needs {needed} tokens at its peak, {total} are reserved for each"
            case "memory":
                return f"reserves {needed} tokens in one piece, the memory has {total}"


Queued: TypeAlias = Waiting | Preempted
Running: TypeAlias = Prefilling | Decoding
Ended: TypeAlias = Finished | Rejected
State: TypeAlias = Queued | Running | Ended
