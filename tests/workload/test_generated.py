"""Workloads that are drawn: the processes' laws, lengths within their limits, the seed is all."""

from itertools import islice, pairwise
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.workload.arrival_process import PROCESSES, ArrivalProcess
from core.workload.lengths import Lengths, constant
from core.workload.scenario import Scenario
from tests.workload.files import scenario, told

HEAD = """
[scheduler]
name = "driftwood"
max_running = 4

[workload]
generator = "poisson"
rate = 4.0
requests = 50
seed = 7
prompt_len = 100
"""
TABLE = "[workload.output_len]\n"


def made(folder: Path, lengths: str = "output_len = 20") -> Scenario:
    return scenario(folder, f"{HEAD}{lengths}\n")


@pytest.mark.parametrize(
    ("name", "cv", "expected"),
    [("constant", None, 0.0), ("poisson", None, 1.0), ("bursty", 3.0, 3.0)],
)
def test_gaps_have_the_rate_and_the_variation_asked_for(
    name: str, cv: float | None, expected: float
) -> None:
    times = list(islice(ArrivalProcess(name, 5.0, 1, cv).times_ms(), 40_000))
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert fmean(gaps) == pytest.approx(200.0, rel=0.05)
    assert pstdev(gaps) / fmean(gaps) == pytest.approx(expected, rel=0.1, abs=1e-9)


@given(st.sampled_from(sorted(PROCESSES)), st.integers(0, 2**40), st.floats(0.001, 1000.0))
def test_a_process_is_its_seed_and_goes_on(name: str, seed: int, rate: float) -> None:
    process = ArrivalProcess(name, rate, seed, 2.0)
    times = list(islice(process.times_ms(), 20))
    assert times == list(islice(process.times_ms(), 20))
    assert times == sorted(times)
    assert times[0] >= 0


@given(
    st.sampled_from(
        [
            Lengths("uniform", 3, 9),
            Lengths("exponential", 2, 50, mean=20.0),
            Lengths("lognormal", 5, 400, median=100.0, sigma=2.0),
            constant(7),
        ]
    ),
    st.integers(0, 2**40),
)
def test_lengths_stay_within_their_limits(lengths: Lengths, seed: int) -> None:
    random = Random(seed)
    drawn = [lengths.drawn(random) for _ in range(50)]
    assert all(lengths.min <= length <= lengths.max for length in drawn)


def test_a_lognormal_has_its_median() -> None:
    random, lengths = Random(1), Lengths("lognormal", median=100.0, sigma=1.0)
    drawn = sorted(lengths.drawn(random) for _ in range(10_001))
    assert drawn[5_000] == pytest.approx(100, rel=0.05)


def test_a_generated_scenario_is_the_same_each_time(tmp_path: Path) -> None:
    found = made(tmp_path, f"{TABLE}distribution = 'lognormal'\nmedian = 30\nsigma = 0.8\nmax = 99")
    assert len(found.requests) == 50
    assert found.requests == made(tmp_path, found.source.text[len(HEAD) :]).requests
    assert {one.prompt_len for one in found.requests} == {100}
    assert len({one.output_len for one in found.requests}) > 10
    assert found.clock_note
    assert found.run().finish().status == "finished"


def test_arrivals_do_not_move_when_lengths_change(tmp_path: Path) -> None:
    few, many = made(tmp_path), made(tmp_path, "output_len = 200")
    assert [one.arrival_ms for one in few.requests] == [one.arrival_ms for one in many.requests]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("output_len = 0", "output_len cannot be 0: 1 to 1,099,511,627,776 tokens, or a table"),
        ("", "output_len is missing: tokens, or a table with a distribution"),
        (f"{TABLE}distribution = 'normal'", "distribution must be one of uniform, exponential, "),
        (f"{TABLE}distribution = 'uniform'\nmin = 1", "output_len: uniform needs max"),
        (f"{TABLE}distribution = 'uniform'\nmin = 9\nmax = 3", "max must be at least min (9)"),
        (f"{TABLE}distribution = 'exponential'\nmean = 0", "mean must be above 0"),
        (f"{TABLE}distribution = 'exponential'\nmean = 3\nsigma = 1", "sigma says nothing of"),
        ("output_len = 3\ntrace = 'x.csv'", "trace is for a trace: generator makes its requests"),
        ("output_len = 3\ncv = 2.0", "cv is for bursty arrivals"),
    ],
)
def test_a_fault_says_what_is_right(tmp_path: Path, wrong: str, said: str) -> None:
    lines = told(tmp_path, f"{HEAD}{wrong}\n")
    assert any(said in line for line in lines), lines
