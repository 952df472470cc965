"""The screen in each of its states: something looked at, looked for, compared, asked."""

from collections.abc import Callable

import pytest

from core import Run
from tests.recorded import Snapshot
from tests.tui.runs import busy
from tui import seeking, selecting
from tui.frames import read_whole
from tui.prompt import Prompt
from tui.questions import Breakpoint
from tui.session import Session
from tui.view.lines import Target
from tui.view.only import Only
from tui.view.scene import Film
from tui.view.screen import screen

VICTIM = "r82"


def victim(own: Session) -> None:
    """A request that was preempted, at the event."""
    seeking.point_by(own, 1)
    own.look_at(VICTIM)
    own.desk.finish()


def block(own: Session) -> None:
    """A block, whose owner is looked at too."""
    selecting.pick(own, Target("block", number=9))


def compared(own: Session) -> None:
    """The difference, in the colours of age."""
    selecting.toggle_difference(own)
    selecting.colouring_by(own, 2)
    own.message = ""


def found(own: Session) -> None:
    """The findings, the second picked."""
    selecting.show_findings(own)
    own.desk.finish()
    selecting.row_by(own, 1)
    selecting.row_by(own, 1)


def asked(own: Session) -> None:
    """A condition with a mistake."""
    Prompt(own, Breakpoint(own)).write("free<8 and wating>3")


def searched(own: Session) -> None:
    """A search with its hits, and only some events of the step."""
    seeking.search(own, "gives back 2 blocks")
    own.desk.finish()
    own.pursue()
    own.only = Only("finished", frozenset({"finished"}), frozenset())


def told(own: Session) -> None:
    """A request alone on the screen, a line of its story picked."""
    victim(own)
    selecting.show_pane(own, "request")
    selecting.toggle_zoom(own)
    read_whole(own)  # or the line picked is one of those known by then
    selecting.row_by(own, 1)
    selecting.row_by(own, 5)


STATES: dict[str, tuple[Callable[[Session], None], tuple[int, int]]] = {
    "victim": (victim, (120, 40)),
    "victim-large": (victim, (200, 60)),
    "victim-small": (victim, (80, 24)),
    "block": (block, (120, 40)),
    "compared": (compared, (120, 40)),
    "found": (found, (80, 24)),
    "asked": (asked, (80, 24)),
    "searched": (searched, (120, 40)),
    "told": (told, (80, 24)),
}


@pytest.fixture(scope="module")
def run() -> Run:
    """A busy run, computed once."""
    return busy().finish()


@pytest.mark.parametrize("state", STATES)
def test_a_state_of_the_screen(snapshot: Snapshot, run: Run, state: str) -> None:
    prepare, size = STATES[state]
    own = Session(Film(run, "A busy run"), 60)
    prepare(own)
    lines = screen(read_whole(own), *size)
    text = "".join(f"{''.join(span.text for span in line).rstrip()}\n" for line in lines)
    snapshot.assert_match(text, "frame.txt")
