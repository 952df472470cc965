"""Playing a run: a step now and then, by itself."""

from tui.screens.changing import Changing
from tui.session import Session

PLAY_S = (2.0, 1.0, 0.5, 0.25, 0.12, 0.06)
"""Seconds between two steps, slow to fast."""


class Playing(Changing):
    """The moves, and a step now and then."""

    def __init__(self, session: Session) -> None:
        """Do not play yet."""
        super().__init__(session)
        self._speed = 2

    def action_play(self) -> None:
        """Play, pause."""
        self.session.playing = not self.session.playing
        if self.session.playing:
            self._next_frame()
        self.changed()

    def action_speed(self, faster: int) -> None:
        """Play faster, slower."""
        self._speed = max(0, min(len(PLAY_S) - 1, self._speed + faster))
        self.session.message = f"{1 / PLAY_S[self._speed]:.1f} steps a second"
        self.changed()

    def _next_frame(self) -> None:
        self.set_timer(PLAY_S[self._speed], self._play_on)

    def _play_on(self) -> None:
        if not self.session.playing:
            return
        before = self.session.position
        self.session.step_by(1)
        at_end = self.session.position == before and self.session.goal is None
        self.session.playing = not at_end
        if not at_end:
            self._next_frame()
        self.changed()
