"""A TOML text as a document: tables, lists and values, of which nothing has been believed yet."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from core.workload.faults import inert
from core.workload.files import UnreadableError
from core.workload.toml_lines import Key

Table: TypeAlias = dict[str, object]

LONGEST_KEY = 32
"""Parts of the longest dotted key read: scenarios need 5; n take a time of n squared."""

PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
KEY_PART = r"""(?: [\w-]++ | "[^"\n]*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+"""
LONG_KEY = re.compile(rf"(?<![\w.-]) (?: {KEY_PART} ){{{LONGEST_KEY}}}", re.VERBOSE)
LONG_INTEGER = re.compile(r"\d[\d_]{4299}")


def parse(text: str) -> Table:
    """`text` as tables, lists and values; a number with a point is a `Decimal`, decimals kept.

    Raises `UnreadableError` with the line for text that is not TOML, integers of more than 64 bits
    included, as TOML asks.
    """
    if found := LONG_KEY.search(text):
        line = _line_at(text, found.start())
        raise UnreadableError(f"a key has more than {LONGEST_KEY} parts", line)
    try:
        return tomllib.loads(text, parse_float=_written)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from None
    except RecursionError:
        raise UnreadableError("lists or tables are nested too deeply") from None
    except ValueError:
        long = LONG_INTEGER.search(text)
        line_of_it = _line_at(text, long.start()) if long else None
        raise UnreadableError("an integer has more than 64 bits", line_of_it) from None


def _written(number: str) -> Decimal:
    try:
        return Decimal(number)
    except InvalidOperation:
        return Decimal("inf")


def _not_toml(text: str, said: str) -> UnreadableError:
    place = PLACE.search(said)
    end = text.rstrip("\n").count("\n") + 1
    line = int(place[1]) if place and place[1] else end
    return UnreadableError(f"this is not TOML: {inert(PLACE.sub('', said))}", line)


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def too_long_integers(document: Table) -> Iterator[Key]:
    """The places of integers of more than 64 bits. A loop, since tables may nest very deeply."""
    open_values: list[tuple[Key, object]] = [((), document)]
    while open_values:
        key, found = open_values.pop()
        if isinstance(found, dict):
            open_values += [((*key, name), inside) for name, inside in found.items()]
        elif isinstance(found, list):
            open_values += [((*key, at), inside) for at, inside in enumerate(found)]
        elif isinstance(found, int) and not -(2**63) <= found < 2**63:
            yield key


def plain(value: object) -> object:
    """`value` with a float in the place of a `Decimal`, as the engine takes it."""
    return float(value) if isinstance(value, Decimal) else value
