"""`timeseries.csv`: how many ran and waited at the times of a clock of its own, by a header."""

from pathlib import Path

from core.workload.formats.columns import SECOND_NS, count, nanoseconds
from core.workload.measured.faults import Faults, broken
from core.workload.measured.lines import lines_of
from core.workload.measured.measured import Sample

COLUMNS = ("t", "running", "waiting")
KV = "kv_cache_pct"


def read_samples(file: Path) -> tuple[Sample, ...]:
    """The samples of `file`, by time. Raises `MeasuredError` with everything that is wrong."""
    lines = lines_of(file)
    number, header = next(lines, (0, ""))
    names = _fields(header)
    if missing := [column for column in COLUMNS if column not in names]:
        said = f"the header needs the columns {', '.join(COLUMNS)}: there is no {missing[0]}"
        raise broken(file, said, number or None, missing[0])
    faults, found = Faults(file), list[Sample]()
    for at, line in lines:
        fields = _fields(line)
        if len(fields) != len(names):
            faults.add(at, "", f"{len(fields)} columns, the header has {len(names)}")
        elif sample := _sample(dict(zip(names, fields, strict=True)), at, faults):
            found.append(sample)
        if faults.are_enough:
            break
    faults.raise_any()
    return tuple(sorted(found))


def _fields(line: str) -> list[str]:
    return [field.strip(' "') for field in line.split(",")]


def _sample(row: dict[str, str], line: int, faults: Faults) -> Sample | None:
    """The sample in `row`; None if something is wrong, which is noted."""
    at_ns, running, waiting = nanoseconds(row["t"]), count(row["running"]), count(row["waiting"])
    percent = nanoseconds(row[KV]) if KV in row else None
    if at_ns is None:
        faults.add(line, "t", "t must be seconds")
    for key, found in (("running", running), ("waiting", waiting)):
        if isinstance(found, str):
            faults.add(line, key, f"{key} must be a count of requests")
    if KV in row and percent is None:
        faults.add(line, KV, f"{KV} must be per cent of the cache")
    if at_ns is None or isinstance(running, str) or isinstance(waiting, str):
        return None
    used = None if percent is None else percent / SECOND_NS
    return Sample(at_ns / SECOND_NS, running, waiting, used)
