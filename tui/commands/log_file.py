"""A file that is either written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from tui.commands.stopped import Refused
from tui.view.clean import clean


@contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """A text file that becomes `path` when the block ends well, and disappears when it does not.

    It is written beside `path` and renamed. What is no regular file (a pipe, a device) is written
    to as it is. Raises `Refused` in one sentence where that cannot be done, if possible at once.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8") as file:
                yield file
            return
        with _part(target) as (part, file):
            yield file
            file.close()
            part.replace(target)
    except OSError as error:
        raise Refused(f"{clean(str(path))} cannot be written: {error.strerror}") from None


@contextmanager
def _part(target: Path) -> Iterator[tuple[Path, TextIO]]:
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            yield part, file
    finally:
        with suppress(OSError):
            part.unlink()
