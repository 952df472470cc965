"""The page of help: what keys do, what words mean, and the rules of the scheduler that runs.

The rules are its docstrings, so they cannot differ from the code.
"""

from collections.abc import Iterator, Mapping

from tui.keys import GROUPS
from tui.view.clean import cells
from tui.view.knobs import long_form, scheduler_name
from tui.view.lines import Line, Span, left, wrapped
from tui.view.rules import rules_of
from tui.view.scene import Film

KEYS = 12
WORD = 13

FIRST = (
    "A run is a list of steps, a step is a list of events, and you stand between two of them.",
    "n and p go from step to step, s and S from event to event, N and P between preemptions.",
    "Every pane shows that one moment: who holds which block, who runs, who waits and why.",
)

GLOSSARY: Mapping[str, str] = {
    "request": "a prompt to process and a number of tokens to generate",
    "step": "one round of the scheduler: it grows, admits, runs and finishes requests",
    "event": "one change inside a step, with its reason",
    "prefill": "processing a prompt; its last piece sends the first token",
    "decode": "sending one token more in each step",
    "KV cache": "what has been computed of a request, kept so that it is computed once",
    "block": "room in the KV cache for a fixed number of tokens; every block has a number",
    "slot": "a place among the requests that run at once",
    "token budget": "how many tokens a step may process",
    "chunk": "a piece of a prompt, where the budget does not allow all of it at once",
    "preemption": "a running request gives up its slot and blocks and waits again",
    "recompute": "after that, processing again what was in the blocks it lost",
    "held": "at the head of the queue and not admitted: no slot, or too few blocks",
    "turn": "waiting behind somebody who comes first",
}

MAP: Mapping[str, str] = {
    "A": "held by the request of that letter and colour",
    "_": "held, with nothing in it yet (where a cell is a token)",
    "·": "free",
    "░": "given up in this step",
    "underlined": "taken in this step",
}


def help_lines(film: Film, width: int) -> list[Line]:
    """The page in lines of at most `width` cells."""
    lines: list[Line] = [(Span(text),) for part in FIRST for text in wrapped(part, width)]
    for title, keys in GROUPS.items():
        lines += _section(title, {key.shown: key.does for key in keys}, KEYS, "key", width)
    lines += _section("The block map", MAP, KEYS, "key", width)
    lines += _section("Words", GLOSSARY, WORD, "name", width)
    rules = {name.replace("_", " "): told for name, told in rules_of(film.run.scheduler)}
    title = f"The rules of one step: {scheduler_name(film.run.scheduler)}"
    lines += _section(title, rules, WORD, "name", width)
    lines += [
        (),
        *((Span(text, "label"),) for text in wrapped(long_form(film.run.scheduler), width)),
    ]
    return lines


def _section(
    title: str, entries: Mapping[str, str], column: int, style: str, width: int
) -> Iterator[Line]:
    yield ()
    yield (Span(title, "brand"),)
    for name, text in entries.items():
        room = max(cells(name) + 2, column)
        for at, part in enumerate(wrapped(text, max(8, width - room))):
            yield (Span(left(name if at == 0 else "", room), style), Span(part))
