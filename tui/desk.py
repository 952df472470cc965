"""What is read of a run for the screen, behind it and in slices, the most urgent first.

The life of the request looked at, the history of the block looked at, a search, breakpoints; then
the run itself, and at last its findings.
"""

from collections import OrderedDict
from math import inf
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from core.findings import Finding
from core.findings import Search as FindingsSearch
from tui.conditions import Condition
from tui.places import arrival_step
from tui.reading.beside import Beside
from tui.reading.hunt import Break, Hunt
from tui.reading.life import Life
from tui.reading.matching import matches
from tui.reading.reading import Reading
from tui.reading.touches import Touches
from tui.reading.trail import Match, Trail
from tui.view.scene import Film

KEPT = 64
"""Lives and histories that are kept."""
MOST_BREAKS = 9
STEPS = 8
"""Steps between two looks at the clock."""
AT_ONCE_S = 0.002
"""What a drawing waits for a life or a history that was not read before."""

What = TypeVar("What")


class Read(NamedTuple, Generic[What]):
    """Something that is read, and the pass that reads it."""

    what: What
    reading: Reading


class Desk:
    """Everything read of `film`'s run."""

    def __init__(self, film: Film) -> None:
        """Read nothing yet."""
        self.film = film
        self.hunt: Hunt | None = None
        self.shown: Hunt | None = None
        self.breaks: list[Break] = []
        self.findings: tuple[Finding, ...] = ()
        self._lives: OrderedDict[str, Read[Life]] = OrderedDict()
        self._histories: OrderedDict[int, Read[Touches]] = OrderedDict()
        self._findings: FindingsSearch | None = None
        self._urgent: list[Reading] = []

    def life(self, rid: str) -> Life | None:
        """The life of `rid`, as far as it is read; None if the run has no such request."""
        if rid not in self._lives:
            request = self.film.requests.get(rid)
            if request is None:
                return None
            life = Life(request)
            arrival = arrival_step(request, self.film)
            reading = Reading(self.film.run, life.see, arrival or 0)
            if arrival is None:
                return life
            _keep(self._lives, rid, Read(life, reading))
        return self._look(self._lives[rid])

    def history(self, block: int) -> Touches:
        """What happened to `block`, as far as it is read."""
        if block not in self._histories:
            touches = Touches(block)
            _keep(self._histories, block, Read(touches, Reading(self.film.run, touches.see)))
        return self._look(self._histories[block])

    def is_read(self, block: int) -> bool:
        """Whether all of the history of `block` is known."""
        return self.reached(block) == inf

    def reached(self, what: str | int) -> float:
        """Up to which step the life of a rid or the history of a block is known."""
        read = self._lives.get(what) if isinstance(what, str) else self._histories.get(what)
        if read is None:
            return -1
        return inf if read.reading.done else read.reading.reached

    def hurry(self, what: str | int, seconds: float) -> None:
        """Read on at the life of a rid or the history of a block: a key waits for it."""
        read = self._lives.get(what) if isinstance(what, str) else self._histories.get(what)
        if read is not None:
            read.reading.read(seconds)

    def _look(self, read: Read[What]) -> What:
        if not read.reading.done:
            read.reading.read(AT_ONCE_S)
            self._urgent = [read.reading, *(each for each in self._urgent if not each.done)][:4]
        return read.what

    def search(self, words: str, match: Match, here: int) -> Hunt:
        """Look for events, from step `here` on."""
        self.hunt = Hunt(words, Trail(self.film.run, match, here))
        return self.hunt

    def points_shown(self, words: str, match: Match, here: int) -> Trail:
        """The points of interest that the filter `words` shows, read from `here` on."""
        if self.shown is None or self.shown.words != words:
            self.shown = Hunt(words, Trail(self.film.run, match, here))
        return self.shown.trail

    def add_break(self, condition: Condition, here: int) -> Break:
        """A breakpoint, looked for from step `here` on. Raises `ValueError` for one too many."""
        if len(self.breaks) == MOST_BREAKS:
            raise ValueError(f"there are {MOST_BREAKS} breakpoints already: delete one first")
        run = self.film.run
        self.breaks.append(Break(condition, Trail(run, matches(run, condition), here)))
        return self.breaks[-1]

    # In slices

    def work(self, seconds: float, beside: Beside | None = None) -> bool:
        """Do the most urgent for about so long; False if there is nothing left to do.

        Where it and the run `beside` it part is looked for before the rest of both is computed.
        """
        return (
            any(reading.read(seconds) for reading in self._urgent)
            or any(trail.read(seconds) for trail in self._trails())
            or (beside is not None and not beside.searched and beside.work(seconds))
            or self._compute(seconds)
            or (beside is not None and beside.work(seconds))
            or self._find(seconds)
        )

    @property
    def pending(self) -> bool:
        """Whether there is something left to do."""
        reading = [each for each in self._urgent if not each.done]
        return bool(reading) or not self.found or not all(t.done for t in self._trails())

    def _trails(self) -> list[Trail]:
        hunts = [self.hunt, self.shown, *self.breaks]
        return [each.trail for each in hunts if each is not None]

    def finish(self, beside: Beside | None = None) -> None:
        """Do all of it."""
        while self.work(1.0, beside):
            pass

    def _compute(self, seconds: float) -> bool:
        run, end = self.film.run, perf_counter() + seconds
        if run.status != "running":
            return False
        while perf_counter() < end:
            run.advance(STEPS)
        return True

    def _find(self, seconds: float) -> bool:
        if self._findings is None:
            self._findings = FindingsSearch(self.film.run)
        elif self._findings.done:
            return False
        end = perf_counter() + seconds
        while not self._findings.done and perf_counter() < end:
            self._findings.advance(1)
        if self._findings.done:
            self.findings = self._findings.findings
        return True

    @property
    def looked(self) -> float:
        """How much of the run was looked at for findings, from 0 to 1."""
        if self._findings is None:
            return 0.0
        return 1.0 if self.found else self._findings.looked / max(1, self._findings.steps)

    @property
    def found(self) -> bool:
        """Whether the findings are all known."""
        return self._findings is not None and self._findings.done


def _keep(kept: "OrderedDict[Key, Read[What]]", key: "Key", read: Read[What]) -> None:
    """Keep `read`, and forget the oldest of too many."""
    kept[key] = read
    if len(kept) > KEPT:
        kept.popitem(last=False)


Key = TypeVar("Key", str, int)
