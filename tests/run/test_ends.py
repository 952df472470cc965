"""How a run ends, also under schedulers that do wrong: it never hangs, and it says why."""

from pathlib import Path

import pytest

from core import Request, Run, checkpoints
from core.cycle import QUIET_STEPS
from core.event_parts import EventKind
from core.run import Status
from core.schedulers.driftwood import Driftwood
from tests.run import faulty
from tests.walk.book import Book
from tests.walk.driven import Job

ABC = (Request("A", 0, 2, 9), Request("B", 0, 3, 6), Request("C", 0, 1, 3), Request("D", 2, 1, 1))


def ended(run: Run) -> tuple[Status, int]:
    """How a run ended and in which step."""
    run.finish()
    return run.status, run.last_step


def test_a_run_that_comes_to_its_end_is_finished() -> None:
    run = Run(ABC, Driftwood(2))
    assert (run.status, run.last_step) == ("running", -1)
    assert ended(run) == ("finished", 9)
    assert run.reason == "every request ended by step 9"
    assert run.finish() is run


def test_nothing_asked_is_finished_at_once() -> None:
    run = Run([], Driftwood(1))
    assert (run.status, run.last_step, run.reason) == ("finished", -1, "there are no requests")
    assert (run.results(), list(run.records()), len(run.series)) == ({}, [], 0)


@pytest.mark.parametrize(
    "scheduler", [faulty.NeverAdmits(2), faulty.ForgetsTheQueue(2), faulty.NeverPrefills(2)]
)
def test_a_run_in_which_nothing_can_change_is_stalled(scheduler: Driftwood) -> None:
    """D arrives in step 2; step 3 is the first without a change and with nobody to come."""
    run = Run(ABC, scheduler)
    assert ended(run) == ("stalled", 3)
    assert "nobody still to arrive" in run.reason
    states = [result["state"] for result in run.results().values()]
    assert states[2:] == ["waiting", "waiting"]


def test_the_reason_of_a_stall_names_who_is_stuck() -> None:
    assert "4 waiting, 0 running, A at the head" in Run(ABC, faulty.NeverAdmits(2)).finish().reason
    assert (
        "2 waiting, 2 running, C at the head" in Run(ABC, faulty.NeverPrefills(2)).finish().reason
    )


def test_a_stall_is_no_end_while_somebody_is_still_to_arrive() -> None:
    late = (Request("A", 0, 1, 1), Request("Z", 40, 1, 1))
    assert ended(Run(late, faulty.NeverAdmits(1))) == ("stalled", 41)


@pytest.mark.parametrize("scheduler", [faulty.DoesNothing(1), faulty.StopsAtStep3(2)])
def test_a_scheduler_that_does_nothing_stalls_its_run(scheduler: Driftwood) -> None:
    run = Run(ABC[:2], scheduler, max_steps=1_000)
    assert ended(run)[0] == "stalled"
    assert run.last_step <= 4


@pytest.mark.parametrize(
    ("scheduler", "requests", "period"),
    [
        (faulty.PreemptsForEver(1), 1, 1),
        (faulty.PreemptsForEver(2), 2, 2),
        (faulty.PreemptsForEver(3), 3, 2),
        (faulty.StartsAgain(1), 1, 16),
        (faulty.StartsAgain(1), 3, 16),
    ],
)
def test_a_run_that_goes_round_in_circles_is_cycling(
    scheduler: Driftwood, requests: int, period: int
) -> None:
    """17 tokens of a prompt: 16 steps of a token each until it starts again."""
    run = Run([Request(f"r{n}", 0, 17, 1) for n in range(requests)], scheduler)
    assert ended(run)[0] == "cycling"
    assert f"period {period}," in run.reason
    assert run.last_step < 4 * QUIET_STEPS
    state = [(row.rid, row.computed_tokens) for row in run.at(run.last_step).running]
    before = run.at(run.last_step - period)
    assert state == [(row.rid, row.computed_tokens) for row in before.running]


def test_a_long_cycle_is_found_too() -> None:
    run = Run([Request("A", 0, 1_001, 1)], faulty.StartsAgain(1))
    assert ended(run)[0] == "cycling"
    assert "period 1000," in run.reason


def test_a_long_prompt_in_small_chunks_is_no_cycle() -> None:
    run = Run([Request("A", 0, 5_000, 2)], Driftwood(1, token_budget=1))
    assert ended(run) == ("finished", 5_000)


@pytest.mark.parametrize("most", [1, 2, 9])
def test_a_run_stops_at_its_limit(most: int) -> None:
    run = Run(ABC, Driftwood(2), max_steps=most)
    assert ended(run) == ("limit", most - 1)
    assert run.reason == f"stopped after {most} executed steps"
    assert run.at(most - 1).events[-1].kind in ("ran", "finished")
    with pytest.raises(ValueError, match=f"no step {most}: the last is {most - 1}"):
        run.at(most)


def test_a_limit_is_kept_whatever_the_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "SPACING", 4)
    for most in range(1, 10):
        run = Run(ABC, Driftwood(2), max_steps=most)
        assert ended(run) == ("limit", most - 1)
        assert ended(Run(ABC, Driftwood(2), max_steps=most).advance(most + 5)) == (
            "limit",
            most - 1,
        )
        assert list(run.series.step) == list(range(most))


def test_a_limit_that_is_just_enough_is_none() -> None:
    assert ended(Run(ABC, Driftwood(2), max_steps=10)) == ("finished", 9)


def line_to_blame(kind: type[Driftwood]) -> str:
    """The file and line that `kind` is to be blamed for."""
    path = Path(faulty.__file__)
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"class {kind.__name__}(Driftwood):")
    line = next(at for at in range(start, len(lines)) if lines[at].endswith("# the line to blame"))
    return f"{path}:{line + 1}: "


@pytest.mark.parametrize(
    ("scheduler", "step", "words"),
    [
        (faulty.RaisesInStep3(2), 3, "RuntimeError: no more (step 3, after event 1)"),
        (faulty.RaisesAtOnce(2), 0, "KeyError: 0 (step 0, after event 0)"),
    ],
)
def test_a_failure_names_the_place_in_the_scheduler(
    scheduler: Driftwood, step: int, words: str
) -> None:
    run = Run((*ABC[:3], Request("E", 3, 1, 1)), scheduler)
    assert ended(run) == ("failed", step)
    assert line_to_blame(type(scheduler)) in run.reason
    assert words in run.reason


def test_a_move_that_the_replica_refuses_is_blamed_on_the_scheduler() -> None:
    run = Run(ABC, faulty.AdmitsTooMuch(2, 4, 9))
    assert ended(run) == ("failed", 0)
    assert line_to_blame(faulty.AdmitsTooMuch) in run.reason


def test_an_error_that_cannot_be_told_ends_the_run_too() -> None:
    run = Run(ABC, faulty.RaisesWithoutWords(2))
    assert ended(run) == ("failed", 0)
    assert "SpeechlessError" in run.reason


def failed() -> tuple[Run, Book]:
    """A run that failed in step 3, and the moments of one that did not."""
    requests = (*ABC, Request("E", 3, 1, 1))
    return Run(requests, faulty.RaisesInStep3(2)).finish(), Book(Job(requests, Driftwood(2)))


def test_a_failed_run_shows_every_moment_up_to_its_failure() -> None:
    run, book = failed()
    for step in (2, 0, 1):
        for event in range(book.events_in(step) + 1):
            book.compare(run, step, event)
    assert [event.kind for event in run.at(3).events] == ["arrived"]
    for event in (1, 0):
        book.compare(run, 3, event)


def test_a_failed_run_has_nothing_beyond_its_failure() -> None:
    run, _ = failed()
    with pytest.raises(ValueError, match=r"step 3 has no event 2: they are 0\.\.1"):
        run.at(3, 2)
    with pytest.raises(ValueError, match="no step 4: the last is 3"):
        run.at(4)
    assert run.advance(5).status == "failed"
    assert run.last_step == 3


def test_a_failed_run_has_results() -> None:
    run, _ = failed()
    results = run.results()
    assert [results[rid]["first_token"] for rid in "ABCDE"] == [0, 0, None, None, None]
    assert [results[rid]["state"] for rid in "ABE"] == ["decoding", "decoding", "waiting"]


def test_a_failed_run_has_records_of_the_steps_before() -> None:
    run, _ = failed()
    records = list(run.records())
    assert [record.tokens for record in records[:3]] == [5, 2, 2]
    assert len(records) in (3, 4)


def test_a_failed_run_is_replayed_up_to_its_failure() -> None:
    run, book = failed()
    told = [events for _, events in run.replay(1)]
    assert told[:2] == [list(book.moment(step, None).happened) for step in (1, 2)]
    assert [event.kind for event in told[2]] == ["arrived"]


def test_beyond_a_failure_nothing_is_replayed() -> None:
    assert list(failed()[0].replay(4)) == []


def test_a_failed_step_counts_no_work() -> None:
    """The series has an entry for it, in which nothing was processed or sent."""
    run, _ = failed()
    assert list(run.series.step) == [0, 1, 2, 3]
    assert list(run.series.tokens) == [5, 2, 2, 0]
    assert list(run.series.emitted) == [2, 2, 2, 0]


@pytest.mark.parametrize("kind", ["arrived", "ran"])
def test_an_interrupted_run_goes_on_where_it_was(kind: EventKind) -> None:
    """Ctrl-C in the middle of a step ends nothing: the step is executed again, from its start."""
    requests = (*ABC, Request("E", 3, 1, 1))
    run = Run(requests, faulty.Interrupts(Driftwood(2), kind, []))
    with pytest.raises(KeyboardInterrupt):
        run.finish()
    assert run.status == "running"
    sound = Run(requests, Driftwood(2)).finish()
    assert run.finish().results() == sound.results()
    assert list(run.series.step) == list(sound.series.step)
    assert list(run.series.tokens) == list(sound.series.tokens)
    assert list(run.records()) == list(sound.records())
