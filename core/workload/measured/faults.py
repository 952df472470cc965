"""What is wrong with the files of a measured run."""

from pathlib import Path

from core.workload.faults import MOST_SHOWN, FileFault, InputError, inert


class MeasuredError(InputError):
    """A measured run cannot be used."""


class Faults:
    """The faults of one file as they are found; `raise_any` ends in an error if there are any.

    Of a file that has very many the first ones are enough.
    """

    def __init__(self, file: Path) -> None:
        """None yet."""
        self._file = inert(str(file))
        self._found: list[FileFault] = []

    @property
    def are_enough(self) -> bool:
        """Whether there are as many as are told."""
        return len(self._found) >= MOST_SHOWN

    def add(self, line: int | None, key: str, message: str) -> None:
        """Note that `key` is wrong at `line`."""
        self._found.append(FileFault(self._file, line, inert(key), inert(message)))

    def raise_any(self) -> None:
        """Raise `MeasuredError` with all of them, if there are any."""
        if self._found:
            raise MeasuredError(self._found)


def broken(file: Path, message: str, line: int | None = None, key: str = "") -> MeasuredError:
    """The error of one fault."""
    return MeasuredError([FileFault(inert(str(file)), line, key, inert(message))])
