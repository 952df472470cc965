"""How a command ends: the exit codes of the interface, and whatever goes wrong as plain lines."""

from collections.abc import Callable
from functools import wraps
from shlex import quote
from typing import ParamSpec

from core.workload import InputError
from core.workload.faults import MOST_SHOWN
from core.workload.watched import watched
from tui.commands.output import tell
from tui.commands.piped import as_typed
from tui.commands.reading import ReadingBar
from tui.commands.stopped import Interrupted, Refused

DONE = 0
MISSED = 1
"""An expectation does not hold."""
BAD_INPUT = 2
INTERRUPTED = 130

Words = ParamSpec("Words")


def fault_lines(error: InputError) -> list[str]:
    """What is wrong, and where all of it is told if that is too much here."""
    lines = [str(error)]
    scenario = error.faults[-1].file if len(error.faults) > MOST_SHOWN else ""
    if scenario.endswith(".toml"):
        lines.append(f"all of them: driftwood check {quote(scenario)} --json")
    return lines


def guarded(command: Callable[Words, int]) -> Callable[Words, int]:
    """`command`, which returns its exit code, with what it raises for bad input told on stderr.

    So is how far it is with a large file that it reads.
    """

    @wraps(command)
    def run(*words: Words.args, **options: Words.kwargs) -> int:
        reading = ReadingBar()
        try:
            with watched(reading):
                return command(*words, **options)
        except InputError as error:
            tell(*map(as_typed, fault_lines(error)))
        except Refused as error:
            tell(as_typed(str(error)))
        except MemoryError:
            tell("this machine has not enough memory for it")
        except (KeyboardInterrupt, Interrupted) as interruption:
            tell(str(interruption) or reading.interrupted or "interrupted")
            return INTERRUPTED
        return BAD_INPUT

    return run
