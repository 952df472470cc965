"""The lines of a results file: what is written, and what is believed of what is found there."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from core.study.grid import Grid
from core.study.sweep import Outcome

Header: TypeAlias = Mapping[str, object]

KIND = "driftwood"
SWEEP = "sweep"
LONGEST_LINE = 4_000_000
"""Bytes of the longest line that is read; a header may have a hundred thousand values."""


class Row(NamedTuple):
    """The outcome of the point `number`, whose knobs are as they were typed."""

    number: int
    knobs: Mapping[str, str]
    outcome: Outcome

    def line(self) -> bytes:
        """As it stands in the file."""
        status, reason, figures = self.outcome
        start = {"point": self.number, "knobs": dict(self.knobs), "status": status}
        return _line({**start, "reason": reason, "totals": figures})


class Found(NamedTuple):
    """What a file holds: `rows` in `end` bytes, behind which a line may be torn.

    `is_torn` says that not even the header is whole, `is_sweep` whether it is a results file.
    `differences` tell in what it is of another sweep, `damaged` is the number of a line that cannot
    be read although others follow it.
    """

    rows: tuple[Row, ...] = ()
    end: int = 0
    is_torn: bool = False
    is_sweep: bool = False
    differences: tuple[str, ...] = ()
    damaged: int = 0


def header_line(header: Header) -> bytes:
    """The first line of the file."""
    return _line({KIND: SWEEP, **header})


def found_in(path: Path, header: Header, grid: Grid) -> Found:
    """What the file at `path` holds of the sweep of `grid` that `header` tells."""
    with path.open("rb") as file:
        first = file.readline(LONGEST_LINE)
        if not first.endswith(b"\n") and header_line(header).startswith(first):
            return Found(is_torn=True)
        theirs = _read(first)
        if theirs is None or theirs.get(KIND) != SWEEP:
            return Found()
        ours = json.loads(header_line(header))
        differences = tuple(_differences(theirs, ours))
        return (
            Found((), 0, is_sweep=True, differences=differences)
            if differences
            else _rows(file, grid)
        )


def _rows(file: BinaryIO, grid: Grid) -> Found:
    """The rows behind the header; of a point that stands there twice the first."""
    rows: dict[int, Row] = {}
    end, number = file.tell(), 1
    while line := file.readline(LONGEST_LINE):
        number += 1
        row = _row(line, grid)
        if row is None:
            damaged = number if file.read(1) else 0
            return Found(tuple(rows.values()), end, is_sweep=True, damaged=damaged)
        rows.setdefault(row.number, row)
        end = file.tell()
    return Found(tuple(rows.values()), end, is_sweep=True)


def _row(line: bytes, grid: Grid) -> Row | None:
    """The row of a line; None if it is torn, or none of this sweep."""
    found = _read(line)
    if found is None:
        return None
    match found:
        case {
            "point": int(number),
            "knobs": dict(knobs),
            "status": str(status),
            "reason": str(reason),
            "totals": dict(figures),
        } if 0 <= number < grid.size and knobs == grid.point(number) and _are_figures(figures):
            return Row(number, knobs, Outcome(status, reason, figures))
    return None


def _are_figures(found: Mapping[object, object]) -> bool:
    return all(type(one) in {int, float} for one in found.values())


def _read(line: bytes) -> dict[str, object] | None:
    """The object on a whole line; None if it is no whole line or holds something else."""
    if not line.endswith(b"\n"):
        return None
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _line(document: Mapping[str, object]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"


def _differences(theirs: Mapping[str, object], ours: Mapping[str, object]) -> Iterator[str]:
    """In what two headers differ, a sentence for each."""
    for key in dict.fromkeys((*ours, *theirs)):
        if theirs.get(key) != ours.get(key):
            yield f"{key}: {_words(theirs.get(key))} there, {_words(ours.get(key))} here"


def _words(value: object) -> str:
    match value:
        case None | []:
            return "none"
        case dict():
            return ", ".join(f"{key} {_words(one)}" for key, one in value.items()) or "none"
        case [str(name), [*values]]:
            return f"{name}={','.join(map(str, values))}"
        case list():
            return " ".join(map(_words, value))
        case _:
            return str(value)
