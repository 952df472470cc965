"""What was typed wrong, in a plain line with the nearest thing that would be right."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

from tui.commands.builtin import builtin_scenarios
from tui.commands.named_file import exists
from tui.view.clean import clean, clean_rid


def command_word(words: Sequence[str]) -> str | None:
    """The word that stands where a command does; None if there is none."""
    return next((word for word in words if not word.startswith("-")), None)


def command_fault(words: Sequence[str], commands: Iterable[str]) -> str | None:
    """What is wrong with the command among `words`; None if it is one of `commands`, or missing."""
    name = command_word(words)
    if name is None or name in commands:
        return None
    if name.strip() and (exists(Path(name)) or name in builtin_scenarios()):
        return f"{clean(name)} is no command; to open it: driftwood step {clean(name)}"
    return f"there is no command {clean_rid(name)}; {_hint(name, commands)}"


def option_fault(option: str, options: Iterable[str]) -> str:
    """What is wrong with an `option` that is none of `options`."""
    name = option.partition("=")[0]
    return f"there is no option {clean(name)}; {_hint(name, options)}"


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
