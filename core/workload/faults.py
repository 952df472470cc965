"""What is wrong with a file or an option: faults with places, and errors that carry them."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.override import override

MOST_SHOWN = 100
"""Faults that are told; a file as a machine writes it may have a million."""
LONGEST = 400


@dataclass(frozen=True, slots=True)
class FileFault:
    """One thing wrong: in `file` at `line` (from 1; None where it has none), for `key`.

    `file` is a path, or the option as it was typed where an option is at fault. `message` is a
    sentence that names the key and says what would be right.
    """

    file: str
    line: int | None
    key: str
    message: str

    @property
    def where(self) -> str:
        """`file:line`, or `file` alone."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @override
    def __str__(self) -> str:
        """The line for people."""
        return f"{self.where}: {self.message}"


class InputError(ValueError):
    """What was given cannot be used. `faults` has every reason; the text shows the first 100."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        """Carry `faults`, in the order given."""
        self.faults = tuple(faults)
        lines = [str(fault) for fault in self.faults[:MOST_SHOWN]]
        if more := len(self.faults) - len(lines):
            lines.append(f"… and {more:,} more")
        super().__init__("\n".join(lines))


class ScenarioError(InputError):
    """A scenario file, or what an option makes of it, cannot be used."""


class TraceError(InputError):
    """A trace, or what was asked of it, cannot be used."""


def inert(text: str, longest: int = LONGEST) -> str:
    """`text` on one line, at most `longest` characters, with everything unprintable escaped."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    if short.isprintable():
        return short
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in short)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")
