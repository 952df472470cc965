"""The folder of a measured run, read as one."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from core.workload.faults import FileFault
from core.workload.files import is_folder
from core.workload.measured.faults import MeasuredError, broken
from core.workload.measured.measured import Measured, MeasuredEngine, Sample, Served
from core.workload.measured.meta import read_engine
from core.workload.measured.prompts import read_prompts
from core.workload.measured.requests import read_served
from core.workload.measured.samples import read_samples

REQUESTS, SAMPLES, META = "requests.jsonl", "timeseries.csv", "meta.json"

Read = TypeVar("Read")


def read_measured(folder: str | Path, prompts: str | Path | None = None) -> Measured:
    """The measured run in `folder`, with the tokens of its prompts where a file of them is given.

    Raises `MeasuredError` with everything that is wrong, of all files.
    """
    place, faults = Path(folder), list[FileFault]()
    if not is_folder(place):
        raise broken(place, f"a measured run is a folder with {REQUESTS} and {META}")
    served = _tried(lambda: read_served(place / REQUESTS), faults)
    engine = _tried(lambda: read_engine(place / META), faults)
    series = place / SAMPLES
    samples = _tried(lambda: read_samples(series), faults) if series.exists() else ()
    if served is None or engine is None or samples is None:
        raise MeasuredError(faults)
    _check_room(place / REQUESTS, served, engine)
    return _measured(place, served, engine, samples, prompts)


def _tried(read: Callable[[], Read], faults: list[FileFault]) -> Read | None:
    """What is read; None if it cannot be used, which is noted."""
    try:
        return read()
    except MeasuredError as error:
        faults += error.faults
        return None


def _check_room(file: Path, served: Sequence[Served], engine: MeasuredEngine) -> None:
    """Every request was served, so each must fit into the memory that is told."""
    for one in served:
        if why := engine.scheduler.never_fits(one.request()):
            said = f"{one.rid:.60} was served, but {why}, as {META} tells"
            raise broken(file, said)


def _measured(
    place: Path,
    served: Sequence[Served],
    engine: MeasuredEngine,
    samples: tuple[Sample, ...],
    prompts: str | Path | None,
) -> Measured:
    known = {} if prompts is None else read_prompts(Path(prompts), served, engine)
    in_order = tuple(sorted(served, key=attrgetter("queued_ms")))
    return Measured(place.resolve().name, in_order, samples, engine, known)
