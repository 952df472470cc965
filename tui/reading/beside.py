"""Two runs beside each other: looked at step by step for where they part, in slices."""

from time import perf_counter

from core import Run
from core.study import Divergence, DivergenceSearch

STEPS = 8
"""Steps between two looks at the clock."""
FIRST = 256
"""Steps that are computed before the first comparison; then twice as many each time.

A comparison that goes on starts at a checkpoint before the place, which is not for every few steps.
"""


class Beside:
    """Two `runs` with their `names`, and the search for where they part."""

    def __init__(self, names: tuple[str, str], runs: tuple[Run, Run]) -> None:
        """Compare nothing yet."""
        self.names = names
        self.runs = runs
        self._search = DivergenceSearch(*runs)
        self._ahead = FIRST

    def work(self, seconds: float) -> bool:
        """Compute the runs and compare them for about so long; False if nothing is left to do."""
        if self.done:
            return False
        end = perf_counter() + seconds
        while perf_counter() < end and not self.done:
            self._on()
        return True

    def _on(self) -> None:
        """Compute up to so many steps of both, then compare what there is."""
        behind = [run for run in self.runs if self._is_behind(run)]
        for run in behind:
            run.advance(STEPS)
        if behind:
            return
        looked = self._search.looked
        self._search.advance(STEPS)
        if self._search.looked == looked:
            self._ahead *= 2

    def _is_behind(self, run: Run) -> bool:
        return run.status == "running" and len(run.series) < self._ahead

    @property
    def searched(self) -> bool:
        """Whether it is known where they part, or that they never do."""
        return self._search.done

    @property
    def done(self) -> bool:
        """Whether both runs are computed, and it is known where they part."""
        return self._search.done and all(run.status != "running" for run in self.runs)

    @property
    def share(self) -> float:
        """How much was compared, from 0 to 1."""
        if self._search.done:
            return 1.0
        return min(0.99, self._search.looked / self._search.steps)

    def parted(self, run: Run) -> Divergence | None:
        """Where they part, seen from `run`, whose side is the first then."""
        found = self._search.found
        if found is None or run is self.runs[0]:
            return found
        return Divergence(found.step, found.sides[::-1])
