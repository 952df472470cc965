"""Long work: its bar, its rate and the time that is left."""

import os
import signal

import pytest

from tui.commands import working
from tui.commands.working import bar, worked


class Counting:
    """Work of so many steps, each of which takes a second of the clock."""

    def __init__(self, steps: int) -> None:
        self.steps, self.did, self.seconds = steps, 0, 0.0
        self.stop_at: int | None = None

    @property
    def done(self) -> bool:
        return self.did >= self.steps

    @property
    def share(self) -> float:
        return self.did / self.steps

    def advance(self, steps: int) -> None:
        some = min(steps, self.steps - self.did)
        self.did += some
        self.seconds += some
        if self.stop_at is not None and self.did >= self.stop_at:
            os.kill(os.getpid(), signal.SIGINT)

    def words(self, seconds: float) -> str:
        return f"{self.did} of {self.steps} in {seconds:.0f} s"


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Work on a clock of its own."""
    counting = Counting(64)
    monkeypatch.setattr(working, "perf_counter", lambda: counting.seconds)
    return counting


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the line of progress is, one after the other."""
    lines: list[str] = []
    monkeypatch.setattr(working, "progress", lines.append)
    return lines


def test_the_bar_tells_how_much_how_fast_and_how_long(work: Counting, told: list[str]) -> None:
    assert worked(work)
    assert told[0] == "█████░░░░░░░░░░░░░░░  25% · 16 of 64 in 16 s · 48 s left · Ctrl+C stops"
    assert told[-1] == ""
    assert work.did == 64


def test_slices_take_about_as_long_as_they_should(work: Counting, told: list[str]) -> None:
    """A step of a second is much: the second slice has one."""
    worked(work)
    assert told[1].startswith("█████░░░░░░░░░░░░░░░  27% · 17 of 64")


@pytest.mark.usefixtures("told")
def test_ctrl_c_ends_it_after_the_slice(work: Counting) -> None:
    work.stop_at = 17
    before = signal.getsignal(signal.SIGINT)
    assert not worked(work)
    assert work.did == 17
    assert signal.getsignal(signal.SIGINT) == before


@pytest.mark.parametrize(
    ("seconds", "left"),
    [
        (0.2, "1 s"),
        (30, "30 s"),
        (200, "3 min 20 s"),
        (7500, "2 h 5 min"),
        (1e9, "277,777 h 46 min"),
    ],
)
def test_the_time_that_is_left(seconds: float, left: str) -> None:
    assert f" · {left} left · " in bar(0.5, "words", seconds)


@pytest.mark.parametrize("share", [0.0, 0.005, 1.0])
def test_it_is_not_guessed_too_early(share: float) -> None:
    assert "left" not in bar(share, "words", 10)
