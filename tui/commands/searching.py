"""Looking through the steps of runs on the command line."""

from typing import Protocol

from core import Run
from core.findings import Search
from tui.commands.working import worked


class Looks(Protocol):
    """A search that goes through steps and counts those it has looked at."""

    @property
    def done(self) -> bool:
        """Whether it is over."""
        ...

    @property
    def looked(self) -> int:
        """Steps it has looked at."""
        ...

    @property
    def steps(self) -> int:
        """About how many there are to look at."""
        ...

    def advance(self, steps: int) -> object:
        """Look at up to `steps` more."""
        ...


class Looking:
    """A search as work; `what` is looked for."""

    def __init__(self, what: str, search: Looks) -> None:
        """Look at nothing yet."""
        self._what = what
        self._search = search
        self.advance = search.advance

    @property
    def done(self) -> bool:
        """Whether it is over."""
        return self._search.done

    @property
    def share(self) -> float:
        """The part of the steps it has looked at."""
        return min(1.0, self._search.looked / max(1, self._search.steps))

    def words(self, seconds: float) -> str:
        """What for, and how fast."""
        return f"{self._what} · {self._search.looked / seconds:,.0f} steps/s"


def searched(run: Run) -> Search:
    """The search for findings in `run`, done, or as far as it got before Ctrl+C."""
    search = Search(run)
    worked(Looking("findings", search))
    return search
