"""A scenario as the text of a file, with the figures of its run as expectations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from core.cost import Cost
from core.memory import MemoryModel
from core.metrics.totals import totals
from core.request import Request
from core.results import Result
from core.run import MOST_STEPS, Run
from core.schedulers import SCHEDULERS, Scheduler, knobs_of
from core.workload.toml_text import (
    ENTRIES,
    PLAIN,
    Entry,
    Value,
    inline_table,
    key,
    table,
    toml,
    toml_lines_of,
)

FIGURES = (
    "steps",
    "requests",
    "finished",
    "rejected",
    "cancelled",
    "tokens",
    "emitted_tokens",
    "preemptions",
    "recomputed_tokens",
    "longest_gap",
)
"""Figures of the run that are expected; whole numbers, which no rounding touches."""


@dataclass(frozen=True, slots=True)
class Case:
    """A self-contained scenario: everything that a file of it says but what it expects."""

    title: str
    notes: str
    requests: tuple[Request, ...]
    scheduler_name: str
    scheduler: Scheduler
    cost: Cost | None
    max_steps: int

    def run(self) -> Run:
        """A run of it, at its start."""
        return Run(self.requests, self.scheduler, cost=self.cost, max_steps=self.max_steps)


def scenario_text(case: Case, run: Run) -> str:
    """The file of `case`, which expects the figures of `run`, a run of it that has ended."""
    return "\n".join([*_head(case), *_tables(case), *expected_text(case, run, "expect"), ""])


def _head(case: Case) -> Iterator[str]:
    yield f"title = {toml(case.title)}"
    yield f"notes = {toml_lines_of(case.notes)}"
    if _is_plain(case):
        yield "requests = ["
        for one in case.requests:
            row: tuple[Value, ...] = (one.rid, one.arrival, one.prompt_len, one.output_len)
            yield f"    [{', '.join(map(toml, row))}],"
        yield "]"


def _is_plain(case: Case) -> bool:
    """Whether rows of four columns hold all that its requests say."""
    return all(
        one == Request(one.rid, one.arrival, one.prompt_len, one.output_len)
        for one in case.requests
    )


def _tables(case: Case) -> Iterator[str]:
    for name, values in tables_of(case).items():
        yield ""
        yield table(f"[{name}]", values)
    if not _is_plain(case):
        for one in case.requests:
            yield ""
            yield table("[[request]]", _fields(one))


def tables_of(case: Case) -> Mapping[str, Mapping[str, Entry]]:
    """The tables that say how it runs, those that it needs, by name."""
    found: dict[str, Mapping[str, Entry]] = {}
    found["scheduler"] = {"name": case.scheduler_name, **_knobs(case)}
    if memory := getattr(case.scheduler, "memory", None):
        found["memory"] = _model(memory)
    if case.cost is not None:
        found["cost"] = _constants(case.cost)
    if case.max_steps != MOST_STEPS:
        found["run"] = {"max_steps": case.max_steps}
    return found


def _constants(cost: Cost) -> dict[str, Value]:
    """Those that are not 0, as they would be when they are left out."""
    every = {field.name: getattr(cost, field.name) for field in fields(cost)}
    return {name: constant for name, constant in every.items() if constant}


def _knobs(case: Case) -> dict[str, Entry]:
    """Those of its scheduler, without the ones that this version of it does not have."""
    engine = SCHEDULERS.get(case.scheduler_name)
    absent = () if engine is None else engine.absent
    knobs = ((n, knob) for n, knob in knobs_of(case.scheduler).items() if n not in absent)
    return {name: knob for name, knob in knobs if isinstance(knob, ENTRIES)}


def _model(memory: object) -> dict[str, Value]:
    """What is given of a memory's model."""
    given = memory.given() if isinstance(memory, MemoryModel) else {}
    return {name: value for name, value in given.items() if isinstance(value, PLAIN)}


def _fields(one: Request) -> dict[str, Value]:
    """Those that differ from their defaults, the lengths always."""
    every = {field.name: getattr(one, field.name) for field in fields(one)}
    return {f.name: every[f.name] for f in fields(one) if every[f.name] != f.default}


def expected_text(case: Case, run: Run, expect: str) -> Iterator[str]:
    """The figures of `run`, a run of `case` that has ended, in the tables `[expect.…]`."""
    results = run.results()
    figures = totals(run, results)
    of_run = {"status": run.status, **{name: figures[name] for name in FIGURES}}
    yield ""
    yield table(f"[{expect}.run]", of_run)
    yield ""
    yield f"[{expect}.request]"
    for one in case.requests:
        yield f"{key(one.rid)} = {inline_table(dict(_of_request(results[one.rid])))}"


def _of_request(result: Result) -> Iterator[tuple[str, Value]]:
    if result["state"] is not None:
        yield "state", result["state"]
    figures: Mapping[str, int | None] = {
        "first_token": result["first_token"],
        "finish": result["finish"],
    }
    yield from ((name, step) for name, step in figures.items() if step is not None)
    if result["preemptions"]:
        yield "preemptions", result["preemptions"]
        yield "recomputed_tokens", result["recomputed_tokens"]
    if result["discarded_tokens"]:
        yield "discarded_tokens", result["discarded_tokens"]
