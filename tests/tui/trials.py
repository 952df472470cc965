"""Somebody in the brief's second example, and what they try in it."""

from pathlib import Path

from core.workload import Scenario, load_scenario
from tui.asking_what_if import WhatIf
from tui.prompt import Prompt
from tui.session import Session
from tui.view.scene import Film

CASE = Path(__file__).parents[2] / "fixtures" / "brief" / "2-preemption.toml"
KEPT = "driftwood-preemption-b-makes-room-for-a"


def case(settings: dict[str, str] | None = None) -> Scenario:
    """The example, with something set."""
    return load_scenario(CASE).with_settings(settings or {})


def opened(step: int = 3, event: int | None = 1, scenario: Scenario | None = None) -> Session:
    """Somebody in the brief's second example."""
    found = case() if scenario is None else scenario
    return Session(Film(found.run().finish(), found.title, found.notes, found), step, event)


def tried(own: Session, text: str, *, whole: bool = True) -> Session:
    """The session of what `text` makes of the run."""
    shown: list[Session] = []
    prompt = Prompt(own, WhatIf(own, shown.append))
    prompt.write(text)
    assert prompt.submit(), own.asked
    (new,) = shown
    if whole:
        new.desk.finish(new.beside)
    return new


def nowhere(session: Session) -> None:
    """Where no new run may be shown."""
    raise AssertionError(session.name)
