"""`driftwood help terms [WORD]`: what a word means, or all; `help scenarios`: those built in."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated, TypeAlias

from typer import Argument, Context
from typer.core import TyperGroup

from core.glossary import TERMS, Term, find, nearest_terms
from core.workload.document import parse
from tui.commands.asked import Json
from tui.commands.builtin import builtin_scenarios
from tui.commands.exits import DONE, guarded
from tui.commands.output import show
from tui.commands.stopped import Refused
from tui.view.clean import clean
from tui.view.lines import wrapped

SCENARIOS = "scenarios"
WIDTH = 100
NAME = 24

Topic: TypeAlias = Annotated[
    str, Argument(metavar="[TOPIC]", help="terms, scenarios, or a command.")
]
Words: TypeAlias = Annotated[
    list[str] | None,
    Argument(metavar="[WORD]", help="A word of the screen, a figure, a knob; all without one."),
]

MORE = (
    "What a word means: driftwood help terms [WORD].",
    "The built-in scenarios: driftwood help scenarios.",
)


@guarded
def help_(
    context: Context, topic: Topic = "", words: Words = None, *, as_json: Json = False
) -> int:
    """Say what the words mean that the screen and the figures use."""
    if topic == SCENARIOS and not words:
        show(_scenarios(as_json=as_json))
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


def _scenarios(*, as_json: bool) -> Iterator[str]:
    """The built-in scenarios, by the names that commands know them by, with their titles."""
    texts = {name: path.read_text("utf-8") for name, path in builtin_scenarios().items()}
    titles = {name: f"{parse(text)['title']}" for name, text in texts.items()}
    if as_json:
        each = [{"name": name, "title": title} for name, title in titles.items()]
        yield json.dumps({"format": 1, "scenarios": each})
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        yield f"{name:<{width}}  {title}"


def _of_command(context: Context, name: str) -> list[str]:
    """The help of the command `name`, of the whole without a name."""
    whole = context.parent
    assert whole is not None
    if not name:
        return [*whole.get_help().splitlines(), "", *MORE]
    command = whole.command.commands.get(name) if isinstance(whole.command, TyperGroup) else None
    if command is None:
        word = f"; for the word: driftwood help terms {clean(name)}" if find(name) else ""
        there = f"it is there for terms, {SCENARIOS} and commands"
        raise Refused(f"there is no help on {clean(name)}: {there}{word}")
    with Context(command, info_name=name, parent=whole) as inner:
        return command.get_help(inner).splitlines()


def _chosen(word: str) -> Sequence[Term]:
    found = find(word)
    if not found:
        near = nearest_terms(word)
        hint = f"did you mean {' or '.join(near)}?" if near else "all: driftwood help terms"
        raise Refused(f"there is no term {clean(word)}; {hint}")
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
