"""The `driftwood` command: one file for each of its commands, and `main`, which reads the words.

A command is a function that returns its exit code. What it cannot do it raises (`stopped`), and
`exits` turns that into lines on stderr and a code. Only `step`, `frame` and the bare command load
textual, and only when they run.
"""

from tui.commands.command_line import main

__all__ = ["main"]
