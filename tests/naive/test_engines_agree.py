"""The real engine against the naive one: the same results and the same log, case by case."""

import pytest
from hypothesis import given, settings

from core import Request, simulate
from core.simulate import LogEntry, Outcome
from tests.naive.records import Ask
from tests.naive.records import LogEntry as NaiveEntry
from tests.naive.strategies import Case, cases, random_cases, simulate_case
from tests.naive.test_refusals import WRONG_REQUESTS, WRONG_TYPES, WRONG_VALUES, Wrong


def simulate_really(case: Case, log: list[LogEntry] | None) -> dict[str, Outcome]:
    """Run the real engine on one case."""
    limits = case.settings
    return simulate(
        [Request(ask.rid, ask.arrival, ask.prompt_len, ask.output_len) for ask in case.asks],
        limits.max_running,
        limits.block_size,
        limits.num_blocks,
        limits.token_budget,
        log,
    )


def agree(case: Case) -> None:
    """Check for equal results in equal order, an equal log, and the same results without one."""
    naive_log: list[NaiveEntry] = []
    log: list[LogEntry] = []
    naive = simulate_case(case, naive_log)
    real = simulate_really(case, log)
    assert [*real.items()] == [*naive.items()], case
    assert log == naive_log, case
    assert simulate_really(case, None) == real, case


@settings(max_examples=300)
@given(cases())
def test_engines_agree_on_drawn_cases(case: Case) -> None:
    agree(case)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_engines_agree_on_random_cases(seed: int) -> None:
    """Three thousand cases in all, always the same ones."""
    for case in random_cases(seed, 1000):
        agree(case)


@settings(max_examples=200)
@given(cases(rejections=True))
def test_engines_agree_on_what_could_never_fit(case: Case) -> None:
    """The real engine refuses the call, naming a request that is too large, or both agree."""
    too_large = [ask.rid for ask in case.asks if not case.settings.fits_alone(ask)]
    if not too_large:
        agree(case)
        return
    log: list[LogEntry] = []
    with pytest.raises(ValueError, match=repr(too_large[0])):
        simulate_really(case, log)
    assert log == []


SAME_ERRORS = [(wrong, ValueError) for wrong, _ in WRONG_VALUES] + [
    (wrong, TypeError) for wrong in WRONG_TYPES
]


@pytest.mark.parametrize(("wrong", "error"), SAME_ERRORS)
@pytest.mark.parametrize("requests", [[], [Request("A", 0, 4, 3)]])
def test_engines_refuse_the_same_settings(
    requests: list[Request], wrong: dict[str, Wrong], error: type[Exception]
) -> None:
    """What the naive engine refuses, the real one refuses as the same kind, naming a setting."""
    log: list[LogEntry] = []
    arguments = {"max_running": 2, "log": log, **wrong}
    with pytest.raises(error, match="|".join(wrong)):
        simulate(requests, **arguments)
    assert log == []


@pytest.mark.parametrize(("ask", "error", "message"), WRONG_REQUESTS)
def test_engines_refuse_the_same_requests(ask: Ask, error: type[Exception], message: str) -> None:
    """The same kind of error; its message has the same names and numbers."""
    log: list[LogEntry] = []
    request = Request(ask.rid, ask.arrival, ask.prompt_len, ask.output_len)
    with pytest.raises(error, match=message):
        simulate([Request("A", 0, 4, 3), request], 2, log=log)
    assert log == []
