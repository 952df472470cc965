"""The scenario that reproduces a measured run."""

from core.explain import counted
from core.run import MOST_STEPS
from core.study.calibrate import Judged
from core.workload.scenario_text import Case, scenario_text
from tui.commands.calibrate_text import figure_words


def case_text(found: Judged) -> str:
    """The file of the scenario, which expects what the fitted run came to."""
    measured, run = found.fit.measured, found.trial.run
    case = Case(
        title=f"{measured.name}, as measured on {measured.engine.name}",
        notes=_notes(found),
        requests=run.requests,
        scheduler_name=measured.engine.scheduler_name,
        scheduler=run.scheduler,
        cost=found.trial.cost,
        max_steps=MOST_STEPS,
    )
    return scenario_text(case, run)


def _notes(found: Judged) -> str:
    """Where it comes from, and how near it is."""
    measured = found.fit.measured
    count = counted(len(measured.served), "request")
    lines = (
        f"{count} that {measured.engine.name} served, as they were queued there; what a step costs",
        "was fitted to the times they had. How far the run is from the measured one:",
        "",
        *(f"- {figure_words(each)}" for each in found.figures),
    )
    return "\n".join(lines)
