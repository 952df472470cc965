"""What a request's earlier states left behind: its waits, tokens, gaps and losses."""

from typing import NamedTuple, TypeAlias

from core.value import value

HeldSteps: TypeAlias = tuple[int, int, int]
"""Steps in which some head of the queue was held, since the start: for slots, blocks, budget."""

Stay: TypeAlias = tuple[int, HeldSteps, HeldSteps]
"""A stay in the queue: the step it began, the held steps when it became the head and when it ended.

Why somebody waited is worked out when it is looked at; a run only keeps these three.
"""


@value
class Waited:
    """Steps spent in the queue, by cause.

    `turn` while somebody stood before it, else what held it as the head.
    """

    slots: int
    blocks: int
    budget: int
    turn: int

    def plus(self, more: "Waited") -> "Waited":
        """The sum, cause by cause."""
        if self is NO_WAIT:
            return more
        return Waited(
            self.slots + more.slots,
            self.blocks + more.blocks,
            self.budget + more.budget,
            self.turn + more.turn,
        )


NO_WAIT = Waited(0, 0, 0, 0)


def waited_in(stay: Stay, until: int) -> Waited:
    """The steps of `stay` before step `until`, in which it ended or still goes on."""
    since, then, now = stay
    if now is then:  # nobody was held meanwhile, as a rule
        return Waited(0, 0, 0, until - since)
    slots, blocks, budget = now[0] - then[0], now[1] - then[1], now[2] - then[2]
    return Waited(slots, blocks, budget, until - since - slots - blocks - budget)


@value
class Past:
    """Counts and steps up to now. Steps are step numbers, gaps are steps between two tokens.

    `recomputed_tokens` were computed and lost to `preemptions`, those left out that were found
    again; `discarded_tokens` were sent and thrown away by them. `hit_tokens` were found in
    blocks of others, `rehit_tokens` are those found again after a preemption. `waited` are the
    stays in the queue, `unserved` the steps in which it was admitted and got no tokens;
    `admitted` is the step of its first admission. `first_token` is the first ever; a gap counts
    from the last token that was sent, thrown away or not.
    """

    preemptions: int
    recomputed_tokens: int
    first_token: int | None
    last_token: int | None
    longest_gap: int
    waited: Waited
    unserved: int
    admitted: int | None
    discarded_tokens: int = 0
    hit_tokens: int = 0
    rehit_tokens: int = 0

    def after_stay(self, waited: Waited, unserved: int, admitted: int | None = None) -> "Past":
        """With a stay in the queue, and the steps without service that followed it.

        It ended with an admission in step `admitted`, or still goes on.
        """
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited.plus(waited),
            self.unserved + unserved,
            admitted if self.admitted is None else self.admitted,
            self.discarded_tokens,
            self.hit_tokens,
            self.rehit_tokens,
        )

    def after_tokens(self, first: int, last: int) -> "Past":
        """With tokens sent in `first`, in `last`, and one a step or fewer between them.

        Where a scheduler let decodes stand still, `core.pauses` knows the gaps between them.
        """
        return self.after_life(NO_WAIT, 0, None, first, last)

    def after_life(
        self, waited: Waited, unserved: int, admitted: int | None, first: int, last: int
    ) -> "Past":
        """With a stay, as `after_stay` says, and then tokens, as `after_tokens` does."""
        if self is NO_PAST:
            return Past(0, 0, first, last, int(last > first), waited, unserved, admitted)
        gap = 0 if self.last_token is None else first - self.last_token
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            first if self.first_token is None else self.first_token,
            last,
            max(self.longest_gap, gap, int(last > first)),
            self.waited.plus(waited),
            self.unserved + unserved,
            admitted if self.admitted is None else self.admitted,
            self.discarded_tokens,
            self.hit_tokens,
            self.rehit_tokens,
        )

    def after_preemption(self, lost_tokens: int, discarded_tokens: int = 0) -> "Past":
        """With `lost_tokens` to be computed again, and `discarded_tokens` to be sent again."""
        return Past(
            self.preemptions + 1,
            self.recomputed_tokens + lost_tokens,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited,
            self.unserved,
            self.admitted,
            self.discarded_tokens + discarded_tokens,
            self.hit_tokens,
            self.rehit_tokens,
        )

    def after_hit(self, tokens: int, again: int) -> "Past":
        """With `tokens` found in blocks, of which it finds `again` what it lost to a preemption."""
        return Past(
            self.preemptions,
            self.recomputed_tokens - again,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited,
            self.unserved,
            self.admitted,
            self.discarded_tokens,
            self.hit_tokens + tokens - again,
            self.rehit_tokens + again,
        )


NO_PAST = Past(0, 0, None, None, 0, NO_WAIT, 0, None)


class OnHost(NamedTuple):
    """A copy of a cache in host memory: its `tokens`, in so many `blocks`.

    To move a block of it, out or in, takes `ms_per_block`.
    """

    tokens: int
    blocks: int
    ms_per_block: float

    @property
    def ms(self) -> float:
        """What moving all of it takes, once."""
        return self.blocks * self.ms_per_block


class Resumed(NamedTuple):
    """A gap between two tokens of `rid` that a preemption made, by the steps of the two.

    `last_token` was sent before it, `next_token` at the end of the rebuild, or by the first decode
    of one that was swapped in or that a stalled step let begin. (All other gaps are of one step, or
    as long as all decodes stood still, so that nothing needs to be kept of them.)
    """

    rid: str
    last_token: int
    next_token: int


class Move(NamedTuple):
    """A copy of a cache that went from the GPU or to it in step `step`."""

    step: int
    copied: OnHost
