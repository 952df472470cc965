"""A file of either kind as a scenario: a trace gets a scheduler that fits one GPU."""

from collections.abc import Mapping
from pathlib import Path

from core.workload.document import Table
from core.workload.recorded import recorded_place, recorded_source
from core.workload.scenario import Scenario, read_scenario, source_at
from core.workload.settings import overridden
from core.workload.source import Source
from core.workload.trace_knobs import DEFAULTS

SUFFIX = ".toml"

NOTES = (
    "A trace by itself, on one GPU as vLLM 0.19 uses an RTX 4090 for Llama 3.1 8B: 256 slots,\n"
    "2,588 blocks of 16 tokens (vLLM keeps one of them), 2,048 tokens a step. All of it can be set."
)


def scenario_from_trace(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name, which scripts use
    limit: int | None = None,
    window: str | None = None,
    speed: float | str | None = None,
    *,
    columns: str | Mapping[str, str] | None = None,
) -> Scenario:
    """The trace at `path` as a scenario, with `DEFAULTS` and a clock of 20 ms a step.

    The arguments are those of `load_trace`. Raises `ScenarioError`.
    """
    wishes: dict[str, object] = {"format": format, "columns": columns, "limit": limit}
    wishes |= {"window": window, "speed": speed}
    return read_scenario(_of_trace(path, wishes))


def _of_trace(path: str | Path, wishes: Mapping[str, object]) -> Source:
    given = {key: wish for key, wish in wishes.items() if wish is not None}
    document: Table = {
        "title": Path(path).stem,
        "notes": NOTES,
        "scheduler": DEFAULTS,
        "workload": {"trace": str(path), **given},
    }
    return Source(Path(path), "", document)


def load(  # noqa: PLR0913 - as of `load_trace`
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name, which scripts use
    limit: int | None = None,
    window: str | None = None,
    speed: float | str | None = None,
    *,
    columns: str | Mapping[str, str] | None = None,
    workload: Mapping[str, str] | None = None,
) -> Scenario:
    """The file at `path`: a scenario if its name ends in `.toml`, else a trace or a recording.

    `format`, `limit`, `window`, `speed` and `columns` are those of `load_trace`; in a scenario they
    take the place of what it says of its trace. So do the values of `workload`, such as
    `workload.rate`, as typed: a trace may not be readable without them. Raises `ScenarioError`.
    """
    wishes: dict[str, object] = {"format": format, "columns": columns, "limit": limit}
    wishes |= {"window": window, "speed": speed}
    options = {f"--{key}": ("workload", key, wish) for key, wish in wishes.items()}
    return read_scenario(overridden(_source(Path(path)), workload or {}, options))


def _source(path: Path) -> Source:
    if path.suffix.lower() == SUFFIX:
        return source_at(path)
    place = recorded_place(path)
    return _of_trace(path, {}) if place is None else recorded_source(place)
