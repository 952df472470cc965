"""One person's view of a run: where they are, what they look at, what they look for.

No screen in sight: a session can be driven by tests, and `tui.frames` draws one without an app.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from core.events import Preempted
from core.moment import Moment
from core.override import override
from core.policies import PolicyError, rule_in_force
from core.ranking import Ranking, ranking
from core.workload.variants import BASE
from tui.desk import Desk
from tui.jumps import Position
from tui.keys import DEFAULT_KEYS, KeyTable
from tui.places import Place, find
from tui.reading.beside import Beside
from tui.reading.trail import Trail
from tui.themes import ThemeName
from tui.view.against import Against
from tui.view.only import Only
from tui.view.scene import Asked, Attention, Film, Known, Scene
from tui.walker import Walker

MOST_TYPED = 7
"""Digits of a count: ten million steps are the most a run has."""


class Session(Walker):
    """One person's view of `film`'s run, which is called `name`.

    `origin` is the session of the run that this one was changed from. `other` is that of the run
    `beside` this one; both show where `columns` says so and there is room.
    """

    def __init__(self, film: Film, step: int = 0, event: int | None = None) -> None:
        """Start at a moment, computed if need be. Raises `ValueError` as `Run.at` does."""
        super().__init__(film, step, event)
        self.desk = Desk(film)
        self.attention = Attention()
        self.typed = ""
        self.playing = False
        self.plain = False
        self.ascii_only = False
        self.theme: ThemeName = "dark"
        self.keys: KeyTable = DEFAULT_KEYS
        self.asked: Asked | None = None
        self.only: Only | None = None
        self.marks: dict[str, Position] = {}
        self.sought: Trail | None = None
        self.name = BASE
        self.origin: Session | None = None
        self.other: Session | None = None
        self.beside: Beside | None = None
        self.columns = False

    @property
    def scene(self) -> Scene:
        """What the screen shows now."""
        if self.other is None or not self.columns:
            return self._scene()
        self.other.mirror(self)
        return replace(self._scene(), beside=self.other._scene())  # noqa: SLF001 - one of its own kind

    def mirror(self, leader: "Session") -> None:
        """Look at the moment of `leader`, or the nearest there is, at what it looks at."""
        look = leader.attention
        self.attention = replace(look, event=None, line=None, difference=False)
        self.plain, self.ascii_only, self.keys = leader.plain, leader.ascii_only, leader.keys
        self.theme = leader.theme
        last = max(0, self.film.run.last_step)
        self.move(self.nearest(leader.position) if leader.position.step <= last else Position(last))

    def nearest(self, position: Position) -> Position:
        """The moment of a computed step that `position` names; its end, if it has no such event."""
        step, event = position
        has = event is not None and event <= len(self.whole(step).events)
        return position if has else Position(step)

    def _scene(self) -> Scene:
        return Scene(
            self.film,
            self.moment(),
            self.events(),
            self.attention,
            self.message,
            self.typed,
            self.playing,
            self.plain,
            self.ascii_only,
            self.asked,
            self._known(),
        )

    def _known(self) -> Known:
        look, desk = self.attention, self.desk
        block = look.block
        return Known(
            life=None if look.rid is None else desk.life(look.rid),
            touches=None if block is None else desk.history(block),
            touches_read=block is not None and desk.is_read(block),
            hunt=desk.hunt,
            breaks=tuple(desk.breaks),
            only=self.only,
            findings=desk.findings,
            looked=desk.looked,
            before=self.before() if look.difference else None,
            ranking=self._ranking(),
            working=self._working(),
            marks=self._marked(),
            keys=self.keys,
            against=self._against(),
        )

    def _against(self) -> Against | None:
        if self.beside is None or self.other is None:
            return None
        run, beside = self.film.run, self.beside
        names = (self.name, self.other.name)
        return Against(*names, beside.parted(run), beside.share, run is beside.runs[0])

    def before(self) -> Moment | None:
        """The end of the executed step before this one; None at the first."""
        index = self.index
        executed = index >= 0 and self.film.run.series.step[index] == self.position.step
        before = index - 1 if executed else index
        return None if before < 0 else self.film.run.at(self.film.run.series.step[before])

    def _ranking(self) -> Ranking | None:
        """The candidates of the preemption that one stands behind or has picked."""
        number, events = self.attention.event or self.moment().event, self.events()
        event = events[number - 1] if 0 < number <= len(events) else None
        if not isinstance(event, Preempted):
            return None
        before = self.within(self.position.step, number - 1)
        rule = rule_in_force(self.film.run.scheduler)
        with suppress(PolicyError):  # a user's policy that does not do again what it did
            return ranking(before, event, MOST_CANDIDATES, rule)
        return None

    def _working(self) -> str:
        """What a move waits for."""
        if self.goal is None:
            return ""
        if self.heading:
            return f"going {self.heading} (step {max(0, self.film.run.last_step):,} so far)"
        if self.sought is None:
            return "waiting until the run has got there"
        return f"looking for it: {self.sought.share:.0%} read, {len(self.sought):,} found"

    def _marked(self) -> Mapping[str, int]:
        return {letter: position.step for letter, position in self.marks.items()}

    def count(self) -> int:
        """The count typed before a key, 1 if none was; it is used up."""
        typed, self.typed = self.typed, ""
        return max(1, int(typed)) if typed else 1

    def digit(self, digit: str) -> None:
        """One more digit of a count."""
        self.typed = (self.typed + digit).lstrip("0")[:MOST_TYPED]

    def find(self, words: str) -> Place:
        """The place that `words` name, seen from here. Raises `Nowhere`."""
        return find(words, self.film, self.position.step)

    def to_place(self, place: Place) -> None:
        """To a place that was found by words, and look at its request."""
        self.begin_jump()
        self.preview(place)

    def preview(self, place: Place) -> None:
        """The same without a jump to come back from."""
        self.move(Position(place.step))
        if place.rid is not None:
            self.look_at(place.rid)

    def look_at(self, rid: str | None) -> None:
        """Make `rid` the request looked at, in every pane."""
        self.attention = replace(self.attention, rid=rid, block=None, line=None)

    @override
    def move(self, position: Position) -> bool:
        """Be at `position`; no event of its step is picked."""
        self.attention = replace(self.attention, event=None)
        return super().move(position)

    def work(self, seconds: float) -> bool:
        """Read and compute for about so long, then try a move that waits; False if all is done."""
        worked = self.desk.work(seconds, self.beside)
        return self.pursue() or worked

    @property
    def pending(self) -> bool:
        """Whether there is something left to do."""
        return self.desk.pending or (self.beside is not None and not self.beside.done)


MOST_CANDIDATES = 200
"""Candidates of a preemption that are ranked for the screen."""
