"""The `driftwood` command: one file for each of its commands, and `main`, which reads the words.

A command is a function that returns its exit code. What it cannot do it raises (`stopped`), and
`exits` turns that into lines on stderr and a code. Only `step`, `frame` and the bare command load
textual, and only when they run.

Importing this imports no more than this: `main` loads the rest, and a Ctrl+C meanwhile ends it.
"""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

INTERRUPTED = 130

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` (by default the process's words) names; its exit code."""
    try:
        with _ends_at_once():
            from tui.commands.command_line import main as run  # noqa: PLC0415 - guarded, see above

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


@contextmanager
def _ends_at_once() -> Iterator[None]:
    """Until the end of the block a Ctrl+C ends the process: nothing is done that could be told.

    An exception would not do: raised while a class is made, it becomes another one.
    """
    try:
        before = signal.getsignal(signal.SIGINT)
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    except ValueError:  # not the main thread: nobody can press anything here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
