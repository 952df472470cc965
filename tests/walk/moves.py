"""A walk over the moments of a run: forward, back, jumps, micro-steps, and the run going on."""

from core.checkpoints import Checkpoints
from core.run import Run
from tests.naive.strategies import Draw
from tests.walk.book import Book

MOVES = ("forward", "back", "next event", "previous event", "jump", "start", "end", "gap")


class Walker:
    """A cursor on a run, every place of which is compared with the book."""

    def __init__(self, book: Book, run: Run) -> None:
        """Stand at the start; nothing of `run` needs to be executed yet."""
        self.book, self.run = book, run
        self.step, self.event = 0, 0

    def move(self, draw: Draw) -> None:
        """Make a drawn move, and compare."""
        match MOVES[draw.number(0, len(MOVES) - 1)]:
            case "forward":
                self.go_to(self.step + draw.number(1, 3), None)
            case "back":
                self.go_to(self.step - draw.number(1, 3), None)
            case "next event":
                self.next_event()
            case "previous event":
                self.previous_event()
            case "jump":
                self.jump(draw)
            case "start":
                self.go_to(0, 0)
            case "end":
                self.go_to(self.book.last_step, None)
            case _:
                self.go_to_gap(draw)

    def go_to(self, step: int, event: int | None) -> None:
        """Stand at (step, event), the nearest there is."""
        self.step = max(0, min(step, self.book.last_step))
        most = self.book.events_in(self.step)
        self.event = most if event is None else min(event, most)
        self.look(None if event is None else self.event)

    def look(self, event: int | None) -> None:
        """Compare the moment here with the book."""
        self.book.compare(self.run, self.step, event)

    def next_event(self) -> None:
        """One change further, into the next step if need be."""
        if self.event < self.book.events_in(self.step):
            self.go_to(self.step, self.event + 1)
        else:
            self.go_to(self.step + 1, 0)

    def previous_event(self) -> None:
        """One change back, into the step before if need be."""
        if self.event > 0:
            self.go_to(self.step, self.event - 1)
        else:
            self.go_to(self.step - 1, None)

    def jump(self, draw: Draw) -> None:
        """To an executed step and any event of it."""
        if self.book.steps:
            step = self.book.steps[draw.number(0, len(self.book.steps) - 1)]
            self.go_to(step, draw.number(0, self.book.events_in(step)))

    def go_to_gap(self, draw: Draw) -> None:
        """To any step between the first and the last, likely a jumped one where there are gaps."""
        self.go_to(draw.number(0, max(0, self.book.last_step)), None)


def checkpoints_of(run: Run) -> Checkpoints:
    """The checkpoints of `run`."""
    return run._replay._checkpoints  # noqa: SLF001 - their number and weight show nowhere else
