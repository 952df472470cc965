"""Thrash: work is thrown away again before it came to anything.

A request thrashes when it is preempted again having sent at most `FEW_TOKENS` tokens since the
last time. A run thrashes when, over at least `LEAST_PREEMPTIONS` preemptions, more than
`LARGEST_SHARE` of all tokens processed were computed only to be lost and computed again.
Tokens that it then finds in a prefix cache are not computed again, and not lost.
The right rules may do both: it is what a pool that is too small looks like.
"""

from collections.abc import Iterable, Iterator
from heapq import nlargest

from core.events import Hit, Preempted
from core.explain import counted
from core.findings.finding import MOST_CASES, MOST_NAMED, Finding, Jump, finding
from core.findings.look import Look
from core.naming import percent, visible

FEW_TOKENS = 8
LARGEST_SHARE = 0.25
LEAST_PREEMPTIONS = 2


class Again:
    """The times that `rid` was preempted again too soon, and the tokens it then lost.

    `is_soon` if the last preemption was such a one.
    """

    __slots__ = ("emitted", "is_soon", "jumps", "lost_tokens", "rid", "times")

    def __init__(self, rid: str) -> None:
        """Not yet."""
        self.rid = rid
        self.emitted = 0  # tokens it had sent when it was preempted last
        self.times = self.lost_tokens = 0
        self.is_soon = False
        self.jumps: list[Jump] = []

    def add(self, jump: Jump, event: Preempted) -> None:
        """Once more."""
        self.is_soon = True
        self.times += 1
        self.lost_tokens += event.lost_tokens
        if len(self.jumps) < MOST_NAMED:
            self.jumps.append(jump)


class Thrash:
    """Requests that were preempted again too soon, and the share of the run's work lost so."""

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self._preempted: dict[str, Again] = {}
        self._first: Jump | None = None
        self._preemptions = self._lost = self._tokens = 0

    def see(self, look: Look) -> None:
        """Look at the next step."""
        self._tokens += look.tokens
        for jump, event in look.moves:
            if isinstance(event, Preempted):
                self._note(jump, event)
            elif isinstance(event, Hit) and event.own_tokens:
                self._found(event)

    def _note(self, jump: Jump, event: Preempted) -> None:
        self._first = self._first or jump
        self._preemptions += 1
        self._lost += event.lost_tokens
        again = self._preempted.get(event.rid)
        if again is None:
            again = self._preempted[event.rid] = Again(event.rid)
        elif event.emitted - again.emitted <= FEW_TOKENS:
            again.add(jump, event)
        else:
            again.is_soon = False
        again.emitted = event.emitted

    def _found(self, event: Hit) -> None:
        """Some of what it had lost is not computed again."""
        self._lost -= event.own_tokens
        again = self._preempted[event.rid]
        if again.is_soon:
            again.lost_tokens -= event.own_tokens

    def findings(self) -> Iterable[Finding]:
        """The run's share, then the requests that lost most."""
        yield from self._share()
        found = [again for again in self._preempted.values() if again.times]
        for place, again in enumerate(nlargest(MOST_CASES, found, key=_weight)):
            yield _found(again, len(found) if place == 0 else 1)

    def _share(self) -> Iterator[Finding]:
        if self._first is None or self._preemptions < LEAST_PREEMPTIONS or not self._tokens:
            return
        share = self._lost / self._tokens
        if share > LARGEST_SHARE:
            yield finding(
                "thrash",
                f"{percent(share, 1)} of all processed tokens ({self._lost:,} of {self._tokens:,}) "
                f"were computed before and lost in {self._preemptions:,} preemptions",
                self._first,
                steps=[self._first.step],
                recomputed_tokens=self._lost,
                tokens=self._tokens,
                share=share,
                preemptions=self._preemptions,
            )


def _weight(again: Again) -> tuple[int, int]:
    return again.lost_tokens, again.times


def _found(again: Again, requests: int) -> Finding:
    times = f"{again.times:,} times" if again.times > 1 else "once"
    worst = f" (the worst of {requests:,} requests)" if requests > 1 else ""
    return finding(
        "thrash",
        f"{visible(again.rid)} was preempted again {times} with at most {FEW_TOKENS} tokens sent "
        f"since: {counted(again.lost_tokens, 'computed token')} lost by that{worst}",
        again.jumps[0],
        [again.rid],
        [jump.step for jump in again.jumps],
        times=again.times,
        lost_tokens=again.lost_tokens,
        requests=requests,
    )
