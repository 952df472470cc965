"""The search for findings: what ended the run first, then one walk over its executed steps.

The walk replays the run step by step (`Run.replay`), every check looks at each step once, and what
they keep is bounded by the requests; so it costs a small multiple of the run. It goes in slices,
for those who have other things to do, and at any time has what was found so far.
"""

from collections.abc import Iterator

from core.findings.blocks import Blocks
from core.findings.cycle import cycle
from core.findings.finding import KINDS, Finding
from core.findings.freed_nothing import FreedNothing
from core.findings.head_blocked import HeadBlocked
from core.findings.idle_budget import IdleBudget
from core.findings.look import Check, limits_of, look_at
from core.findings.passed_over import PassedOver
from core.findings.priority_inversion import PriorityInversion
from core.findings.stall import stall
from core.findings.starvation import Starvation
from core.findings.thrash import Thrash
from core.policies import queue_rule_in_force
from core.run import Run


class Search:
    """The search for findings in `run`, as far as that has got; a step that failed is left out.

    `looked` of `steps` executed steps were looked at.
    """

    def __init__(self, run: Run) -> None:
        """Look at how the run ended; walk nowhere yet."""
        limits = limits_of(run.scheduler)
        prefill: object = getattr(run.scheduler, "prefill", None)
        self.steps = len(run.series) - (run.status == "failed")
        self.looked = 0
        self._ended = (*cycle(run), *stall(run))
        self._blocks = Blocks(run)
        self._checks: tuple[Check, ...] = (
            self._blocks,
            PassedOver(limits, first=prefill == "first"),
            FreedNothing(),
            IdleBudget(limits, last=prefill == "last"),
            Thrash(),
            Starvation(run.requests),
            HeadBlocked(run.requests, limits),
            PriorityInversion(run.requests, limits, queue_rule_in_force(run.scheduler).aging),
        )
        self._walk = run.replay()

    @property
    def done(self) -> bool:
        """Whether every step was looked at."""
        return self.looked >= self.steps

    def advance(self, steps: int) -> None:
        """Look at up to `steps` steps more."""
        sees = [check.see for check in self._checks]
        for _ in range(min(steps, self.steps - self.looked)):
            look = look_at(*next(self._walk))
            for see in sees:
                see(look)
            self.looked += 1

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found so far, the gravest kind first."""
        walked = (found for check in self._checks for found in check.findings())
        return tuple(sorted((*self._ended, *walked), key=lambda one: KINDS.index(one.kind)))

    def skipped(self) -> Iterator[str]:
        """What was not looked at, in sentences."""
        if not self.done:
            yield f"only the first {self.looked:,} of {self.steps:,} steps were looked at"
        compared = self._blocks.compared
        if compared and compared < self.looked:
            yield (
                f"which block is whose was compared after {compared:,} of {self.looked:,} steps, "
                "to save time"
            )


def find(run: Run) -> tuple[Finding, ...]:
    """What is wrong with `run`, as far as it has got, the gravest first."""
    search = Search(run)
    search.advance(search.steps)
    return search.findings
