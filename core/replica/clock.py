"""The clock of a replica: steps, milliseconds where a step has a length, and ticks."""


class Clock:
    """Where a replica stands in time.

    `step` is the step being executed or about to be, `now_ms` when it starts (None if a step has
    no length). A tick is a round in which decodes ran: `tick` counts the closed ones, the last of
    them in step `ticked_at`. The progress of every decoding request is read off it. `now` is the
    step or the millisecond, whichever arrivals are given in (`timed`).
    """

    __slots__ = (
        "_from_ms",
        "_from_step",
        "_step_ms",
        "_timed",
        "now",
        "now_ms",
        "step",
        "tick",
        "ticked_at",
    )

    def __init__(self, step_ms: float | None, *, timed: bool) -> None:
        """Start at step 0.

        A step takes `step_ms` milliseconds, if it has a length; timed arrivals need one.
        """
        assert step_ms is not None or not timed
        self._step_ms = 0.0 if step_ms is None else step_ms
        self._timed = timed
        self._from_step = 0  # since the last jump all steps took as long: no error adds up
        self._from_ms = 0.0
        self.step = 0
        self.now: float = 0
        self.now_ms = None if step_ms is None else 0.0
        self.tick = 0
        self.ticked_at = -1

    def copy(self) -> "Clock":
        """The same time."""
        twin = Clock.__new__(Clock)
        for name in Clock.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def move_to(self, step: int) -> None:
        """Let the time until `step` pass."""
        if self.now_ms is not None:
            self.now_ms = self._from_ms + self._step_ms * (step - self._from_step)
        self.step = step
        self.now = self.now_ms if self._timed and self.now_ms is not None else step

    def jump_to_arrival(self, coming: float, following: int) -> None:
        """Go to the arrival at `coming`, in a step not before `following`.

        An idle gap costs nothing.

        With timed arrivals the gap moves the clock, not the step number.
        """
        if self._timed:
            self.move_to(following)
            if coming > self.now:
                self.now = self.now_ms = self._from_ms = coming
                self._from_step = following
        else:
            self.move_to(max(following, int(coming)))
