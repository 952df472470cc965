"""What a request's earlier states left behind: its waits, tokens, gaps and losses.

Carried from state to state.
"""

from core.value import value


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
        return Waited(
            self.slots + more.slots,
            self.blocks + more.blocks,
            self.budget + more.budget,
            self.turn + more.turn,
        )


@value
class Past:
    """Counts and steps up to now. Steps are step numbers, gaps are steps between two tokens.

    `recomputed_tokens` were computed and lost to `preemptions`. `last_token` and `longest_gap`
    are as the last prefill ended; who has decoded since then has sent a token in every step.
    `waited` are the stays in the queue, `unserved` the steps in which it was admitted and got no
    tokens.
    """

    preemptions: int
    recomputed_tokens: int
    first_token: int | None
    last_token: int | None
    longest_gap: int
    waited: Waited
    unserved: int

    def after_token(self, step: int, waited: Waited, unserved: int) -> "Past":
        """With a stay in the queue, and the token that ended the prefill after it at `step`."""
        first, longest = self.first_token, self.longest_gap
        if first is None or self.last_token is None:
            first = step
        else:
            longest = max(longest, step - self.last_token)
        if self.preemptions:
            waited = self.waited.plus(waited)
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            first,
            step,
            longest,
            waited,
            self.unserved + unserved,
        )

    def after_decoding(self, step: int) -> "Past":
        """With tokens sent in every step from the last known one to `step`."""
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            self.first_token,
            step,
            max(self.longest_gap, 1) if step != self.last_token else self.longest_gap,
            self.waited,
            self.unserved,
        )

    def after_stay(self, waited: Waited, unserved: int) -> "Past":
        """With a stay in the queue, and the steps without service that followed it."""
        return Past(
            self.preemptions,
            self.recomputed_tokens,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited.plus(waited),
            self.unserved + unserved,
        )

    def after_preemption(self, lost_tokens: int) -> "Past":
        """With `lost_tokens` computed tokens to be recomputed."""
        return Past(
            self.preemptions + 1,
            self.recomputed_tokens + lost_tokens,
            self.first_token,
            self.last_token,
            self.longest_gap,
            self.waited,
            self.unserved,
        )


NO_WAIT = Waited(0, 0, 0, 0)
NO_PAST = Past(0, 0, None, None, 0, NO_WAIT, 0)
