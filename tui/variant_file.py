"""What was tried in a run, kept as a file: the scenario with a variant of it."""

from pathlib import Path

from core.workload import InputError, Scenario
from core.workload.document import parse
from core.workload.scenario import read_scenario
from core.workload.scenario_text import Case
from core.workload.source import Source
from core.workload.variant_text import varied_text
from core.workload.variants import LONGEST_NAME
from tui.session import Session


class NotKeptError(Exception):
    """It cannot be a file; the sentence says why."""


def variant_file(session: Session) -> str:
    """The file of the run as it was opened, with what was changed since as a variant.

    Both expect the figures of their runs. Raises `NotKeptError`.
    """
    opened = session
    while opened.origin is not None:
        opened = opened.origin
    base, changed = opened.film.scenario, session.film.scenario
    if opened is session or base is None or changed is None:
        raise NotKeptError("nothing was changed: the run is as it was opened")
    if "running" in {opened.film.run.status, session.film.run.status}:
        raise NotKeptError("the runs are not computed to their ends yet")
    if base.requests != changed.requests:
        raise NotKeptError("its requests are others: a kept variant has the same")
    cases = _case(base, base.whole_title), _case(changed, base.whole_title)
    name = session.name[:LONGEST_NAME]
    text = varied_text(cases[0], opened.film.run, cases[1], session.film.run, name)
    _check(text, base.path, name, changed)
    return text


def _case(scenario: Scenario, title: str) -> Case:
    return Case(
        title=title,
        notes=scenario.notes,
        requests=scenario.requests,
        scheduler_name=scenario.scheduler_name,
        scheduler=scenario.scheduler,
        cost=scenario.cost,
        max_steps=scenario.max_steps,
    )


def _check(text: str, path: Path, name: str, changed: Scenario) -> None:
    """What is written must be read as what was tried: a file holds no code, for one."""
    try:
        variant = read_scenario(Source(path, text, parse(text))).variants[name]
    except InputError as error:
        raise NotKeptError(error.faults[0].message) from None
    if (variant.scheduler, variant.cost) != (changed.scheduler, changed.cost):
        raise NotKeptError("a file holds no code, and this run has a policy that is code")
