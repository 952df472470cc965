"""Opening a stranger's file: only a regular one, only so large, only as the text it should be."""

import stat
from pathlib import Path

from core.workload.faults import inert

LARGEST_TEXT = 64 * 2**20
"""Bytes of the largest text read whole. A trace is read line by line and may be larger."""


class UnreadableError(Exception):
    """A file that cannot be read: a sentence, and the line (from 1) where it has one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        """Say why."""
        super().__init__(message)
        self.message = message
        self.line = line


def size_of(path: Path) -> int:
    """Bytes in the regular file at `path`. Raises `UnreadableError` otherwise."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise UnreadableError("there is no such file") from None
    except (OSError, ValueError) as error:
        raise UnreadableError(reason_of(error)) from None
    if stat.S_ISDIR(found.st_mode):
        raise UnreadableError("this is a folder, not a file")
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError(
            "this is not a regular file; what a pipe brings is read as -: command | driftwood run -"
        )
    return found.st_size


def is_folder(path: Path) -> bool:
    """Whether a folder is at `path`; what cannot be looked at is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether a regular file is at `path`; what cannot be looked at is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def reason_of(error: Exception) -> str:
    """Why the system refused, without the path."""
    said = error.strerror if isinstance(error, OSError) else str(error)
    return f"the file cannot be read: {inert(said or type(error).__name__)}"


def read_text(path: Path) -> str:
    """The UTF-8 text at `path`, without a byte order mark. Raises `UnreadableError`."""
    size = size_of(path)
    if size > LARGEST_TEXT:
        largest = f"{LARGEST_TEXT // 2**20} MiB"
        raise UnreadableError(
            f"the file has {size:,} bytes, and {largest} is the most that is read"
        )
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_TEXT)
    except OSError as error:
        raise UnreadableError(reason_of(error)) from None
    return _decoded(raw.removeprefix(b"\xef\xbb\xbf"))


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        broken = f"byte 0x{raw[error.start]:02x}"
        raise UnreadableError(f"the text is not UTF-8 ({broken})", line) from None
