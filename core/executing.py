"""Executing steps one after the other, forgetting their events: where the engine spends its time.

States and events make no cycles of references and are freed without Python's collector of those.
But it looks through everything there is whenever many were made: a fifth of a run's time, and more
the more requests have finished. So it pauses for some steps (at most those between two
checkpoints), in which cycles that a user's own code makes have to wait.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from core.replay import perform
from core.replica import Replica
from core.schedulers import Scheduler, is_own_page
from core.series import Summary, summary


def execute(
    scheduler: Scheduler,
    replica: Replica,
    most: int,
    summaries: list[Summary],
) -> bool:
    """Execute up to `most` steps, and add what each came to; whether the run simply goes on.

    It does not after a step that sent no token, or one that may be sent again, and after the last.
    What the moves tell is looked at by nobody, unless `scheduler` is a user's own.
    """
    step, replica.quiet = scheduler.step, is_own_page(scheduler)
    with collector_paused():
        for _ in range(most):
            perform(step(replica))
            summaries.append(summary(replica))
            sent = replica.work[2]
            if not sent or replica.discarded or not replica.to_next_step():
                return False
    return True


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector of cycles, if it is on."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
