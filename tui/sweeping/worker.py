"""What a worker does: the run of one point, in a process of its own or on another machine."""

import os
from multiprocessing import parent_process
from threading import Thread

from core.metrics import totals
from core.study.sweep import Outcome
from core.workload import InputError, Scenario
from tui.commands.asked import Asked
from tui.commands.stopped import Refused
from tui.sweeping.shelf import taken

FAILED = "failed"


def worked(scenario: Scenario | str, asked: Asked) -> Outcome:
    """How the run ends that `asked` makes of `scenario`, or of the one that lies at a path."""
    loaded = taken(scenario) if isinstance(scenario, str) else scenario
    try:
        run = asked.changed(loaded).run().finish()
        return Outcome(run.status, run.reason, totals(run))
    except (InputError, Refused) as error:
        return Outcome(FAILED, str(error), {})
    except MemoryError:
        return Outcome(FAILED, "this machine has not enough memory for it", {})


def end_with_parent() -> None:
    """Let this process end when the one that started it has, however that ended."""
    Thread(target=_wait_for_parent, daemon=True, name="driftwood-parent").start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
