"""What the parser of the command line refuses, in our words.

typer does not export its class of usage errors: before 0.20-odd it is that of the package click,
then one of its own. A well-known member of the family leads to either.
"""

import re

import typer

from tui.commands.usage import option_fault
from tui.view.clean import clean

USAGE_ERROR: type[Exception] = next(
    base for base in typer.BadParameter.__mro__ if base.__name__ == "UsageError"
)

EXTRA = re.compile(r"unexpected extra argument\S* \((.*)\)", re.DOTALL)
"""How they say that there are too many words, in all their spellings."""


def usage_lines(error: Exception, command: str) -> list[str]:
    """What is wrong with the words of `command`, and where help is."""
    return [f"{command}: {_sentence(error)}", f"help: {command} --help"]


def _sentence(error: Exception) -> str:
    option: object = getattr(error, "option_name", None)
    if isinstance(option, str) and "No such option" in str(error):
        return option_fault(option, _options(error))
    message = str(getattr(error, "format_message", error.__str__)())
    if extra := EXTRA.search(message):
        return f"there is no place for {clean(extra[1])}"
    return clean(message[:1].lower() + message[1:]).rstrip(".")


def _options(error: Exception) -> list[str]:
    """The long options of the command in which `error` arose."""
    command: object = getattr(getattr(error, "ctx", None), "command", None)
    parameters = getattr(command, "params", ())
    return [name for each in parameters for name in each.opts if name.startswith("--")]
