"""How long the slices are in which a run is computed behind the screen."""

import asyncio

import pytest

from core.override import override
from tests.tui.runs import busy
from tui.session import Session
from tui.slices import JUMP_SLICE_S, SLICE_S, work
from tui.view.scene import Film


class Watched(Session):
    """Notes how long each slice may take."""

    slices: tuple[float, ...] = ()

    @override
    def work(self, seconds: float) -> bool:
        """Note it."""
        self.slices += (seconds,)
        return super().work(seconds)


@pytest.mark.parametrize(
    ("waits", "since_key", "first"),
    [(False, 9.0, SLICE_S), (True, 0.1, SLICE_S), (True, 9.0, JUMP_SLICE_S)],
    ids=["no jump", "a key", "a jump"],
)
def test_they_are_long_while_only_a_jump_waits(waits: bool, since_key: float, first: float) -> None:
    own = Watched(Film(busy()))
    if waits:
        own.to_last()
    asyncio.run(work(own, lambda: None, lambda: since_key))
    assert own.slices[0] == first
    assert own.slices[-1] == SLICE_S
    assert own.film.run.status == "finished"
    assert own.position.step == (own.film.run.last_step if waits else 0)
