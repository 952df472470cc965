"""All terms together, and looking one up."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from inspect import cleandoc
from typing import NamedTuple

from core.findings import KINDS as FINDINGS
from core.glossary.aliases import ALIASES
from core.glossary.fixed import CAUSES, EVENTS, STATES, STATUSES
from core.glossary.knobs import KNOBS
from core.glossary.policies import policies
from core.glossary.words import PAGING, WORDS
from core.metrics import METRICS, definition_of


class Term(NamedTuple):
    """A word, the kind of word it is (a title of `KINDS`), and what it means."""

    name: str
    kind: str
    text: str


def _findings() -> Mapping[str, str]:
    """The first sentences of the files that look for them, in which they are defined."""
    return {kind: _first(f"core.findings.{kind}") for kind in FINDINGS}


def _first(module: str) -> str:
    told = cleandoc(import_module(module).__doc__ or "").split("\n\n")[0]
    return " ".join(told.split()).partition(": ")[2].rstrip(".")


KINDS: Mapping[str, Mapping[str, str]] = {
    "Words": WORDS,
    "States of a request": STATES,
    "Events": EVENTS,
    "Causes of waiting": CAUSES,
    "How a run stands": STATUSES,
    "Findings": _findings(),
    "Figures": METRICS,
    "Knobs": KNOBS,
    "Policies": policies(),
    "Paging, as in an operating system": PAGING,
}
"""The terms of each kind with their texts, in the order to tell them."""

TERMS: tuple[Term, ...] = tuple(
    Term(name, kind, text) for kind, terms in KINDS.items() for name, text in terms.items()
)


def find(word: str) -> tuple[Term, ...]:
    """The terms called `word`, by any of their names, a heading's or with a rank too; () if none.

    A word may be several: `turn` is one, and a cause of waiting.
    """
    if found := _by_name().get(_plain(word)):
        return found
    text = definition_of("_".join(word.lower().split()))
    return () if text is None else (Term(word, "Figures", text),)


def nearest_terms(word: str) -> list[str]:
    """Names written like `word`, the nearest first; none if none is."""
    near = get_close_matches(_plain(word), _by_name(), 3)
    return list(dict.fromkeys(term.name for name in near for term in _by_name()[name]))


@cache
def _by_name() -> Mapping[str, tuple[Term, ...]]:
    """The terms by all their names."""
    found: dict[str, tuple[Term, ...]] = {}
    for name, term in _names():
        if term not in found.get(name, ()):
            found[name] = (*found.get(name, ()), term)
    return found


def _names() -> Iterator[tuple[str, Term]]:
    for term in TERMS:
        yield _plain(term.name), term
    named = {term.name: term for term in reversed(TERMS)}
    for alias, name in ALIASES.items():
        yield _plain(alias), named[name]


def _plain(word: str) -> str:
    """What words are compared by: `Slot-steps` is `slot step`."""
    return " ".join(word.lower().replace("_", " ").replace("-", " ").split()).removesuffix("s")
