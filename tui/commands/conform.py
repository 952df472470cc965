"""`driftwood conform PATH...`: schedules recorded from real engines, and the equal steps."""

import json
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Annotated, NamedTuple, TypeAlias

from typer import Argument

from core.naming import counted
from core.study.conform import Conformance, conform
from core.workload.files import is_file, is_folder
from core.workload.recordings import SUFFIXES, Recording, read_recordings
from tui.commands.asked import Json
from tui.commands.builtin import FOLDER
from tui.commands.exits import DONE, MISSED, guarded
from tui.commands.named_file import exists
from tui.commands.output import progress, show
from tui.commands.stopped import Refused
from tui.view.clean import clean

LONGEST = 300

Paths: TypeAlias = Annotated[
    list[str], Argument(metavar="PATH...", help="Recorded schedules (.jsonl, .jsonl.gz), folders.")
]


class Told(NamedTuple):
    """A recording, and how it went."""

    file: Path
    recording: Recording
    found: Conformance


@guarded
def conform_(paths: Paths, *, as_json: Json = False) -> int:
    """Run recorded schedules of real engines; count equal steps."""
    files = list(dict.fromkeys(file for path in paths for file in _files_of(path)))
    if not files:
        raise Refused(f"no recorded schedule (.jsonl) was found in {', '.join(map(clean, paths))}")
    every = [told for file in files for told in _of_file(file, as_json=as_json)]
    missed = [told for told in every if told.found.difference is not None]
    if as_json:
        show([json.dumps(_document(every))])
    else:
        steps, equal = sum(t.found.steps for t in every), sum(t.found.equal for t in every)
        schedules = counted(len(every), "recorded schedule")
        words = f"{equal:,} of {steps:,} steps are equal, in {schedules}"
        differ = "differs" if len(missed) == 1 else "differ"
        show([words if not missed else f"{words}; {len(missed):,} of them {differ}"])
    return MISSED if missed else DONE


def _files_of(path: str) -> Iterator[Path]:
    if not path.strip():
        raise Refused("the name of the file is empty")
    file = Path(path) if exists(Path(path)) else FOLDER / path
    if is_folder(file):
        yield from sorted(f for f in file.rglob("*") if f.name.endswith(SUFFIXES) and is_file(f))
    elif is_file(file):
        yield file
    else:
        wrong = "this is not a regular file" if exists(file) else "there is no such file or folder"
        raise Refused(f"{clean(path)}: {wrong}")


def _of_file(file: Path, *, as_json: bool) -> list[Told]:
    """Everything in `file`, with a line about it."""
    every: list[Told] = []
    for recording in read_recordings(file):
        progress(f"{file.name}: {len(every):,} schedules")
        every.append(Told(file, recording, conform(recording)))
    progress("")
    if not every:
        raise Refused(f"{clean(str(file))}: there is no recorded schedule in it")
    if not as_json:
        steps, equal = sum(t.found.steps for t in every), sum(t.found.equal for t in every)
        engines = ", ".join(dict.fromkeys(clean(told.recording.engine) for told in every))
        show([f"{clean(str(file))}: {equal:,} of {steps:,} steps equal ({engines})"])
        first = next((told for told in every if told.found.difference), None)
        show(_difference(first) if first else [])
    return every


def _difference(told: Told) -> Iterator[str]:
    """Both sides of the first step that differs."""
    different = told.found.difference
    assert different is not None
    where = "the results" if different.step is None else f"step {different.step:,}"
    yield f"  {clean(told.recording.name)}, {where}:"
    for key, recorded in different.recorded.items():
        yield f"    {clean(key)}"
        yield f"      recorded  {_short(recorded)}"
        yield f"      here      {_short(different.ours[key])}"
    yield f"    {_opening(told)}"


def _opening(told: Told) -> str:
    """The command that opens the moment that differs, or the life of who ended otherwise."""
    different, file = told.found.difference, f"{told.file}:{told.recording.line}"
    assert different is not None
    if different.step is None:
        words = ["driftwood", "explain", file, next(iter(different.recorded))]
    else:
        words = ["driftwood", "step", file, "--step", str(different.step)]
    return clean(" ".join(map(quote, words)))


def _short(value: object) -> str:
    text = clean(str(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _document(every: list[Told]) -> dict[str, object]:
    return {
        "format": 1,
        "schedules": [
            {
                "file": str(told.file),
                "name": told.recording.name,
                "engine": told.recording.engine,
                "steps": told.found.steps,
                "equal": told.found.equal,
                "difference": _difference_document(told),
            }
            for told in every
        ],
    }


def _difference_document(told: Told) -> dict[str, object] | None:
    different = told.found.difference
    if different is None:
        return None
    sides = {"recorded": different.recorded, "here": different.ours}
    return {"step": different.step, **sides, "opened_by": _opening(told)}
