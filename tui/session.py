"""Where somebody is in a run, what they look at, every move they can make; no screen in sight.

Each move changes the position at once and costs next to nothing, so two hundred keys in a row are
two hundred moves and a single drawing. A move beyond what is computed so far becomes the `goal`: it
is tried again as the run grows, until it succeeds or another move takes its place.
"""

from collections.abc import Callable
from dataclasses import replace

from core.events import Event
from core.moment import Moment
from tui import micro, points
from tui.jumps import Jumps, Position
from tui.places import Place, find
from tui.themes import ThemeName
from tui.view.scene import Asked, Attention, Film, Scene

MOST_TYPED = 7
"""Digits of a count: ten million steps are the most a run has."""
MOST_REPEATED = 1000
"""Moves of a count that are made one by one."""


class Session:
    """One person's view of `film`'s run."""

    def __init__(self, film: Film, step: int = 0, event: int | None = None) -> None:
        """Start at a moment, computed if need be. Raises `ValueError` as `Run.at` does."""
        self.film = film
        if not film.run.requests:
            raise ValueError("there is nothing to step through: no requests")
        film.run.at(step, event)
        self.position = Position(step, event)
        self.attention = Attention()
        self.message = ""
        self.typed = ""
        self.playing = False
        self.plain = False
        self.ascii_only = False
        self.theme: ThemeName = "dark"
        self.asked: Asked | None = None
        self.goal: Callable[[], bool] | None = None
        self._jumps = Jumps()
        self._full: tuple[Position, int, Moment] | None = None

    @property
    def scene(self) -> Scene:
        """What the screen shows now."""
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
        )

    def moment(self) -> Moment:
        """The moment of the position."""
        step, event = self.position
        full = self._whole(step)
        return full if event is None or event == full.event else self.film.run.at(step, event)

    def events(self) -> tuple[Event, ...]:
        """All events of the position's step."""
        return self._whole(self.position.step).events

    def _whole(self, step: int) -> Moment:
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
        return moment

    @property
    def index(self) -> int:
        """The index of the last executed step not after the position; -1 before the first."""
        return self.film.run.series.index_at(self.position.step)

    def count(self) -> int:
        """The count typed before a key, 1 if none was; it is used up."""
        typed, self.typed = self.typed, ""
        return max(1, int(typed)) if typed else 1

    def digit(self, digit: str) -> None:
        """One more digit of a count."""
        self.typed = (self.typed + digit).lstrip("0")[:MOST_TYPED]

    def step_by(self, steps: int) -> None:
        """So many executed steps on, or back."""
        index = self.index
        if index >= 0 and steps < 0 and self.film.run.series.step[index] < self.position.step:
            index += 1
        self._aim(lambda: self._to_index(index + steps))

    def _to_index(self, index: int) -> bool:
        series = self.film.run.series
        if index >= len(series) and self.film.run.status == "running":
            return False
        if len(series):
            self._move(Position(series.step[max(0, min(len(series) - 1, index))]))
        return True

    def event_by(self, events: int) -> None:
        """So many changes on, or back, across the borders of steps."""
        for _ in range(min(MOST_REPEATED, abs(events))):
            self._aim(self._one_event_on if events > 0 else self._one_event_back)
            if self.goal is not None:
                break

    def _one_event_on(self) -> bool:
        following = micro.following(self.film.run, self.position, self._whole)
        return self._move(following) if following else self.film.run.status != "running"

    def _one_event_back(self) -> bool:
        return self._move(micro.preceding(self.film.run, self.position, self._whole))

    def point_by(self, points_: int) -> None:
        """To the next preemption or rejection, or the one before: the moment just after it."""
        self._jump()
        for _ in range(min(MOST_REPEATED, abs(points_))):
            self._aim(self._point_on if points_ > 0 else self._point_back)
            if self.goal is not None or self.message:
                break

    def _point_on(self) -> bool:
        found = points.following(self.film.run, self.position.step, self.moment().event)
        if found is None and self.film.run.status == "running":
            return False
        self._to_point(found, "no preemption or rejection after this one")
        return True

    def _point_back(self) -> bool:
        found = points.preceding(self.film.run, self.position.step, self.moment().event)
        self._to_point(found, "no preemption or rejection before this one")
        return True

    def _to_point(self, found: tuple[int, int] | None, nothing: str) -> None:
        if found is None:
            self.message = nothing
        else:
            self._move(Position(*found))

    def to_first(self) -> None:
        """To the first executed step."""
        self._aim(lambda: self._to_index(0), jump=True)

    def to_last(self) -> None:
        """To the last step, once it is computed."""
        self._aim(self._to_final, jump=True)

    def _to_final(self) -> bool:
        if self.film.run.status == "running":
            return False
        return self._to_index(len(self.film.run.series) - 1)

    def to_share(self, percent: int) -> None:
        """So many percent of the computed steps on, or back."""
        steps = max(1, len(self.film.run.series) * abs(percent) // 100)
        self.step_by(steps if percent > 0 else -steps)

    def find(self, words: str) -> Place:
        """The place that `words` name, seen from here. Raises `Nowhere`."""
        return find(words, self.film, self.position.step)

    def to_place(self, place: Place) -> None:
        """To a place that was found by words, and look at its request."""
        self._jump()
        self.preview(place)

    def preview(self, place: Place) -> None:
        """The same without a jump to come back from."""
        self._move(Position(place.step))
        if place.rid is not None:
            self.look_at(place.rid)

    def await_step(self, step: int, event: int | None = None) -> None:
        """To a moment that is still to be computed."""
        self._aim(lambda: self._when_computed(step, event), jump=True)

    def _when_computed(self, step: int, event: int | None) -> bool:
        run = self.film.run
        if step > run.last_step and run.status == "running":
            return False
        try:
            run.at(step, event)
        except ValueError as error:
            self.message = f"{error}"
            step, event = max(0, min(step, run.last_step)), None
        return self._move(Position(step, event))

    def to_step(self, step: int, event: int | None = None, *, jump: bool = True) -> None:
        """To a moment of the computed part."""
        if jump:
            self._jump()
        self._move(Position(step, event))

    def look_at(self, rid: str | None) -> None:
        """Make `rid` the request looked at, in every pane."""
        self.attention = replace(self.attention, rid=rid)

    def back(self) -> None:
        """Back through the jumps made."""
        self._travel(self._jumps.back(self.position), "no jump to go back to")

    def forward(self) -> None:
        """Forward again."""
        self._travel(self._jumps.forward(self.position), "no jump to go forward to")

    def _travel(self, position: Position | None, nothing: str) -> None:
        if position is None:
            self.message = nothing
        else:
            self._move(position)

    def _jump(self) -> None:
        self._jumps.begin(self.position)

    def _aim(self, reach: Callable[[], bool], *, jump: bool = False) -> None:
        """Make a move now, or as soon as the run has got so far."""
        if jump:
            self._jump()
        self.goal = None
        if not reach():
            self.goal = reach

    def pursue(self) -> bool:
        """The run has grown: try the move that waits for it. True if the position is another."""
        goal, before = self.goal, self.position
        if goal is not None and goal():
            self.goal = None if self.goal is goal else self.goal
        return self.position != before

    def _move(self, position: Position) -> bool:
        self.position = position
        self.attention = replace(self.attention, event=None)
        return True
