"""A TOML text as a document: tables, lists and values, of which nothing has been believed yet."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from core.workload.faults import inert
from core.workload.files import UnreadableError
from core.workload.toml_lines import Key

Table: TypeAlias = dict[str, object]

LONGEST_KEY = 32
"""Parts of the longest dotted key read: scenarios need 5; n take a time of n squared."""

PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
SAID = {"Cannot overwrite a value": "a key stands there twice"}
TWICE = re.compile(r"Cannot declare \((.+?),?\) twice")
"""What the reader says, in plainer words."""
KEY_PART = r"""(?: [\w-]++ | "[^"\n]*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+"""
LONG_KEY = re.compile(rf"(?<![\w.-]) (?: {KEY_PART} ){{{LONGEST_KEY}}}", re.VERBOSE)
LONG_INTEGER = re.compile(r"[0-9][0-9_]{4299,}+")
STANDS_FOR_LONG = 10**400
"""In the place of an integer that Python itself refuses to read or to write for its length."""
MOST_BITS = 10_000


def parse(text: str) -> Table:
    """`text` as tables, lists and values; a number with a point is a `Decimal`, decimals kept.

    Raises `UnreadableError` with the line for text that is not TOML. Integers of more than 64 bits,
    which TOML does not have, are read: `too_long_integers` finds them.
    """
    if found := LONG_KEY.search(text):
        line = _line_at(text, found.start())
        raise UnreadableError(f"a key has more than {LONGEST_KEY} parts", line)
    try:
        return _document(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from None
    except RecursionError:
        raise UnreadableError("lists or tables are nested too deeply") from None
    except ValueError as error:
        raise UnreadableError(f"this is not TOML: {inert(str(error))}") from None


def _document(text: str) -> Table:
    """`text` read. Where a number is too long for Python, each such run of digits is a short one.

    That may change a string as well, but of a document that cannot be used in any case.
    """
    try:
        return tomllib.loads(text, parse_float=_written)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        short = LONG_INTEGER.sub(str(STANDS_FOR_LONG), text)
        return tomllib.loads(short, parse_float=_written)


def _written(number: str) -> Decimal:
    try:
        return Decimal(number)
    except InvalidOperation:
        return Decimal("inf")


def _not_toml(text: str, said: str) -> UnreadableError:
    place = PLACE.search(said)
    end = text.rstrip("\n").count("\n") + 1
    line = int(place[1]) if place and place[1] else end
    words = PLACE.sub("", said)
    table = TWICE.fullmatch(words)
    words = f"the table {table[1]} stands there twice" if table else SAID.get(words, words)
    return UnreadableError(f"this is not TOML: {inert(words)}", line)


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def too_long_integers(document: Table) -> Iterator[Key]:
    """The places of integers of more than 64 bits. A loop, since tables may nest very deeply.

    What is too long to be written out is replaced by a shorter one, which is too long as well.
    """
    open_values: list[tuple[Key, Any]] = [((), document)]  # tables and lists, which are told apart
    while open_values:
        at, around = open_values.pop()
        for name, found in around.items() if isinstance(around, dict) else enumerate(around):
            if isinstance(found, dict | list):
                open_values.append(((*at, name), found))
            elif is_too_long(found):
                if found.bit_length() > MOST_BITS:
                    around[name] = STANDS_FOR_LONG if found > 0 else -STANDS_FOR_LONG
                yield (*at, name)


def is_too_long(value: object) -> bool:
    """Whether it is an integer of more than 64 bits."""
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def plain(value: object) -> object:
    """`value` with a float in the place of a `Decimal`, as the engine takes it."""
    return float(value) if isinstance(value, Decimal) else value
