"""The cases in `fixtures/cases`: their right runs, and runs of their workloads by other rules."""

from collections.abc import Iterable
from pathlib import Path

from core.findings import Finding, find
from core.run import Run
from core.schedulers import knobs_of
from core.schedulers.vllm import Vllm
from core.workload import Scenario, check, load_scenario

FOLDER = Path(__file__).parents[2] / "fixtures" / "cases"


def case(number: int, variant: str | None = None) -> Scenario:
    """Case `number`, or its `variant`."""
    (path,) = FOLDER.glob(f"{number:02}-*.toml")
    found = load_scenario(path)
    return found.variants[variant] if variant else found


def right(number: int, variant: str | None = None) -> Run:
    """The run of case `number` by the right rules, to its end."""
    return case(number, variant).run().finish()


def by(
    kind: type[Vllm],
    number: int,
    variant: str | None = None,
    *,
    max_steps: int = 999,
    **changed: object,
) -> Run:
    """The run of case `number` by the rules of `kind`, with some knobs `changed`, to its end."""
    found = case(number, variant)
    knobs = {**knobs_of(found.scheduler), **changed}
    scheduler = kind(**knobs)  # type: ignore[arg-type]  # each as its field has it
    return Run(found.requests, scheduler, max_steps=max_steps).finish()


def missed(run: Run, number: int, variant: str | None = None) -> bool:
    """Whether `run` is not what case `number` expects: what `driftwood check` would say."""
    return bool(check(case(number, variant), run))


def steps_of(run: Run, rid: str) -> tuple[int | None, int | None]:
    """The steps of the first and the last token of `rid`, as the cases give them."""
    result = run.results()[rid]
    return (result["first_token"], result["finish"])


def preempted(run: Run) -> list[tuple[int, str]]:
    """Every preemption: the step, and who went."""
    return [
        (step, event.rid)
        for step in run.series.step
        for event in run.at(step).events
        if event.kind == "preempted"
    ]


def sent_in(run: Run, rid: str) -> list[int]:
    """The steps in which `rid` sent a token."""
    return [record.step for record in run.records() if rid in record.emitted]


def recomputed(run: Run) -> int:
    """Tokens computed and lost to preemptions."""
    return sum(result["recomputed_tokens"] for result in run.results().values())


def found_in(run: Run, kind: str) -> Iterable[Finding]:
    """The findings of `kind`."""
    return [each for each in find(run) if each.kind == kind]


def first_of(run: Run, kind: str) -> Finding:
    """The worst finding of `kind`; there must be one."""
    return next(iter(found_in(run, kind)))


def silent(run: Run, *kinds: str) -> bool:
    """Whether nothing of `kinds` is found."""
    return not any(found_in(run, kind) for kind in kinds)
