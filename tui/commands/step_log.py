"""The log of a run: JSON lines, one record per executed step, in the shape of recorded engines."""

import json
from itertools import islice
from typing import Protocol

from core import Run
from core.record import Record
from tui.commands.searching import Looking
from tui.commands.stopped import Interrupted
from tui.commands.working import worked


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
    if not worked(Looking("log", _Log(run, out))):
        raise Interrupted("interrupted while the log was written: it is not whole")
    out.flush()


class _Log:
    """The lines that are still to be written."""

    def __init__(self, run: Run, out: Writable) -> None:
        self._records, self._out = run.records(), out
        self.looked, self.steps = 0, len(run.series)

    @property
    def done(self) -> bool:
        return self.looked >= self.steps

    def advance(self, steps: int) -> None:
        for record in islice(self._records, steps):
            self._out.write(f"{_line(record)}\n")
            self.looked += 1


def _line(record: Record) -> str:
    document = {
        "step": record.step,
        "scheduled": record.scheduled,
        "blocks_used": record.blocks_used,
        "preempted": record.preempted,
        "waiting": record.waiting,
    }
    return json.dumps(document)
