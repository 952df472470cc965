"""The jumps somebody made through a run, to go back and forward through, as a browser does."""

from typing import NamedTuple


class Position(NamedTuple):
    """A moment: the first `event` changes of `step`; all of them if it is None."""

    step: int
    event: int | None = None


class Jumps:
    """Where jumps began, the latest last."""

    def __init__(self) -> None:
        """Start without any."""
        self._back: list[Position] = []
        self._forward: list[Position] = []

    def begin(self, here: Position) -> None:
        """A jump begins `here`; what was ahead is forgotten."""
        if not self._back or self._back[-1] != here:
            self._back.append(here)
        self._forward.clear()

    def back(self, here: Position) -> Position | None:
        """Where the last jump began; None if there was none."""
        if not self._back:
            return None
        self._forward.append(here)
        return self._back.pop()

    def forward(self, here: Position) -> Position | None:
        """Where one was before going back; None if one did not."""
        if not self._forward:
            return None
        self._back.append(here)
        return self._forward.pop()
