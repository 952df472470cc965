"""The command line: its words become a command, and whatever is wrong with them a plain line."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeAlias

import typer

from tui.commands.asked import Ascii
from tui.commands.calibrate import calibrate
from tui.commands.check import check
from tui.commands.compare import compare
from tui.commands.conform import conform_
from tui.commands.cut import cut
from tui.commands.exits import BAD_INPUT, DONE, INTERRUPTED
from tui.commands.explain import explain
from tui.commands.frame import frame
from tui.commands.help import help_
from tui.commands.output import Alphabet, given_up, tell
from tui.commands.output import show as show_lines
from tui.commands.piped import pipes
from tui.commands.run import run
from tui.commands.schedulers import schedulers
from tui.commands.show import show
from tui.commands.step import browse, step
from tui.commands.stopped import Refused
from tui.commands.sweep import sweep
from tui.commands.usage import command_fault, command_word
from tui.commands.usage_error import USAGE_ERROR, usage_lines
from tui.commands.version import installed_version

COMMANDS: Mapping[str, Callable[..., int]] = {
    "step": step,
    "run": run,
    "show": show,
    "frame": frame,
    "explain": explain,
    "check": check,
    "cut": cut,
    "compare": compare,
    "calibrate": calibrate,
    "sweep": sweep,
    "conform": conform_,
    "schedulers": schedulers,
    "help": help_,
}

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, command in COMMANDS.items():
    app.command(name)(command)


Version: TypeAlias = Annotated[bool, typer.Option("--version", help="Say which version this is.")]


@app.callback(invoke_without_command=True)
def driftwood(
    context: typer.Context, *, as_version: Version = False, ascii_only: Ascii = False
) -> int:
    """Step through the runs of an LLM-serving scheduler.

    Without a command: pick a built-in scenario and step through it.
    """
    Alphabet.only_ascii = ascii_only
    if as_version:
        show_lines([f"driftwood {installed_version()}"])
        raise typer.Exit
    return DONE if context.invoked_subcommand else browse(ascii_only=ascii_only)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` (by default the process's words) names; its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if fault := command_fault(words, COMMANDS):
        tell(fault)
        return BAD_INPUT
    try:
        with pipes():
            code: object = typer.main.get_command(app).main(
                words, prog_name="driftwood", standalone_mode=False
            )
    except Refused as error:
        tell(str(error))
        return BAD_INPUT
    except OSError as error:  # the parser prints its help by itself
        if error.filename is not None:
            raise
        tell(*given_up(error))
        return DONE if isinstance(error, BrokenPipeError) else BAD_INPUT
    except USAGE_ERROR as error:
        tell(*usage_lines(error, " ".join(filter(None, ["driftwood", command_word(words)]))))
        return BAD_INPUT
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code if isinstance(code, int) else DONE
