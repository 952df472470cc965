"""A scenario: a workload, a scheduler with its knobs, a clock, and what is expected of the run.

A scenario is a pure function of its source, the document that its file holds; setting a knob makes
a new document and reads that again, so that whatever is set is checked like what is written,
together with everything that depends on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.cost import TRACE_STEP_MS, Cost
from core.policies import VictimPolicy
from core.request import Request
from core.run import Run
from core.schedulers import Scheduler
from core.workload.document import parse, too_long_integers
from core.workload.engine_tables import read_cost, read_max_steps, read_scheduler
from core.workload.expectations import Expectation, read_expectations
from core.workload.faults import FileFault, ScenarioError, inert
from core.workload.files import UnreadableError, read_text
from core.workload.keys import TOP, quoted
from core.workload.settings import overridden
from core.workload.source import Reading, Source
from core.workload.toml_lines import Key
from core.workload.trace import TraceReport
from core.workload.workload_table import read_workload

CLOCK_NOTE = f"a timed trace without a cost model runs at {TRACE_STEP_MS:g} ms a step"


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a file says, checked.

    `title` and `notes` are the author's text as it is, which may hold anything. `cost` is None
    where the clock is the step. `clock_note` is the sentence to show where the clock is one that
    nobody asked for, else "". `report` is that of the trace the requests come from, if they do.
    `source` is what it was read from.
    """

    title: str
    notes: str
    requests: tuple[Request, ...]
    scheduler_name: str
    scheduler: Scheduler
    cost: Cost | None
    max_steps: int
    expectations: tuple[Expectation, ...]
    clock_note: str
    report: TraceReport | None
    source: Source

    @property
    def path(self) -> Path:
        """The file it comes from."""
        return self.source.path

    @property
    def trace_path(self) -> Path | None:
        """The trace its requests come from, if they do."""
        if self.report is None:
            return None
        table = self.source.document["workload"]
        assert isinstance(table, dict)
        return self.path if self.source.is_trace else self.path.parent / str(table["trace"])

    def run(self, variant: str | None = None) -> Run:
        """A run of it, at its start. Raises `ScenarioError` for a `variant`: there are none yet."""
        if variant is not None:
            raise ScenarioError(
                [self.source.fault(("variant",), "a variant is not there yet", None)]
            )
        return Run(self.requests, self.scheduler, cost=self.cost, max_steps=self.max_steps)

    def with_settings(
        self,
        settings: Mapping[str, str],
        *,
        scheduler: str | None = None,
        limit: int | None = None,
        window: str | None = None,
        max_steps: int | None = None,
        victim: str | VictimPolicy | None = None,
    ) -> "Scenario":
        """The scenario with something else in the place of what its file says.

        `settings` has values as typed: a bare name is a knob of the scheduler, `cost.x`, `run.x`
        and `workload.x` belong to these tables; "none" unsets. The others are the options of the
        same names; `victim` may be the policy itself, which no file can hold. Raises
        `ScenarioError` whose faults name the option.
        """
        options = {
            "--scheduler": ("scheduler", "name", scheduler),
            "--limit": ("workload", "limit", limit),
            "--window": ("workload", "window", window),
            "--max-steps": ("run", "max_steps", max_steps),
            "--victim": ("scheduler", "victim", victim),
        }
        return read_scenario(overridden(self.source, settings, options))


def load_scenario(path: str | Path) -> Scenario:
    """The scenario in the TOML file at `path`. Raises `ScenarioError` with every fault of it."""
    return read_scenario(source_at(Path(path)))


def source_at(file: Path) -> Source:
    """The source in the TOML file at `file`. Raises `ScenarioError` if it is none."""
    try:
        text = read_text(file)
        document = parse(text)
    except UnreadableError as error:
        fault = FileFault(inert(str(file)), error.line, "", error.message)
        raise ScenarioError([fault]) from None
    return Source(file, text, document)


def read_scenario(source: Source) -> Scenario:
    """The scenario that `source` holds. Raises `ScenarioError` with every fault."""
    reading = Reading(source)
    too_long = tuple(too_long_integers(source.document))
    reading.check_keys((), source.document, TOP)
    title = reading.text((), source.document, "title", source.path.stem)
    notes = reading.text((), source.document, "notes", "")
    named = read_scheduler(reading)
    workload = read_workload(reading)
    cost = read_cost(reading)
    max_steps = read_max_steps(reading)
    expectations = read_expectations(reading, [one.rid for one in workload.requests])
    _refuse_too_long(reading, too_long)
    if named is None or reading.faults:
        raise reading.error()
    timed = any(one.arrival_ms is not None for one in workload.requests)
    free_clock = timed and cost is None
    return Scenario(
        title=title,
        notes=notes,
        requests=workload.requests,
        scheduler_name=named.name,
        scheduler=named.scheduler,
        cost=Cost(TRACE_STEP_MS) if free_clock else cost,
        max_steps=max_steps,
        expectations=expectations,
        clock_note=CLOCK_NOTE if free_clock else "",
        report=workload.report,
        source=source,
    )


def _refuse_too_long(reading: Reading, keys: Iterable[Key]) -> None:
    """Note the integers at `keys` that nobody has found wrong yet."""
    noted = {fault.key for fault in reading.faults}
    for key in keys:
        if key not in noted:
            name = next(part for part in reversed(key) if isinstance(part, str))
            reading.fault(key, f"{quoted(name)} is too large: an integer has at most 64 bits")
