"""The lines of a file of recorded schedules, packed or not, and what is wrong with one."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from core.workload.faults import FileFault, InputError, inert

LONGEST_LINE = 2**26


class RecordingError(InputError):
    """A file of recorded schedules cannot be used."""


def recorded_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Those that are not blank, with their numbers. Raises `RecordingError`."""
    opened = gzip.open if path.suffix == ".gz" else open
    at = 0
    try:
        with opened(path, "rt", encoding="utf-8-sig") as file:
            while line := file.readline(LONGEST_LINE):
                at += 1
                if len(line) == LONGEST_LINE:
                    raise recording_error(path, at, "the line is too long")
                if line.strip():
                    yield at, line
    except UnicodeError:
        raise recording_error(path, None, "the text is not UTF-8") from None
    except (OSError, EOFError, zlib.error) as error:
        raise recording_error(path, None, f"the file cannot be read: {error}") from None


def recording_error(path: Path, at: int | None, message: str) -> RecordingError:
    """The error of what is wrong with the file, or with its line `at`."""
    return RecordingError([FileFault(inert(str(path)), at, "", inert(message))])
