"""One request as its events tell it: what it holds, what it has sent, and when."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from core.lifecycle import Cause, StateName
from core.request import Request
from core.results import Result, WaitedSteps
from core.rows import Row

Shown: TypeAlias = tuple[str, str, int, int, int, tuple[int, ...], int]
"""Of a row: rid, state, emitted, computed and known tokens, blocks, preemptions."""

NO_WAIT = WaitedSteps(slots=0, blocks=0, budget=0, turn=0)


@dataclass
class Life:
    """One request so far."""

    request: Request
    state: StateName | None = None
    emitted: int = 0
    computed: int = 0
    blocks: list[int] = field(default_factory=list)
    fresh: bool = False
    """Whether this step's token is sent already, at the end of its prompt or rebuild."""
    served: bool = False
    """Whether it got tokens in this step."""
    preemptions: int = 0
    recomputed: int = 0
    discarded: int = 0
    hit: int = 0
    rehit: int = 0
    lost: int = 0
    """What its last preemption took."""
    cancelled_at: int | None = None
    swapped: bool = False
    """Whether what is computed lies in host memory."""
    admitted_in: list[int] = field(default_factory=list)
    sent_in: list[int] = field(default_factory=list)
    waited: WaitedSteps = field(default_factory=lambda: WaitedSteps(**NO_WAIT))
    stay: WaitedSteps = field(default_factory=lambda: WaitedSteps(**NO_WAIT))
    """What it waited in its last stay in the queue."""
    unserved: int = 0
    held_slots: int = 0
    """Steps in which it held a slot."""
    useful_slots: int = 0
    """Those in which it processed a token."""

    @property
    def known(self) -> int:
        """Tokens of text: the prompt and everything sent."""
        return self.request.prompt_len + self.emitted

    def wait(self, cause: Cause) -> None:
        """Wait for a step."""
        self.waited[cause] += 1
        self.stay[cause] += 1

    def lose(self, *, discards: bool = False, swaps: bool = False) -> None:
        """Lose what is computed, or swap it out, and be in the queue again."""
        self.state = "preempted"
        self.preemptions += 1
        if swaps:
            self.swapped = self.computed > 0
            self.lost = 0
        else:
            self.lost = self.computed
            self.recomputed += self.computed
            self.computed = 0
        if discards:
            self.discarded += self.emitted
            self.emitted = 0
        self.stay = WaitedSteps(**NO_WAIT)

    def find(self, tokens: int) -> int:
        """Find so many in blocks; how many of them it had before."""
        again = min(tokens, self.lost) if self.preemptions else 0
        self.computed = tokens
        self.recomputed -= again
        self.rehit += again
        self.hit += tokens - again
        return again

    def send(self, step: int) -> None:
        """Send a token."""
        self.emitted += 1
        self.sent_in.append(step)

    @property
    def row(self) -> Shown:
        """What a moment should show of it."""
        assert self.state is not None
        return (
            self.request.rid,
            self.state,
            self.emitted,
            self.computed,
            self.known,
            tuple(self.blocks),
            self.preemptions,
        )

    @property
    def result(self) -> Result:
        """Its figures so far."""
        sent = self.sent_in
        return Result(
            first_token=sent[0] if sent else None,
            finish=sent[-1] if self.state == "finished" else None,
            preemptions=self.preemptions,
            state=self.state,
            admitted=self.admitted_in[0] if self.admitted_in else None,
            turns=len(self.admitted_in),
            last_token=sent[-1] if sent else None,
            emitted_tokens=self.emitted + self.discarded,
            recomputed_tokens=self.recomputed,
            discarded_tokens=self.discarded,
            hit_tokens=self.hit,
            rehit_tokens=self.rehit,
            cancelled_at=self.cancelled_at,
            longest_gap=max((later - one for one, later in pairwise(sent)), default=0),
            waited=self.waited,
            unserved=self.unserved,
        )


def shown(rows: Sequence[Row]) -> list[Shown]:
    """Rows, as lives show themselves."""
    return [
        (
            row.rid,
            row.state,
            row.emitted,
            row.computed_tokens,
            row.known_tokens,
            row.blocks,
            row.preemptions,
        )
        for row in rows
    ]
