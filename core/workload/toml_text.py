"""Values as TOML, in a form that is inert to look at as well.

The standard library reads TOML and does not write it. What is written here is small and flat, and a
writer from elsewhere would leave bidi and other invisible characters of a rid as they are: legal in
TOML, but not safe to print.
"""

from collections.abc import Mapping
from typing import TypeAlias

Value: TypeAlias = str | int | float | bool | tuple[str, ...] | tuple[int, ...]
PLAIN = (str, int, float, bool, tuple)
"""The kinds of them, to ask for."""

Entry: TypeAlias = Value | Mapping[str, Value]
"""What a key of a table holds."""
ENTRIES = (*PLAIN, Mapping)

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
LONGEST_ESCAPED = 0xFFFF
"""The last character that four digits can name."""


def toml(value: Value) -> str:
    """`value` as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{escaped(value)}"'
        case int() | float():
            return repr(value)
        case tuple():
            return f"[{', '.join(map(toml, value))}]"


def escaped(text: str) -> str:
    """`text` for between the quotes of a string: what is special or not printable, by its code."""
    return "".join(_escape(letter) for letter in text)


def _escape(letter: str) -> str:
    if letter in ESCAPES:
        return ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\u{code:04x}" if code <= LONGEST_ESCAPED else f"\\U{code:08x}"


def toml_lines_of(text: str) -> str:
    """`text` as a string of several lines."""
    lines = "\n".join(escaped(line) for line in text.split("\n"))
    return f'"""\n{lines}"""'


def key(name: str) -> str:
    """`name` as a key: bare where it may be."""
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else toml(name)


def inline_table(values: Mapping[str, Value]) -> str:
    """`values` on one line."""
    return f"{{ {', '.join(f'{key(name)} = {toml(value)}' for name, value in values.items())} }}"


def entry(value: Entry) -> str:
    """`value` on one line."""
    return inline_table(value) if isinstance(value, Mapping) else toml(value)


def table(header: str, values: Mapping[str, Entry]) -> str:
    """A header and a line for each of `values`."""
    return "\n".join([header, *(f"{key(name)} = {entry(one)}" for name, one in values.items())])
