"""Freed nothing: somebody was preempted, lost its place and work, and no block came free by it.

With paged memory a running request owns at least one block, and a victim gives up all of its own;
one that gave up none was thrown out for nothing. The right rules never do that, save with blocks
that have other owners: who shares all of its own gives up its part of them. Without blocks nothing
is looked for.
"""

from collections.abc import Iterable

from core.events import Preempted
from core.explain import counted
from core.findings.finding import Finding, Jump, finding
from core.findings.look import Look
from core.naming import visible


class FreedNothing:
    """Preemptions whose victims gave up no block."""

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self._seen: list[tuple[Jump, Preempted]] = []
        self._count = 0

    def see(self, look: Look) -> None:
        """Look at the next step."""
        if not look.replica.memory.total_blocks:
            return
        for jump, event in look.moves:
            if isinstance(event, Preempted) and not (event.blocks or event.shared_blocks):
                self._count += 1
                self._seen = self._seen or [(jump, event)]

    def findings(self) -> Iterable[Finding]:
        """One finding, about the first of them."""
        for jump, event in self._seen:
            times = f"; {self._count:,} times in all" if self._count > 1 else ""
            yield finding(
                "freed_nothing",
                f"{visible(event.rid)} was preempted for {visible(event.asker)} in step "
                f"{jump.step:,} and freed no block, with "
                f"{counted(event.lost_tokens, 'computed token')} lost{times}",
                jump,
                dict.fromkeys([event.rid, event.asker]),
                [jump.step],
                times=self._count,
                lost_tokens=event.lost_tokens,
            )
