"""The words of a filter: kinds of events, and requests by rid, tenant and state.

    preempted grew       events of these kinds
    B r015*              this request, and those whose rid begins so
    tenant:search        the requests of a tenant
    state:decoding       the requests in that state, in the lists of who runs and who waits
    event:held rid:B     a kind and a request as a condition has them

Words of one sort are alternatives, different sorts must all hold: kinds, requests, states. Names
with blanks stand in quotes.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple, get_args

from core.event_parts import EventKind
from core.lifecycle import StateName
from tui.view.clean import clean
from tui.view.only import Only
from tui.view.scene import Film

KINDS: tuple[str, ...] = get_args(EventKind)
STATES: tuple[StateName, ...] = get_args(StateName)
WORD = re.compile(r'(?:[^\s,"]|"[^"]*"?)+')
LOOKED_AT = 5000
"""Rids that are searched for a near match to a mistyped one."""


class Unknown(ValueError):  # noqa: N818 - an answer to who typed it, not a failure
    """What is wrong, and at which character of the text."""

    def __init__(self, text: str, at: int) -> None:
        """Say `text` about the character `at`, from 0."""
        super().__init__(text)
        self.at = at


class _Meant(NamedTuple):
    """What one word means: one of these, the others are empty."""

    kind: str = ""
    state: StateName | None = None
    rids: frozenset[str] | None = None


def only_of(text: str, film: Film) -> Only:
    """The filter that `text` asks for. Raises `Unknown` for the first word that means nothing."""
    meant = [_meant(found[0], found.start(), film) for found in WORD.finditer(text)]
    told = [one.rids for one in meant if one.rids is not None]
    return Only(
        text.strip(),
        frozenset(one.kind for one in meant if one.kind),
        frozenset[str]().union(*told),
        frozenset(one.state for one in meant if one.state is not None),
    )


def _meant(word: str, at: int, film: Film) -> _Meant:
    sort, colon, name = word.partition(":")
    whole = word.replace('"', "")
    plain = name.replace('"', "") if sort == "rid" and whole not in film.requests else whole
    if plain in film.requests:
        return _Meant(rids=frozenset([plain]))
    if (kind := name if sort == "event" else word) in KINDS:
        return _Meant(kind=kind)
    if colon and sort == "tenant":
        return _Meant(rids=_of_tenant(name.replace('"', ""), at, film.tenants))
    if colon and sort == "state":
        return _Meant(state=_state(name, at))
    if plain.endswith("*"):
        begun = frozenset(rid for rid in film.requests if rid.startswith(plain[:-1]))
        if begun:
            return _Meant(rids=begun)
        raise Unknown(f"no request begins with {clean(plain[:-1])}", at)
    near = get_close_matches(plain, list(_known(film)), 1)
    raise Unknown(
        f"no kind and no request is called {clean(plain)}{_meaning(near)}; also tenant:…, state:…",
        at,
    )


def _known(film: Film) -> Iterator[str]:
    yield from KINDS
    yield from list(film.requests)[:LOOKED_AT]


def _of_tenant(name: str, at: int, tenants: Mapping[str, frozenset[str]]) -> frozenset[str]:
    told = [each for each in tenants if each]
    if not told:
        raise Unknown("no request of this run has a tenant", at)
    if name in tenants:
        return tenants[name]
    hint = _meaning(get_close_matches(name, told, 1)) or f"; one of {', '.join(map(clean, told))}"
    raise Unknown(f"no tenant is called {clean(name)}{hint}", at)


def _state(name: str, at: int) -> StateName:
    found = next((state for state in STATES if state == name), None)
    if found is None:
        near = _meaning(get_close_matches(name, STATES, 1)) or f"; one of {', '.join(STATES)}"
        raise Unknown(f"no state is called {clean(name)}{near}", at)
    return found


def _meaning(near: list[str]) -> str:
    return f"; did you mean {clean(near[0])}?" if near else ""
