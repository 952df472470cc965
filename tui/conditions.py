"""The small language of breakpoints and searches: parsed here, never evaluated as code.

    free<8  used>=64  waiting>10  running=3  tokens>512  sent<1    counts of a step
    preempted:B   event:rejected   rid:B   block:17                events
    tenant:search   state:decoding                                 events
    free<8 and preempted:B                                         both at once

A count is that of a step when its work is done, before anybody leaves; it is met in the step in
which it becomes true. `KIND:RID` is an event of that kind about that request, or one that happened
for it; `event:KIND` one about anybody, `rid:RID` any about it, `block:N` any that took or freed it,
`tenant:NAME` any about a request of that tenant, `state:NAME` one that put a request in that state.
A name with blanks stands in quotes. With `and` all must hold: the counts in the step, the rest of
one and the same event.
"""

import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple, TypeAlias, get_args

from core.event_parts import EventKind
from core.lifecycle import StateName
from core.naming import visible

COUNTS = ("free", "used", "waiting", "running", "tokens", "sent")
KINDS: tuple[str, ...] = get_args(EventKind)
STATES: tuple[str, ...] = get_args(StateName)
WORDS = ("event", "rid", "block", "tenant", "state")
"""What may stand before a colon, besides kinds of events."""
OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
TOKEN = re.compile(
    r"\s*(?:(?P<count>[a-z_]+)\s*(?P<op><=|>=|!=|==|<|>|=)\s*(?P<number>[^\s]*)"
    r'|(?P<word>[a-z_]+):(?P<value>"[^"]*"?|[^\s]*))'
)
JOIN = re.compile(r"\s+and(?=\s|$)")
LONGEST_NUMBER = 18
HINT = "a count (free<8) or an event (preempted:B, event:rejected)"


class Mistake(ValueError):  # noqa: N818 - an answer to who typed it, not a failure
    """What is wrong, and at which character of the text."""

    def __init__(self, text: str, at: int) -> None:
        """Say `text` about the character `at`, from 0."""
        super().__init__(text)
        self.at = at


class Count(NamedTuple):
    """`name` of a step compared with `number`."""

    name: str
    op: str
    number: int

    def holds(self, value: int) -> bool:
        """Whether it is so for `value`."""
        return OPERATORS[self.op](value, self.number)


class Happens(NamedTuple):
    """An event: of `kind`, about `rid`, touching `block`; None is any.

    About a request of `tenant`, or one that it put in `state`.
    """

    kind: str | None = None
    rid: str | None = None
    block: int | None = None
    tenant: str | None = None
    state: str | None = None


Part: TypeAlias = Count | Happens


class Condition(NamedTuple):
    """Parts that must all hold; `text` is what was typed."""

    text: str
    counts: tuple[Count, ...]
    happens: tuple[Happens, ...]


def parse(
    text: str, rids: Collection[str], blocks: int, tenants: Collection[str] = ()
) -> Condition:
    """The condition that `text` states about a run of `rids`, `tenants` and so many `blocks`.

    Raises `Mistake` for the first thing that is wrong.
    """
    if not text.strip():
        raise Mistake("a condition: free<8, waiting>10, preempted:B, event:rejected", 0)
    parts: list[Part] = []
    at = 0
    while True:
        part, at = _part(text, at, Names(rids, tenants), blocks)
        parts.append(part)
        if not text[at:].strip():
            break
        joined = JOIN.match(text, at)
        if joined is None:
            raise Mistake("parts are joined by and", _word_at(text, at))
        at = joined.end()
    counts = tuple(part for part in parts if isinstance(part, Count))
    return Condition(text.strip(), counts, tuple(p for p in parts if isinstance(p, Happens)))


def _word_at(text: str, at: int) -> int:
    """Where the next word begins."""
    return min(len(text), at + len(text[at:]) - len(text[at:].lstrip()))


class Names(NamedTuple):
    """The names there are in a run."""

    rids: Collection[str]
    tenants: Collection[str]


def _part(text: str, at: int, names: Names, blocks: int) -> tuple[Part, int]:
    """The part that begins at `at`, and where it ends."""
    found = TOKEN.match(text, at)
    if found is None:
        raise _strange(text, _word_at(text, at))
    if found["count"]:
        return _count(found, blocks), found.end()
    return _happens(found, names, blocks), found.end()


def _strange(text: str, at: int) -> Mistake:
    """Neither a count compared nor a word with a colon stands at `at`."""
    word = re.match(r"[^\s:<>=!]*", text[at:])
    name = word[0] if word else ""
    if name in COUNTS:
        return Mistake(f"compare it with a number: {name}<8", at + len(name))
    if name in KINDS:
        return Mistake(f"of whom? {name}:RID, or event:{name}", at + len(name))
    return Mistake(_nearest(name, (*COUNTS, *KINDS, *WORDS)), at)


def _nearest(name: str, known: tuple[str, ...], hint: str = HINT) -> str:
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else hint


def _count(found: re.Match[str], blocks: int) -> Count:
    name, digits = found["count"], found["number"]
    if name not in COUNTS:
        hint = f"counts are {', '.join(COUNTS)}"
        raise Mistake(_nearest(name, COUNTS, hint), found.start(1))
    if name in {"free", "used"} and not blocks:
        raise Mistake("this run has memory without a limit: no blocks to count", found.start(1))
    return Count(name, found["op"], _number(digits, found.start("number")))


def _number(digits: str, at: int) -> int:
    plain = digits.replace(",", "")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= LONGEST_NUMBER):
        raise Mistake("a whole number", at)
    return int(plain)


def _happens(found: re.Match[str], names: Names, blocks: int) -> Happens:
    word, value, at = found["word"], found["value"], found.start("value")
    if word == "event":
        return Happens(kind=_one_of(value, KINDS, at))
    if word == "state":
        return Happens(state=_one_of(value, STATES, at))
    if word == "tenant":
        known = [tenant for tenant in names.tenants if tenant]
        if not known:
            raise Mistake("no request of this run has a tenant", at)
        return Happens(tenant=_one_of(value.strip('"'), known, at))
    if word == "block":
        number = _number(value, at)
        if not 1 <= number <= blocks:
            raise Mistake(f"blocks are 1 to {blocks}" if blocks else "there are no blocks", at)
        return Happens(block=number)
    if word != "rid" and word not in KINDS:
        raise Mistake(_nearest(word, (*KINDS, *WORDS)), found.start("word"))
    rid = value.strip('"')
    if rid not in names.rids:
        near = get_close_matches(rid, list(names.rids)[:5000], 1) if rid else []
        hint = f"; did you mean {visible(near[0])}?" if near else ""
        raise Mistake(f"no request is called {rid}{hint}" if rid else "whose? a rid", at)
    return Happens(None if word == "rid" else word, rid)


def _one_of(value: str, known: Sequence[str], at: int) -> str:
    """`value`, if it is one of those `known`."""
    if value in known:
        return value
    near = get_close_matches(value, known, 1)
    raise Mistake(f"did you mean {visible(near[0])}?" if near else f"one of {', '.join(known)}", at)


def quoted(rid: str) -> str:
    """`rid` as it is written in a condition."""
    return f'"{rid}"' if re.search(r"\s", rid) or not rid else rid
