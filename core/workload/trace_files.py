"""The files of a trace: one, or a folder of agent sessions."""

from collections.abc import Iterator
from pathlib import Path

from core.workload.files import UnreadableError, is_folder, reason_of, size_of

SUFFIXES = (".json", ".jsonl")
MOST_FILES = 10_000
NO_SESSIONS = (
    "this is a folder without agent sessions (.json): a trace is one file, or a folder of these"
)
MEASURED = ("requests.jsonl", "meta.json")
A_MEASURED_RUN = (
    "this folder is a measured run, not a trace: driftwood calibrate takes it, and writes it as a "
    "scenario"
)


def trace_files(path: Path) -> list[Path]:
    """The regular files of the trace at `path`, in order of their names.

    Of a folder they are what lies in it, without what starts with a dot. Raises `UnreadableError`
    where there is none.
    """
    if not is_folder(path):
        size_of(path)
        return [path]
    if all((path / name).is_file() for name in MEASURED):
        raise UnreadableError(A_MEASURED_RUN)
    try:
        files = sorted(_sessions(path))
    except OSError as error:
        raise UnreadableError(reason_of(error)) from None
    if not files:
        raise UnreadableError(NO_SESSIONS)
    if len(files) > MOST_FILES:
        raise UnreadableError(f"this folder has {len(files):,} files: at most {MOST_FILES:,}")
    return files


def _sessions(folder: Path) -> Iterator[Path]:
    for file in folder.iterdir():
        if file.suffix in SUFFIXES and not file.name.startswith(".") and file.is_file():
            yield file
