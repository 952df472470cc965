"""On which line of a TOML text each key and each element of a list stands.

The standard library's reader tells no places. This one reads the same text again, only when a place
is asked for, and relies on the text being valid: it has just been read. The alternative, a parser
of our own for the whole of TOML, would be ten times as long and could disagree with the standard
one about values.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

Key: TypeAlias = tuple[str | int, ...]
"""A place in a document: names of keys, and positions (from 0) in lists and lists of tables."""

TOKEN = re.compile(
    r"""
    (?P<skip>   [ \t\r]+ | \#[^\n]* )
  | (?P<string> \"{3} (?s:\\.|[^\\])*? \"{3,5} | '{3} (?s:.)*? '{3,5}
              | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
  | (?P<mark>   [\[\]{}=,\n] )
  | (?P<bare>   [^ \t\r\n\#"'\[\]{}=,]+ )
    """,
    re.VERBOSE,
)


class _LostError(Exception):
    """The text is no TOML: no places then, rather than wrong ones or a loop without end."""


class _FoundError(Exception):
    """Every place that was asked for is found: the rest of the text need not be read."""


class Token(NamedTuple):
    """A piece of the text: `kind` is string, mark, bare or end."""

    kind: str
    text: str
    line: int


def key_lines(text: str, asked: Iterable[Key]) -> dict[Key, int]:
    """The lines (from 1) of `asked`, and of the tables and lists around them, where they have one.

    Only as much of `text` is read as it takes.
    """
    reader = _Reader(text, asked)
    try:
        reader.read()
    except _FoundError:
        return reader.lines
    except (RecursionError, _LostError):
        return {}
    return reader.lines


def _tokens(text: str) -> Iterator[Token]:
    line = 1
    for match in TOKEN.finditer(text):
        kind, piece = match.lastgroup or "", match.group()
        if kind != "skip":
            yield Token(kind, piece, line)
        line += piece.count("\n")
    yield Token("end", "", line)


class _Reader:
    """Walks the tokens once and notes the first line of every place asked for in `lines`."""

    def __init__(self, text: str, asked: Iterable[Key]) -> None:
        self.lines: dict[Key, int] = {}
        self._missing = {key[:n] for key in asked for n in range(1, len(key) + 1)}
        self._lengths: dict[Key, int] = {}
        self._tokens = _tokens(text)
        self._token = next(self._tokens)

    def _next(self) -> Token:
        token = self._token
        self._token = next(self._tokens, token)
        return token

    def _accept(self, *kinds: str) -> Token:
        if self._token.kind not in kinds:
            raise _LostError
        return self._next()

    def _note(self, key: Key, line: int) -> Key:
        for length in range(len(key), 0, -1):
            place = key[:length]
            if place in self._missing:
                self._missing.remove(place)
                self.lines[place] = line
        if not self._missing:
            raise _FoundError
        return key

    def read(self) -> None:
        """Read on until everything is found. Raises `_FoundError` then."""
        table: Key = ()
        while self._token.kind != "end":
            if self._token.text == "\n":
                self._next()
            elif self._token.text == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Key:
        line = self._next().line
        listed = self._token.text == "["
        if listed:
            self._next()
        key = self._resolved(self._parts())
        if listed:
            self._lengths[key] = self._lengths.get(key, 0) + 1
            self._note(key, line)
            key = (*key, self._lengths[key] - 1)
            self._next()
        self._next()
        return self._note(key, line)

    def _resolved(self, parts: list[str]) -> Key:
        """Where the table `parts` lies: in the last element of each list of tables on the way."""
        key: Key = ()
        for part in parts:
            if key in self._lengths:
                key = (*key, self._lengths[key] - 1)
            key = (*key, part)
        return key

    def _parts(self) -> list[str]:
        parts: list[str] = []
        while self._token.text not in {"=", "]"}:
            kind, text, _ = self._accept("bare", "string")
            parts += _plain_parts(text) if kind == "bare" else [_string(text)]
        return parts

    def _pair(self, table: Key) -> None:
        line = self._token.line
        key = self._note((*table, *self._parts()), line)
        self._next()
        self._value(key)

    def _value(self, key: Key) -> None:
        if self._token.text == "[":
            self._list(key)
        elif self._token.text == "{":
            self._inline_table(key)
        else:
            self._accept("string", "bare")
            while self._token.kind == "bare":
                self._next()

    def _list(self, key: Key) -> None:
        self._next()
        position = 0
        while self._token.text != "]":
            if self._token.text in {"\n", ","}:
                self._next()
            else:
                self._value(self._note((*key, position), self._token.line))
                position += 1
        self._next()

    def _inline_table(self, key: Key) -> None:
        self._next()
        while self._token.text != "}":
            if self._token.text in {"\n", ","}:
                self._next()
            else:
                self._pair(key)
        self._next()


def _plain_parts(text: str) -> list[str]:
    return [part for part in text.split(".") if part]


def _string(text: str) -> str:
    return str(tomllib.loads(f"text = {text}")["text"])
