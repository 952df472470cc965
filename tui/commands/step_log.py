"""The log of a run: JSON lines, one record per executed step, in the shape of recorded engines."""

import json
from typing import TextIO

from core import Run
from core.record import Record
from tui.commands.driving import interruptible
from tui.commands.output import progress
from tui.commands.stopped import Interrupted

TELL_STEPS = 4096


def write_log(run: Run, out: TextIO) -> None:
    """Write a line for each executed step. Raises `Interrupted` on Ctrl+C."""
    with interruptible() as interruption:
        for number, record in enumerate(run.records()):
            if interruption.happened:
                raise Interrupted("interrupted while the log was written: it is not kept")
            out.write(f"{_line(record)}\n")
            if number % TELL_STEPS == 0:
                progress(f"log {number / len(run.series):.0%}")
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
