"""Reading the lines of a measured run's file, each bounded, with its faults."""

from collections.abc import Iterator
from pathlib import Path

from core.workload.files import UnreadableError, reason_of, size_of
from core.workload.formats.rows import LONGEST_LINE, filled_lines
from core.workload.measured.faults import broken
from core.workload.watched import Watched


def lines_of(file: Path) -> Iterator[tuple[int, str]]:
    """Each line of `file` that is not blank, with its number (from 1).

    Raises `MeasuredError` for a file that cannot be read or has a line that is too long.
    """
    try:
        size_of(file)
        watched = Watched(file.name, [file])
        with watched.opened(file) as opened:
            for number, line in filled_lines(opened):
                if line is None:
                    most = f"{LONGEST_LINE:,} bytes are the most"
                    raise broken(file, f"the line is too long: {most}", number)
                if line.strip():
                    yield number, line
        watched.ended()
    except UnreadableError as error:
        raise broken(file, error.message) from None
    except OSError as error:
        raise broken(file, reason_of(error)) from None
