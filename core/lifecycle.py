"""The states of a request as types, and the legal moves between them as methods.

    Waiting -> Prefilling -> Decoding -> Finished
    Prefilling | Decoding -> Preempted -> Prefilling | Decoding
    Waiting -> Rejected
    Decoding -> Rejected
    Waiting | Prefilling | Decoding | Preempted -> Cancelled

(`core.endings` has the two ends that need no state before them.)

Each class holds only what its state has, and each legal transition is a method that returns the
next state; an illegal one does not exist, so mypy refuses it (`tests/typing` holds the whole
matrix). Python cannot stop a state from being used twice: only `core.replica` makes transitions.

States are classes rather than a status field because the alternatives were tried: one class with
a status lets every illegal pair type-check, and a table of allowed pairs is only looked at when
it runs.

Longer than 250 lines because each state names the next: to part them would be to import in circles.
"""

from typing import Literal, TypeAlias

from core.endings import Cancelled, NeverFits, Rejected
from core.first_stay import Before, FirstStay, past_of
from core.past import NO_PAST, NO_WAIT, OnHost, Past, Stay, Waited, waited_in
from core.request import Request
from core.value import value

__all__ = [
    "Cancelled",
    "Cause",
    "Decoding",
    "Ended",
    "Finished",
    "NeverFits",
    "Preempted",
    "Prefilling",
    "Queued",
    "Rejected",
    "Running",
    "State",
    "StateName",
    "Waiting",
]

StateName: TypeAlias = Literal[
    "waiting", "prefilling", "decoding", "preempted", "finished", "rejected", "cancelled"
]
Cause: TypeAlias = Literal["slots", "blocks", "budget", "turn"]
NEVER = 2**62
"""A step and a tick that do not come."""


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
        return Prefilling(request, NO_PAST, stay, admission, request.prompt_len, 0, step, 0, None)

    def reject(self, step: int, reason: NeverFits) -> Rejected:
        """It could never run."""
        return Rejected(self.request, step, reason, NO_PAST, 0)

    def cancel(self, step: int, stay: Stay) -> Cancelled:
        """Its client leaves."""
        return Cancelled(self.request, NO_PAST.after_stay(waited_in(stay, step), 0), 0, step)


@value
class Prefilling:
    """Running: its prompt, or after a preemption its prompt and sent tokens, are being processed.

    `earlier` is its past without the `stay` in the queue that ended with its admission in step
    `admitted`; `admission` is the number of that admission in the run, which gives the running
    order. `computed_tokens` of `known_tokens` (prompt and sent tokens: what must be in the cache
    before the next token) are done, in `served` steps, the last of them step `served_last`.
    """

    request: Request
    earlier: Before
    stay: Stay
    admission: int
    known_tokens: int
    computed_tokens: int
    admitted: int
    served: int
    served_last: int | None

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
        served = self.served - (self.served_last == step)
        return max(0, step - self.admitted - served)

    def past_until(self, step: int) -> Past:
        """Its past before step `step`."""
        past = past_of(self.earlier)
        return past.after_stay(self.waited, self.unserved_until(step), self.admitted)

    def hit(self, tokens: int, again: int) -> "Prefilling":
        """Find the first `tokens` of what is known in the cache, before any is processed.

        It had `again` of them before its last preemption.
        """
        return Prefilling(
            self.request,
            past_of(self.earlier).after_hit(tokens, again),
            self.stay,
            self.admission,
            self.known_tokens,
            tokens,
            self.admitted,
            0,
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
            self.served + 1,
            step,
        )

    def complete(self, step: int, tick: int) -> "Decoding":
        """Process the rest and send the next token in `step`, which tick `tick` closes."""
        sent = self.known_tokens - self.request.prompt_len + 1
        return Decoding(self.request, self.admission, sent, tick, step, self)

    def preempt(self, step: int) -> "Preempted":
        """Lose slot, blocks and prefill progress."""
        lost = self.computed_tokens
        past = self.past_until(step).after_preemption(lost)
        return Preempted(self.request, past, self.emitted, step, None, lost)

    def discard(self, step: int) -> "Preempted":
        """Lose slot, blocks and progress, the tokens it has sent as well."""
        lost = self.computed_tokens
        past = self.past_until(step).after_preemption(lost, self.emitted)
        return Preempted(self.request, past, 0, step, None, lost)

    def swap_out(self, step: int, copied: OnHost) -> "Preempted":
        """Lose slot and blocks; what was computed is `copied` to host memory."""
        past = self.past_until(step).after_preemption(0)
        return Preempted(self.request, past, self.emitted, step, copied)

    def cancel(self, step: int) -> Cancelled:
        """Its client leaves."""
        return Cancelled(self.request, self.past_until(step), self.emitted, step)


@value
class Decoding:
    """Running: one token a tick, so its progress is read off the clock.

    `sent` tokens were sent when tick `since` closed, the last of them in step `completed`, in
    which `prefilling` ended. One that was swapped in has nothing to process: for it `completed` is
    the step before its admission, and `prefilling` tells only of that. What it knows of its past is
    worked out when it is asked for. One that was paused goes on with tick `since`, and `behind` is
    its past before the token that it then sends in step `completed`; while it is paused, from that
    step on, no tick counts for it.
    """

    request: Request
    admission: int
    sent: int
    since: int
    completed: int
    prefilling: Prefilling
    behind: Past | None = None

    @property
    def last_tick(self) -> int:
        """The tick that closes with its last token."""
        return self.since + self.request.output_len - self.sent

    @property
    def was_swapped_in(self) -> bool:
        """Whether it decodes since its admission, with nothing to process first."""
        return self.completed < self.prefilling.admitted

    def past_until(self, step: int, tick: int, ticked_at: int) -> Past:
        """Its past before step `step`, when the last closed tick is `tick`, in step `ticked_at`.

        Steps since `completed` in which no tick closed are steps in which it stood still.
        """
        ticks = max(0, tick - self.since)
        last = ticked_at if ticks else self.completed
        if self.behind is not None:
            return self._past_since_pause(step, last, ticks)
        begun, completed = self.prefilling, self.completed
        stalled = max(step - 1, last) - completed - ticks
        unserved = begun.unserved_until(completed) + stalled
        earlier, stay = past_of(begun.earlier), (begun.waited, unserved, begun.admitted)
        if self.was_swapped_in:
            past = earlier.after_stay(*stay)
            return past.after_tokens(completed + 1, last) if ticks else past
        return earlier.after_life(*stay, completed, last)

    def _past_since_pause(self, step: int, last: int, ticks: int) -> Past:
        assert self.behind is not None
        if not ticks:
            return self.behind.after_stay(NO_WAIT, max(0, step - self.completed))
        stalled = max(step - 1, last) - self.completed + 1 - ticks
        behind = self.behind.after_stay(NO_WAIT, stalled) if stalled else self.behind
        return behind.after_tokens(self.completed, last)

    def pause(self, step: int, tick: int, ticked_at: int) -> "Decoding":
        """Send nothing from `step` on; tick `tick` was the last to close, in step `ticked_at`."""
        past, sent = self.past_until(step, tick, ticked_at), self.emitted(tick)
        begun = self.prefilling
        return Decoding(self.request, self.admission, sent, NEVER, step, begun, past)

    def resume(self, step: int, tick: int) -> "Decoding":
        """Go on in `step`, when tick `tick` was the last to close."""
        past, sent = self._past_since_pause(step, 0, 0), self.sent
        return Decoding(self.request, self.admission, sent, tick, step, self.prefilling, past)

    def emitted(self, tick: int) -> int:
        """Tokens sent when the last closed tick is `tick`."""
        return self.sent + tick - self.since if tick > self.since else self.sent

    def computed_tokens(self, tick: int) -> int:
        """KV entries in the cache.

        The last sent token's own is written when the next one is made.
        """
        return self.request.prompt_len + self.emitted(tick) - 1

    def preempt(self, step: int, tick: int, ticked_at: int) -> "Preempted":
        """Lose slot and blocks, keep the sent tokens."""
        sent = self.emitted(tick)
        lost = self.request.prompt_len + sent - 1
        if self.prefilling.earlier is NO_PAST and self.behind is None:
            first = FirstStay(self, step, tick, ticked_at)
            return Preempted(self.request, first, sent, step, None, lost)
        past = self.past_until(step, tick, ticked_at).after_preemption(lost)
        return Preempted(self.request, past, sent, step, None, lost)

    def discard(self, step: int, tick: int, ticked_at: int) -> "Preempted":
        """Lose slot, blocks and the sent tokens, all of which are sent once more."""
        lost = self.computed_tokens(tick)
        past = self.past_until(step, tick, ticked_at).after_preemption(lost, self.emitted(tick))
        return Preempted(self.request, past, 0, step, None, lost)

    def swap_out(self, step: int, tick: int, ticked_at: int, copied: OnHost) -> "Preempted":
        """Lose slot and blocks; what was computed is `copied` to host memory."""
        past = self.past_until(step, tick, ticked_at).after_preemption(0)
        return Preempted(self.request, past, self.emitted(tick), step, copied)

    def cancel(self, step: int, tick: int, ticked_at: int) -> Cancelled:
        """Its client leaves."""
        past = self.past_until(step, tick, ticked_at)
        return Cancelled(self.request, past, self.emitted(tick), step)

    def give_up(self, step: int, tick: int, ticked_at: int, reason: NeverFits) -> Rejected:
        """Its engine has no memory for it, even alone."""
        past = self.past_until(step, tick, ticked_at)
        return Rejected(self.request, step, reason, past, self.emitted(tick))

    def finish(self, step: int) -> "Finished":
        """Its last token was sent in `step`."""
        return Finished(self.request, self, step)


@value
class Preempted:
    """Back in the queue since step `since`, without blocks, with the tokens it has sent.

    `before` is its past, the preemption included. `swapped` is what was kept of its cache, if
    anything, `lost_tokens` what was computed and is not kept.
    """

    request: Request
    before: Before
    emitted: int
    since: int
    swapped: OnHost | None = None
    lost_tokens: int = 0

    @property
    def past(self) -> Past:
        """Its past, worked out."""
        return past_of(self.before)

    @property
    def known_tokens(self) -> int:
        """Tokens that must be in the cache before its next token: prompt and sent tokens."""
        return self.request.prompt_len + self.emitted

    @property
    def decodes_at_once(self) -> bool:
        """Whether all was kept but the token sent last: then there is nothing to process first."""
        kept = self.swapped
        return kept is not None and self.emitted > 0 and kept.tokens == self.known_tokens - 1

    def admit(self, step: int, admission: int, stay: Stay) -> "Prefilling":
        """Take a slot and blocks again; everything known that was not kept is processed again."""
        known, kept = self.known_tokens, 0 if self.swapped is None else self.swapped.tokens
        return Prefilling(self.request, self.before, stay, admission, known, kept, step, 0, None)

    def swap_in(self, step: int, admission: int, stay: Stay, tick: int) -> "Decoding":
        """Take a slot and blocks again, and go on after tick `tick`: nothing is processed again."""
        known, kept = self.known_tokens, self.known_tokens - 1
        begun = Prefilling(self.request, self.before, stay, admission, known, kept, step, 0, None)
        return Decoding(self.request, admission, self.emitted, tick, step - 1, begun)

    def cancel(self, step: int, stay: Stay) -> Cancelled:
        """Its client leaves."""
        past = self.past.after_stay(waited_in(stay, step), 0)
        return Cancelled(self.request, past, self.emitted, step)


@value
class Finished:
    """All tokens sent, the last one in step `finish`, in which `decoding` ended."""

    request: Request
    decoding: Decoding
    finish: int

    @property
    def past(self) -> Past:
        """Its whole past."""
        last_tick = self.decoding.last_tick
        return self.decoding.past_until(self.finish + 1, last_tick, self.finish)

    @property
    def first_token(self) -> int:
        """The step of its first token, of its whole past."""
        earlier = self.decoding.prefilling.earlier.first_token
        return self.decoding.completed if earlier is None else earlier

    @property
    def preemptions(self) -> int:
        """How often it was preempted, of its whole past."""
        return self.decoding.prefilling.earlier.preemptions


Queued: TypeAlias = Waiting | Preempted
Running: TypeAlias = Prefilling | Decoding
Ended: TypeAlias = Finished | Rejected | Cancelled
State: TypeAlias = Queued | Running | Ended
