"""The log of a run: JSON lines, one record per executed step, in the shape of recorded engines."""

import json
from typing import Protocol

from core import Run
from core.record import Record
from tui.commands.driving import interruptible
from tui.commands.output import progress
from tui.commands.stopped import Interrupted

TELL_STEPS = 4096


class Writable(Protocol):
    """Where text can be written to."""

    def write(self, text: str, /) -> object:
        """Write it."""
        ...

    def flush(self) -> None:
        """Be done with what was written."""
        ...


def write_log(run: Run, out: Writable) -> None:
    """Write a line for each executed step. Raises `Interrupted` on Ctrl+C."""
    with interruptible() as interruption:
        for number, record in enumerate(run.records()):
            if interruption.happened:
                raise Interrupted("interrupted while the log was written: it is not whole")
            out.write(f"{_line(record)}\n")
            if number % TELL_STEPS == 0:
                progress(f"log {number / len(run.series):.0%}")
    out.flush()
    progress("")


def _line(record: Record) -> str:
    document = {
        "step": record.step,
        "scheduled": record.scheduled,
        "blocks_used": record.blocks_used,
        "preempted": record.preempted,
        "waiting": record.waiting,
    }
    return json.dumps(document)
