"""What takes long in a what if is done beside the screen: reading a workload again, a large run."""

import time
from pathlib import Path
from threading import Event, get_ident

import pytest

from core import Run
from core.workload import Scenario, load_scenario
from core.workload.watched import building
from tests.tui.driving import drive
from tests.tui.trials import nowhere
from tests.workload.files import written
from tui import asking_what_if, what_if
from tui.app import DriftwoodApp, StepApp
from tui.asking_what_if import WhatIf
from tui.making import GivenUpError, Making
from tui.prompt import Prompt
from tui.session import Session
from tui.view.scene import Film

DRAWN = """
title = "drawn"
[scheduler]
name = "driftwood"
max_running = 2
[workload]
generator = "poisson"
rate = 4
requests = 20
prompt_len = 6
output_len = 4
"""
PATIENCE_S = 20.0


@pytest.fixture
def drawn(tmp_path: Path) -> Scenario:
    """Twenty requests that a generator makes."""
    return load_scenario(written(tmp_path, DRAWN, "drawn.toml"))


def opened(scenario: Scenario) -> Session:
    return Session(Film(scenario.run().finish(), scenario.title, "", scenario))


def answered(own: Session, prompt: Prompt) -> str:
    """What the prompt says when it no longer waits."""
    end = time.monotonic() + PATIENCE_S
    while prompt.waits:
        assert time.monotonic() < end
        time.sleep(0.01)
        prompt.ask_again()
    return "" if own.asked is None else own.asked.answer


def test_a_workload_is_read_beside_who_types(
    drawn: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    here: list[bool] = []

    def changed(scenario: Scenario, text: str) -> Scenario:
        here.append(get_ident() == own_thread)
        return what_if.changed(scenario, text)

    own_thread = get_ident()
    monkeypatch.setattr(asking_what_if, "changed", changed)
    own = opened(drawn)
    prompt = Prompt(own, WhatIf(own, nowhere))
    prompt.write("workload.seed=2")
    assert own.asked is not None
    assert (own.asked.answer, own.asked.good) == ("the workload is read again …", True)
    assert answered(own, prompt) == "driftwood · max_running 2"
    assert here == [False]
    prompt.write("x")
    assert answered(own, prompt) == "seed must be an integer, not '2x'"


def test_what_was_entered_is_shown_when_it_is_read(drawn: Scenario) -> None:
    own, shown = opened(drawn), list[Session]()
    prompt = Prompt(own, WhatIf(own, shown.append))
    prompt.write("workload.requests=30")
    assert not prompt.submit()
    assert answered(own, prompt) == ""
    assert [len(each.film.run.requests) for each in shown] == [30]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Every run takes long to build, in a thread of its own: until this is set."""
    go_on, own_thread = Event(), get_ident()

    def film(run: Run, title: str, notes: str, scenario: Scenario) -> Film:
        assert get_ident() != own_thread
        assert go_on.wait(PATIENCE_S)
        return Film(run, title, notes, scenario)

    monkeypatch.setattr(asking_what_if, "MANY", 20)
    monkeypatch.setattr(asking_what_if, "Film", film)
    return go_on


def test_a_large_run_is_built_beside_who_waits(drawn: Scenario, slow: Event) -> None:
    own, shown = opened(drawn), list[Session]()
    prompt = Prompt(own, WhatIf(own, shown.append))
    prompt.write("max_running=1")
    assert not prompt.submit()
    slow.set()
    assert answered(own, prompt) == ""
    assert [each.name for each in shown] == ["max_running=1"]


def test_another_letter_gives_up_what_was_built_for_those_before(
    drawn: Scenario, slow: Event
) -> None:
    own, shown = opened(drawn), list[Session]()
    prompt = Prompt(own, WhatIf(own, shown.append))
    prompt.write("max_running=1")
    assert not prompt.submit()
    prompt.write("6")
    assert not prompt.waits
    assert not prompt.submit()
    slow.set()
    assert answered(own, prompt) == ""
    assert [each.film.run.scheduler for each in shown] == [
        drawn.with_settings({"max_running": "16"}).scheduler
    ]


def test_escape_gives_it_up(drawn: Scenario) -> None:
    own = opened(drawn)
    prompt = Prompt(own, WhatIf(own, nowhere))
    prompt.write("workload.seed=2")
    assert not prompt.submit()
    prompt.cancel()
    assert (own.asked, own.other) == (None, None)


def test_the_screen_asks_again_by_itself(drawn: Scenario) -> None:
    def read(app: DriftwoodApp) -> str:
        screen = app.screen
        return f"{getattr(screen, 'session').name}"  # noqa: B009 - a debugger, as no type tells

    def app() -> StepApp:
        return StepApp(drawn.run(), title=drawn.title, scenario=drawn)

    assert drive(app, read, ["e", *"workload.seed=2", "enter"]) == "workload.seed=2"
    assert drive(app, read, ["e", *"workload.seed=2", "enter", "escape"]) == "base"


def test_one_that_is_given_up_ends_when_it_tells_how_far_it_is() -> None:
    given_up, ended = Event(), list[str]()

    def make() -> None:
        try:
            with building(7):
                ended.append("told")
            assert given_up.wait(PATIENCE_S)
            with building(8):
                raise AssertionError
        except GivenUpError:
            ended.append("ended")
            raise

    making = Making(make, "at first")
    while making.words == "at first":
        time.sleep(0.01)
    assert making.words == "the run of 7 requests is built"
    making.give_up()
    given_up.set()
    with pytest.raises(GivenUpError):
        making.outcome()
    assert ended == ["told", "ended"]


def test_how_far_the_reading_is_stands_in_its_words() -> None:
    making = Making(lambda: 1, "at first", rest_s=PATIENCE_S)
    making.read("trace.csv", 1_500_000, 3_000_000)
    assert making.words == "trace.csv: 1.5 of 3.0 MB read"
    making.made("trace.csv", 4_096, 30_000)
    assert making.words == "trace.csv: 4,096 of 30,000 requests made"
    making.give_up()
    assert not making.done
