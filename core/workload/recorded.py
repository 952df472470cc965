"""A recorded schedule as a scenario: its workload under its scheduler, to be stepped through.

`FILE.jsonl:12` names the one in line 12, as errors do; a file with a single one needs no line.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

from core.request import Request
from core.run import MOST_STEPS
from core.schedulers.vllm import Vllm
from core.workload.document import Table
from core.workload.files import is_file
from core.workload.recordings import Recording, holds_recordings, recording_in
from core.workload.scenario_text import Case, tables_of
from core.workload.source import Source

PLACE = re.compile(r"(?P<file>.+\.jsonl(?:\.gz)?):(?P<line>[0-9]{1,9})", re.DOTALL)
NOTES = (
    "A schedule that was recorded, run again by the rules of its engine. `driftwood conform`\n"
    "compares the two, step by step."
)


class Place(NamedTuple):
    """A file of recorded schedules, and the line of one; None where there is one alone."""

    file: Path
    line: int | None


def recorded_place(path: Path) -> Place | None:
    """What `path` names, if that is a recorded schedule."""
    if is_file(path):
        return Place(path, None) if holds_recordings(path) else None
    found = PLACE.fullmatch(str(path))
    if found is None or not is_file(Path(found["file"])):
        return None
    return Place(Path(found["file"]), int(found["line"]))


def recorded_source(place: Place) -> Source:
    """The scenario that runs its workload. Raises `RecordingError`."""
    recording = recording_in(*place)
    return Source(
        place.file,
        recording.name,
        _document(recording),
        only_line=recording.line,
        one_stamp=isinstance(recording.scheduler, Vllm) and recording.scheduler.one_stamp,
    )


def _document(recording: Recording) -> Table:
    case = Case(
        title=f"{recording.name}, recorded",
        notes=NOTES,
        requests=recording.requests,
        scheduler_name=recording.engine,
        scheduler=recording.scheduler,
        cost=None,
        max_steps=MOST_STEPS,
    )
    tables = {name: {**values} for name, values in tables_of(case).items()}
    requests = [dict(_fields(one)) for one in recording.requests]
    return {"title": case.title, "notes": NOTES, **tables, "request": requests}


def _fields(one: Request) -> Mapping[str, object]:
    """What a table of it says: the lengths, and what is not as by default."""
    every = {field.name: (getattr(one, field.name), field.default) for field in fields(one)}
    return {
        name: [*value] if isinstance(value, tuple) else value
        for name, (value, default) in every.items()
        if value != default
    }
