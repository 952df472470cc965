"""Where somebody is in a run, and every move through its time; no screen in sight.

Each move changes the position at once and costs next to nothing, so two hundred keys in a row are
two hundred moves and a single drawing. A move beyond what is known so far becomes the `goal`: it is
tried again as more is computed or read, until it succeeds or another move takes its place.
"""

from collections.abc import Callable
from functools import partial

from core.events import Event
from core.explain import counted
from core.moment import Moment
from tui import micro
from tui.jumps import Jumps, Position
from tui.view.scene import Film

MOST_REPEATED = 1000
"""Moves of a count that are made one by one."""
MOST_WITHIN = 8
"""Moments within steps that are kept: a frame asks for two, several times."""


class Walker:
    """Somebody at a moment of `film`'s run. `message` says what a move came to, if anything.

    `heading` says what a move that waits is, where it is one through time alone.
    """

    def __init__(self, film: Film, step: int = 0, event: int | None = None) -> None:
        """Start at a moment, computed if need be. Raises `ValueError` as `Run.at` does."""
        self.film = film
        if not film.run.requests:
            raise ValueError("there is nothing to step through: no requests")
        film.run.at(step, event)
        self.position = Position(step, event)
        self.message = ""
        self.goal: Callable[[], bool] | None = None
        self.heading = ""
        self._jumps = Jumps()
        self._full: tuple[Position, int, Moment] | None = None
        self._within: dict[tuple[int, int], Moment] = {}

    def moment(self) -> Moment:
        """The moment of the position."""
        step, event = self.position
        full = self.whole(step)
        return full if event is None or event == full.event else self.within(step, event)

    def within(self, step: int, event: int) -> Moment:
        """A computed moment within the position's step; some are kept while one stays there."""
        if (step, event) not in self._within:
            if len(self._within) >= MOST_WITHIN:
                self._within.clear()
            self._within[step, event] = self.film.run.at(step, event)
        return self._within[step, event]

    def events(self) -> tuple[Event, ...]:
        """All events of the position's step."""
        return self.whole(self.position.step).events

    def whole(self, step: int) -> Moment:
        """The step at its end, kept until another is asked for or the run has grown."""
        computed = len(self.film.run.series)
        known = self._full
        if (
            known
            and known[0].step == step
            and (known[1] == computed or step < self.film.run.last_step)
        ):
            return known[2]
        moment = self.film.run.at(step)
        self._full = (Position(step), computed, moment)
        self._within.clear()
        return moment

    @property
    def index(self) -> int:
        """The index of the last executed step not after the position; -1 before the first."""
        return self.film.run.series.index_at(self.position.step)

    def step_by(self, steps: int) -> None:
        """So many executed steps on, or back."""
        index = self.index
        if index >= 0 and steps < 0 and self.film.run.series.step[index] < self.position.step:
            index += 1
        self.aim(lambda: self._to_index(index + steps), heading=f"{counted(steps, 'step')} on")

    def _to_index(self, index: int) -> bool:
        series = self.film.run.series
        if index >= len(series) and self.film.run.status == "running":
            return False
        if len(series):
            self.move(Position(series.step[max(0, min(len(series) - 1, index))]))
        return True

    def event_by(self, events: int) -> None:
        """So many changes on, or back, across the borders of steps."""
        for _ in range(min(MOST_REPEATED, abs(events))):
            one = self._one_event_on if events > 0 else self._one_event_back
            self.aim(one, heading="to the next event")
            if self.goal is not None:
                break

    def _one_event_on(self) -> bool:
        following = micro.following(self.film.run, self.position, self.whole)
        return self.move(following) if following else self.film.run.status != "running"

    def _one_event_back(self) -> bool:
        return self.move(micro.preceding(self.film.run, self.position, self.whole))

    def to_first(self) -> None:
        """To the first executed step."""
        self.aim(lambda: self._to_index(0), jump=True, heading="to the first step")

    def to_last(self) -> None:
        """To the last step, once it is computed."""
        self.aim(self._to_final, jump=True, heading="to the end")

    def _to_final(self) -> bool:
        if self.film.run.status == "running":
            return False
        return self._to_index(len(self.film.run.series) - 1)

    def to_share(self, percent: int, of: int) -> None:
        """So many percent of so many steps on, or back."""
        steps = max(1, of * abs(percent) // 100)
        self.step_by(steps if percent > 0 else -steps)

    def await_step(self, step: int, event: int | None = None) -> None:
        """To a moment that is still to be computed."""
        reach = partial(self._when_computed, step, event)
        self.aim(reach, jump=True, heading=f"to step {step:,}")

    def _when_computed(self, step: int, event: int | None) -> bool:
        run = self.film.run
        if step > run.last_step and run.status == "running":
            return False
        try:
            run.at(step, event)
        except ValueError as error:
            self.message = f"{error}"
            step, event = max(0, min(step, run.last_step)), None
        return self.move(Position(step, event))

    def to_step(self, step: int, event: int | None = None, *, jump: bool = True) -> None:
        """To a moment of the computed part."""
        if jump:
            self.begin_jump()
        self.goal = None
        self.move(Position(step, event))

    def back(self) -> None:
        """Back through the jumps made."""
        self._travel(self._jumps.back(self.position), "no jump to go back to")

    def forward(self) -> None:
        """Forward again."""
        self._travel(self._jumps.forward(self.position), "no jump to go forward to")

    def _travel(self, position: Position | None, nothing: str) -> None:
        self.goal = None
        if position is None:
            self.message = nothing
        else:
            self.move(position)

    def begin_jump(self) -> None:
        """What follows is a jump: `back` returns here. A move that waits is given up."""
        self.goal = None
        self._jumps.begin(self.position)

    def aim(self, reach: Callable[[], bool], *, jump: bool = False, heading: str = "") -> None:
        """Make a move now, or as soon as enough is known; `heading` says where to meanwhile."""
        if jump:
            self.begin_jump()
        self.goal, self.heading = None, heading
        if not reach():
            self.goal = reach

    def pursue(self) -> bool:
        """More is known: try the move that waits for it. True if it is made."""
        goal = self.goal
        if goal is None or not goal():
            return False
        self.goal = None if self.goal is goal else self.goal
        return True

    def move(self, position: Position) -> bool:
        """Be at `position`."""
        self.position = position
        return True
