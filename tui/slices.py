"""Everything that takes long, done behind the screen a few milliseconds at a time.

No key waits for it: computing the run, reading lives and histories, searching, finding. What is
computed is kept from the garbage collector (`gc.freeze`): its full rounds over a long run took up
to 150 ms, and nothing in a run is garbage that only such a round could find.
"""

import asyncio
import gc
from collections.abc import Callable
from time import perf_counter

from core import Run
from tui.session import Session

SLICE_S = 0.004
JUMP_SLICE_S = 0.03
"""A slice while somebody waits for a jump and presses nothing: a rest costs a slice of its own."""
REST_S = 0.001
REST_AFTER_KEY_S = 0.02
PROGRESS_S = 0.25
STEPS = 8
"""Steps between two looks at the clock."""


def compute_for(run: Run, seconds: float) -> None:
    """Compute `run` for about that long, or to its end."""
    end = perf_counter() + seconds
    while run.status == "running" and perf_counter() < end:
        run.advance(STEPS)


def compute_until(run: Run, step: int, seconds: float) -> bool:
    """Compute `run` until it is past `step`, for about `seconds` at most. True if it got there."""
    end = perf_counter() + seconds
    while run.status == "running" and run.last_step < step and perf_counter() < end:
        run.advance(STEPS)
    return run.status != "running" or run.last_step >= step


async def work(
    session: Session, changed: Callable[[], None], since_key: Callable[[], float]
) -> None:
    """Do all there is to do for `session`, and call `changed` when there is something to show.

    `since_key` tells the seconds since the last key: right after one, the screen comes first,
    unless a key waits for just this.
    """
    run, shown_at, was_running = session.film.run, perf_counter(), session.film.run.status
    gc.unfreeze()
    worked = True
    while worked:
        waiting = session.goal
        waits = waiting is not None and since_key() > PROGRESS_S
        worked = session.work(JUMP_SLICE_S if waits else SLICE_S)
        reached, now = session.goal is not waiting, perf_counter()
        if reached or now - shown_at > PROGRESS_S:
            shown_at = now
            gc.freeze()
            changed()
        pressed = since_key() < PROGRESS_S and waiting is None
        await asyncio.sleep(REST_AFTER_KEY_S if pressed else REST_S)
    gc.freeze()
    if was_running == "running" and run.status != "finished":
        session.message = f"{run.status}: {run.reason}"
    changed()
