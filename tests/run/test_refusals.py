"""Everything that is refused before the first step, by `simulate`, `Run` and `make_scheduler`."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from core import Request, Run, make_scheduler, simulate
from core.schedulers.driftwood import Driftwood
from core.simulate import LogEntry
from tests.naive.records import Ask
from tests.naive.test_refusals import WRONG_REQUESTS, WRONG_TYPES, WRONG_VALUES

Wrong: TypeAlias = Any  # values of wrong types are passed on purpose

A = Request("A", 0, 4, 3)
KEPT = LogEntry(step=0, running=[], emitted=[], tokens=0, blocks_used=0)
WRONG_SETTINGS = [(wrong, ValueError) for wrong, _ in WRONG_VALUES] + [
    (wrong, TypeError) for wrong in WRONG_TYPES
]


def refused(error: type[Exception], message: str, call: Callable[[list[LogEntry]], object]) -> None:
    """Check that `call` is refused and leaves the log alone."""
    log = [KEPT]
    with pytest.raises(error, match=message):
        call(log)
    assert log == [KEPT]


@pytest.mark.parametrize("requests", [[], [A]])
@pytest.mark.parametrize(("wrong", "error"), WRONG_SETTINGS)
def test_settings(requests: list[Request], wrong: dict[str, Wrong], error: type[Exception]) -> None:
    knobs = {"max_running": 2, **wrong}
    named = "|".join(wrong)
    refused(error, named, lambda log: simulate(requests, **knobs, log=log))
    with pytest.raises(error, match=named):
        Driftwood(**knobs)
    if knobs["max_running"] is not None:
        with pytest.raises(error, match=named):
            make_scheduler("driftwood", **knobs)


@pytest.mark.parametrize(("ask", "error", "message"), WRONG_REQUESTS)
def test_requests(ask: Ask, error: type[Exception], message: str) -> None:
    request = Request(ask.rid, ask.arrival, ask.prompt_len, ask.output_len)
    refused(error, message, lambda log: simulate([A, request], 2, log=log))
    with pytest.raises(error, match=message):
        Run([A, request], Driftwood(2))


LATE = Request("late", 90, 4, 4)


@pytest.mark.parametrize(
    ("requests", "error", "message"),
    [
        ([A, ("B", 0, 1, 1)], TypeError, "must be a Request"),
        ([A, None], TypeError, "must be a Request"),
        ([A, Request("B", 2**62 + 1, 1, 1)], ValueError, f"'B'.*arrival.*{2**62 + 1}"),
        ([A, Request("B", 0, 1, 1, arrival_ms=1.0)], ValueError, "'B'.*arrival_ms, or none"),
        ([Request("B", 1, 1, 1, arrival_ms=1.0)], ValueError, "'B'.*arrival must stay 0.* 1"),
        ([Request("B", 0, 1, 1, arrival_ms=-0.5)], ValueError, "'B'.*arrival_ms.* -0.5"),
        ([Request("B", 0, 1, 1, arrival_ms=float("nan"))], ValueError, "'B'.*arrival_ms.* nan"),
        ([Request("B", 0, 1, 1, arrival_ms=float("inf"))], ValueError, "'B'.*arrival_ms.* inf"),
        ([Request("B", 0, 1, 1, arrival_ms=True)], TypeError, "'B'.*arrival_ms.* True"),
    ],
)
def test_workloads(requests: Wrong, error: type[Exception], message: str) -> None:
    refused(error, message, lambda log: simulate(requests, 2, log=log))
    with pytest.raises(error, match=message):
        Run(requests, Driftwood(2))


def test_unhashable_rids() -> None:
    wrong: Wrong = ["B"]
    refused(TypeError, r"\['B'\]", lambda log: simulate([Request(wrong, 0, 1, 1)], 1, log=log))


def test_logs_that_are_no_list() -> None:
    wrong: Wrong = ()
    with pytest.raises(TypeError, match="log"):
        simulate([A], 2, log=wrong)


def test_what_could_never_fit_is_refused_by_simulate() -> None:
    """LATE needs ceil((4 + 4 - 1) / 2) = 4 blocks."""
    message = "'late' could never fit.*needs 4 blocks, the pool has 3"
    refused(ValueError, message, lambda log: simulate([A, LATE], 2, 2, 3, log=log))
    assert simulate([A, LATE], 2, 2, 4)["late"]["finish"] == 93


def test_what_could_never_fit_is_rejected_by_a_run_at_its_arrival() -> None:
    run = Run([LATE, A], Driftwood(2, 2, 3)).finish()
    assert (run.status, run.last_step) == ("finished", 90)
    late = run.results()["late"]
    told = (late["state"], late["first_token"], late["finish"], late["preemptions"])
    assert told == ("rejected", None, None, 0)
    event = run.at(90).events[0]
    assert event.kind == "rejected"
    assert str(event.why) == "needs 4 blocks, the pool has 3"
    assert run.results()["A"]["finish"] == 2


@pytest.mark.parametrize(
    ("most", "error"), [(0, ValueError), (-1, ValueError), (1.0, TypeError), (True, TypeError)]
)
def test_limits_of_steps(most: Wrong, error: type[Exception]) -> None:
    with pytest.raises(error, match="max_steps"):
        Run([A], Driftwood(2), max_steps=most)


@pytest.mark.parametrize(
    ("name", "knobs", "message"),
    [
        ("driftwod", {"max_running": 1}, "no scheduler 'driftwod'; known: driftwood"),
        ("driftwood", {}, "driftwood needs max_running"),
        ("driftwood", {"max_running": None}, "driftwood needs max_running"),
        ("driftwood", {"max_runing": 1}, "no knob 'max_runing'; did you mean max_running"),
        ("driftwood", {"max_running": 1, "qqq": 1}, "no knob 'qqq'; known: max_running"),
    ],
)
def test_names_of_schedulers_and_knobs(name: str, knobs: dict[str, Wrong], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_scheduler(name, **knobs)


def test_none_is_not_given() -> None:
    given = make_scheduler("driftwood", max_running=2, block_size=None, token_budget=None)
    assert given == Driftwood(2)


@pytest.mark.parametrize("step", [0.5, "0", None, True])
def test_a_moment_is_named_by_integers(step: Wrong) -> None:
    run = Run([A], Driftwood(2))
    with pytest.raises(TypeError, match=f"step must be an integer, not {step!r}"):
        run.at(step)
    if step is not None:
        with pytest.raises(TypeError, match=f"event must be an integer, not {step!r}"):
            run.at(0, step)


@pytest.mark.parametrize(
    ("steps", "error", "message"),
    [
        (-1, ValueError, "steps must be at least 0, not -1"),
        (1.5, TypeError, "steps must be an integer, not 1.5"),
        (True, TypeError, "steps must be an integer, not True"),
    ],
)
def test_a_run_advances_by_a_count(steps: Wrong, error: type[Exception], message: str) -> None:
    run = Run([A], Driftwood(2))
    with pytest.raises(error, match=message):
        run.advance(steps)
    assert run.advance(0).last_step == -1


def test_without_blocks_nobody_owns_one() -> None:
    with pytest.raises(ValueError, match="there is no block 99: memory has no limit"):
        Run([A], Driftwood(2)).at(0).owners(99)


def test_an_error_of_the_engine_comes_out_of_simulate(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(*_: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(Driftwood, "step", step)
    log: list[LogEntry] = []
    with pytest.raises(ZeroDivisionError, match="a mistake of ours") as caught:
        simulate([A], 2, log=log)
    assert log == []
    assert "(step 0, after event 0)" in caught.value.__notes__[0]
