"""A scenario: a workload, a scheduler with its knobs, a clock, and what is expected of the run.

A scenario is a pure function of its source, the document that its file holds; setting a knob makes
a new document and reads that again, so that whatever is set is checked like what is written,
together with everything that depends on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.cost import TRACE_STEP_MS, Cost
from core.policies import QueuePolicy, VictimPolicy
from core.request import Request
from core.run import Run
from core.schedulers import Scheduler
from core.workload.capacity import Capacity
from core.workload.contents import Contents, read_contents
from core.workload.differences import Difference, read_differences
from core.workload.document import Table, parse, too_long_integers
from core.workload.expected import Expectation
from core.workload.faults import FileFault, ScenarioError, inert
from core.workload.files import UnreadableError, read_text
from core.workload.keys import TOP, quoted
from core.workload.origins import Origins
from core.workload.settings import overridden
from core.workload.source import Reading, Source
from core.workload.spelled import with_own_names
from core.workload.toml_lines import Key
from core.workload.trace_report import TraceReport
from core.workload.variants import BASE, WORKLOADS, no_variant, read_variants, title_of
from core.workload.watched import building
from core.workload.workload_table import Workload

CLOCK_NOTE = f"a timed trace without a cost model runs at {TRACE_STEP_MS:g} ms a step"


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a file says, checked.

    `title` and `notes` are the author's text as it is, which may hold anything. `cost` is None
    where the clock is the step. `clock_note` is the sentence to show where the clock is one that
    nobody asked for, else "". `report` is that of the trace the requests come from, if they do.
    `origins` say where each request was read, `capacity` is the sum that the memory comes from.
    `source` is what it was read from. `variants` are scenarios of their own, by name in the order
    of the file; they have their names before the title. `differences` are what is expected of
    two of these runs.
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
    variants: Mapping[str, "Scenario"]
    differences: tuple[Difference, ...]
    origins: Origins = field(compare=False, repr=False)
    capacity: Capacity | None = None

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

    @property
    def name(self) -> str:
        """What it is called beside its variants: its own name if it is one, else "base"."""
        return self.source.variant or BASE

    @property
    def whole_title(self) -> str:
        """The title without the name of the variant."""
        return self.title.removeprefix(title_of(self.source.variant, ""))

    @property
    def alternatives(self) -> Mapping[str, "Scenario"]:
        """It and its variants by name, to be compared.

        A variant that changes nothing is the scenario itself under another name, and stands for it.
        """
        named = any(one.runs_as(self) for one in self.variants.values())
        return self.variants if named else {self.name: self, **self.variants}

    def runs_as(self, other: "Scenario") -> bool:
        """Whether its run is that of `other`."""
        own, others = (
            (one.scheduler, one.cost, one.max_steps, one.requests) for one in (self, other)
        )
        return own == others

    def variant(self, name: str | None) -> "Scenario":
        """Its variant `name`; itself for "base" or None. Raises `ScenarioError` for any other."""
        if name is None or name == self.name:
            return self
        if name not in self.variants:
            said = no_variant(name, tuple(self.variants))
            raise ScenarioError([self.source.fault(("variant",), said, None)])
        return self.variants[name]

    def run(self, variant: str | None = None) -> Run:
        """A run of it, or of its `variant`, at its start. Raises `ScenarioError` as `variant`."""
        one = self.variant(variant)
        with building(len(one.requests)):
            return Run(one.requests, one.scheduler, cost=one.cost, max_steps=one.max_steps)

    def with_settings(  # noqa: PLR0913 - an option is a parameter
        self,
        settings: Mapping[str, str],
        *,
        scheduler: str | None = None,
        limit: int | None = None,
        window: str | None = None,
        max_steps: int | None = None,
        victim: str | VictimPolicy | None = None,
        admission: str | None = None,
        queue: str | QueuePolicy | None = None,
        prefill: str | None = None,
        on_preempt: str | None = None,
    ) -> "Scenario":
        """The scenario with something else in the place of what its file says.

        `settings` has values as typed: a bare name is a knob of the scheduler, `cost.x`, `run.x`
        and `workload.x` belong to these tables; "none" unsets. The others are the options of the
        same names; `victim` and `queue` may be the policy itself, which no file can hold. Its
        variants are left out: ask one for itself with settings. Raises `ScenarioError` whose faults
        name the option.
        """
        options = {
            "--scheduler": ("scheduler", "name", scheduler),
            "--limit": ("workload", "limit", limit),
            "--window": ("workload", "window", window),
            "--max-steps": ("run", "max_steps", max_steps),
            "--victim": ("scheduler", "victim", victim),
            "--admission": ("scheduler", "admission", admission),
            "--queue": ("scheduler", "queue", queue),
            "--prefill": ("scheduler", "prefill", prefill),
            "--on-preempt": ("scheduler", "on_preempt", on_preempt),
        }
        source = overridden(self.source, settings, options)
        same = source.document.get("workload") == self.source.document.get("workload")
        workload = Workload(self.requests, self.origins, self.report) if same else None
        return read_scenario(replace(source, document=_alone(source.document)), workload)


def _alone(document: Table) -> Table:
    """`document` without its variants, and what is expected of them."""
    alone = {key: found for key, found in document.items() if key != "variant"}
    expect = alone.get("expect")
    if isinstance(expect, dict):
        alone["expect"] = {key: one for key, one in expect.items() if key != "difference"}
    return alone


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
    return with_own_names(Source(file, text, document))


def read_scenario(source: Source, workload: Workload | None = None) -> Scenario:
    """The scenario that `source` holds. Raises `ScenarioError` with every fault.

    `workload` is what has been read of it already, which for a trace takes long.
    """
    reading = Reading(source)
    too_long = tuple(too_long_integers(source.document))
    reading.check_keys((), source.document, TOP)
    contents = read_contents(reading, workload)
    variants = {name: _variant(reading, own, contents) for name, own in read_variants(reading)}
    requests = {name: one.requests for name, one in variants.items() if one is not None}
    base = {source.variant or BASE: contents.workload.requests}
    differences = () if source.variant else read_differences(reading, {**base, **requests})
    _refuse_too_long(reading, too_long)
    if reading.faults:
        raise reading.error()
    return _scenario(source, contents, variants, differences)


def _variant(reading: Reading, source: Source, base: Contents) -> Scenario | None:
    """The scenario of a variant; None if anything is wrong with it, which `reading` notes."""
    own = Reading(source)
    moved = any(key[0] in WORKLOADS for key in source.moved)
    contents = read_contents(own, None if moved else base.workload)
    reading.take(own)
    return None if own.faults else _scenario(source, contents, {})


def _scenario(
    source: Source,
    contents: Contents,
    variants: Mapping[str, Scenario | None],
    differences: tuple[Difference, ...] = (),
) -> Scenario:
    """The scenario of `contents` in which nothing is wrong."""
    named, requests = contents.named, contents.workload.requests
    assert named is not None
    timed = any(one.arrival_ms is not None for one in requests)
    free_clock = timed and contents.cost is None
    return Scenario(
        title=contents.title,
        notes=contents.notes,
        requests=requests,
        scheduler_name=named.name,
        scheduler=named.scheduler,
        cost=Cost(TRACE_STEP_MS) if free_clock else contents.cost,
        max_steps=contents.max_steps,
        expectations=contents.expectations,
        clock_note=CLOCK_NOTE if free_clock else "",
        report=contents.workload.report,
        source=source,
        variants={name: one for name, one in variants.items() if one is not None},
        differences=differences,
        origins=contents.workload.origins,
        capacity=named.capacity,
    )


def _refuse_too_long(reading: Reading, keys: Iterable[Key]) -> None:
    """Note the integers at `keys` that nobody has found wrong yet."""
    noted = {fault.key for fault in reading.faults}
    for key in keys:
        if key not in noted:
            name = next(part for part in reversed(key) if isinstance(part, str))
            reading.fault(key, f"{quoted(name)} is too large: an integer has at most 64 bits")
