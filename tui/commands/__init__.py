"""The `driftwood` command: one file for each of its commands, and `main`, which reads the words.

A command is a function that returns its exit code. What it cannot do it raises (`stopped`), and
`exits` turns that into lines on stderr and a code. Only `step`, `frame` and the bare command load
textual, and only when they run.

Importing this imports next to nothing: `main` loads the rest, and a Ctrl+C meanwhile ends it.
"""

import os
import signal

INTERRUPTED = 130

__all__ = ["main"]


def main(argv: list[str] | None = None) -> int:
    """Run the command that `argv` (by default the process's words) names; its exit code."""
    try:
        guards = _end_at_once()
        from tui.commands.command_line import main as run  # noqa: PLC0415 - guarded, see above

        if guards:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _end_at_once() -> bool:
    """Let a Ctrl+C end the process, since nothing is done that could be told; False if it may not.

    An exception would not do: raised while a class is made, it becomes another one.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return False
    try:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    except ValueError:  # not the main thread: nobody can press anything here
        return False
    return True
