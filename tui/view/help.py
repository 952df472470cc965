"""The page of help: what keys do, what words mean, and the rules of the scheduler that runs.

The rules are its docstrings, so they cannot differ from the code.
"""

from collections.abc import Iterable, Iterator, Mapping

from core.glossary import KINDS
from tui.keys import DEFAULT_KEYS, Key, KeyTable
from tui.view.clean import cells
from tui.view.knobs import checked_form, scheduler_name
from tui.view.lines import Line, Span, both_ends, left, wrapped
from tui.view.rules import rules_of
from tui.view.scene import Film

KEYS = 12
ID = 18
ROOMY = 80
"""Cells from which the ids of actions stand beside them."""
WORD = 13
TERM = 24
QUESTION = 27

STEPPING = (
    "{step.next} and {step.previous} go a step, {event.next} and {event.previous} an event, "
    "{point.next} and {point.previous} from preemption to preemption."
)
FIRST = (
    "A run is a list of steps, a step is a list of events, and you stand between two of them.",
    STEPPING,
    "Every pane shows that one moment: who holds which block, who runs, who waits and why.",
)

ASKED: Mapping[str, str] = {
    "who took its blocks?": "{point.next} to the preemption: who else could have gone stands under "
    "it; {change.previous} to the cause, {inspect} for the life of who was preempted",
    "why does it still wait?": "pick it in the queue, which tells why not now; beside it stand its "
    "waits by cause; {break.set} and admitted:B stops where it is let in",
    "what would have happened?": "{what_if} and another knob, such as num_blocks=64; "
    "{parted} goes where the two runs part, {columns} shows both",
}

MAP: Mapping[str, str] = {
    "A": "held by the request of that letter and colour",
    "_": "held, with nothing in it yet (where a cell is a token)",
    "·": "free",
    "≡": "cached: nobody holds it; it keeps what the request of that letter and colour computed",
    "░": "given up in this step",
    "underlined": "taken in this step",
    "P D": "by state: prefilling, decoding",
    "0 to 9": "by age: one more for each doubling of the steps since its owner came in; by "
    "references: how many own it",
}


CONDITIONS: Mapping[str, str] = {
    "free<8": "blocks nobody owns; also used, waiting, running, tokens, sent of a step when its "
    "work is done, with < <= = != >= >; met in the step in which it becomes true",
    "preempted:B": "an event of that kind about B, or that happened for it",
    "event:held": "an event of that kind about anybody",
    "rid:B": "any event about B; a name with blanks in quotes",
    "block:17": "any event that takes or frees block 17",
    "tenant:x": "any event about a request of tenant x",
    "state:decoding": "an event that puts a request in that state",
    "… and …": "all of them, in one step and of one event",
}

FILTERS: Mapping[str, str] = {
    "preempted": "events of that kind",
    "B r015*": "events of B and of those whose rid begins with r015, and these alone in the lists "
    "of who runs and who waits",
    "tenant:x": "the same of the requests of tenant x",
    "state:decoding": "those alone who are in that state, in the lists",
}

MARKS: Mapping[str, str] = {
    "✗": "somebody was preempted",
    "!": "somebody was rejected",
    "▾": "a finding",
    "◆": "a hit of the search or of a breakpoint",
    "≠": "where this run and the one beside it part",
    "┆": "steps that were jumped, as nobody was there",
    "a letter": "a mark that was set",
}


def help_lines(film: Film, width: int, table: KeyTable = DEFAULT_KEYS) -> list[Line]:
    """The page in lines of at most `width` cells."""
    lines: list[Line] = [
        (Span(text),) for part in FIRST for text in wrapped(_named(part, table), width)
    ]
    asked = {question: _named(answer, table) for question, answer in ASKED.items()}
    lines += _section("Somebody was preempted:", asked, QUESTION, "name", width)
    for title, keys in table.groups.items():
        lines += _keys(title, keys, width)
    lines += _section("The block map", MAP, KEYS, "key", width)
    lines += _section("Conditions, for b and /", CONDITIONS, WORD, "name", width)
    lines += _section("Filters, for f", FILTERS, WORD, "name", width)
    lines += _section("Marks on the timeline", MARKS, KEYS, "key", width)
    for kind, terms in KINDS.items():
        lines += _section(kind, terms, TERM, "name", width)
    rules = {name.replace("_", " "): told for name, told in rules_of(film.run.scheduler)}
    title = f"The rules of one step: {scheduler_name(film.run.scheduler)}"
    lines += _section(title, rules, WORD, "name", width)
    lines += [
        (),
        *(
            (Span(text, "label"),)
            for words in (checked_form(film.run.scheduler), *film.capacity)
            for text in wrapped(words, width)
        ),
    ]
    return lines


def _named(text: str, table: KeyTable) -> str:
    """`text` with the keys of the actions it names."""
    for key in table.all:
        text = text.replace(f"{{{key.id}}}", key.first or "no key")
    return text


def _keys(title: str, keys: Iterable[Key], width: int) -> Iterator[Line]:
    """What keys do, with the ids of the actions at the right where there is room."""
    yield ()
    yield (Span(title, "brand"),)
    room = width - KEYS - (ID if width >= ROOMY else 0)
    for key in keys:
        for at, text in enumerate(wrapped(key.does, max(8, room))):
            shown = key.shown if at == 0 else ""
            line = (Span(left(shown, max(cells(shown) + 1, KEYS)), "key"), Span(text))
            id_ = Span(f"{key.id} ", "later") if at == 0 and width >= ROOMY else Span("")
            yield both_ends(line, (id_,), width) if id_.text else line


def _section(
    title: str, entries: Mapping[str, str], column: int, style: str, width: int
) -> Iterator[Line]:
    yield ()
    yield (Span(title, "brand"),)
    for name, text in entries.items():
        room = max(cells(name) + 2, column)
        for at, part in enumerate(wrapped(text, max(8, width - room))):
            yield (Span(left(name if at == 0 else "", room), style), Span(part))
