"""`driftwood help`: what words mean (`terms`), built-in scenarios, and commands."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated, TypeAlias

from typer import Argument, Context
from typer.core import TyperGroup

from core.glossary import TERMS, Term, find, nearest_terms
from tui.commands.asked import Json
from tui.commands.exits import DONE, guarded
from tui.commands.help_scenarios import scenarios_help
from tui.commands.output import show
from tui.commands.stopped import Refused
from tui.view.clean import clean, clean_rid
from tui.view.lines import wrapped

WIDTH = 100
NAME = 24

Topic: TypeAlias = Annotated[
    str, Argument(metavar="[TOPIC]", help="terms, scenarios, or a command.")
]
Words: TypeAlias = Annotated[
    list[str] | None,
    Argument(
        metavar="[WORD]",
        help="A word of the screen, a figure, a knob; what a scenario is called; all without one.",
    ),
]

MORE = (
    "The options of a command: driftwood help COMMAND.",
    "The built-in scenarios: driftwood help scenarios.",
    "What a word means: driftwood help terms [WORD].",
    "Exit codes: 0 all is well, 1 a check failed, 2 wrong words or input, 130 interrupted.",
)


@guarded
def help_(
    context: Context, topic: Topic = "", words: Words = None, *, as_json: Json = False
) -> int:
    """Say what words mean, and which scenarios there are."""
    if topic == "scenarios":
        show(scenarios_help(" ".join(words or []), as_json=as_json))
        return DONE
    if topic != "terms":
        show(_of_command(context, topic))
        return DONE
    chosen = _chosen(" ".join(words)) if words else TERMS
    if as_json:
        terms = [term._asdict() for term in chosen]
        show([json.dumps({"format": 1, "terms": terms})])
    else:
        show(_lines(chosen))
    return DONE


def _of_command(context: Context, name: str) -> list[str]:
    """The help of the command `name`, of the whole without a name."""
    whole = context.parent
    assert whole is not None
    if not name:
        return [*whole.get_help().splitlines(), "", *MORE]
    command = whole.command.commands.get(name) if isinstance(whole.command, TyperGroup) else None
    if command is None:
        word = f"; for the word: driftwood help terms {clean(name)}" if find(name) else ""
        there = "it is there for terms, scenarios and commands"
        raise Refused(f"there is no help on {clean(name)}: {there}{word}")
    with Context(command, info_name=name, parent=whole) as inner:
        return command.get_help(inner).splitlines()


def _chosen(word: str) -> Sequence[Term]:
    found = find(word)
    if not found:
        near = nearest_terms(word)
        hint = f"did you mean {' or '.join(near)}?" if near else "all: driftwood help terms"
        raise Refused(f"there is no term {clean_rid(word)}; {hint}")
    return found


def _lines(terms: Sequence[Term]) -> Iterator[str]:
    """The terms under the titles of their kinds."""
    for at, (kind, group) in enumerate(groupby(terms, key=lambda term: term.kind)):
        if at:
            yield ""
        yield kind
        for term in group:
            yield from _told(term)


def _told(term: Term) -> Iterator[str]:
    """A term in columns; a long name has a line of its own."""
    texts = wrapped(term.text, WIDTH - NAME)
    name = f"  {term.name}"
    if len(name) >= NAME:
        yield name
        name = ""
    for text in texts:
        yield f"{name:<{NAME}}{text}".rstrip()
        name = ""
