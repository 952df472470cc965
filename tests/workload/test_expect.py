"""Whether a run is what its scenario expects."""

from decimal import Decimal
from pathlib import Path

import pytest

from core.workload import Miss, check
from core.workload.expect import rounds_to
from tests.workload.files import SOUND, scenario


def misses(folder: Path, old: str, new: str) -> tuple[Miss, ...]:
    assert SOUND.count(old) == 1
    found = scenario(folder, SOUND.replace(old, new))
    return check(found, found.run())


def test_a_scenario_that_holds_has_no_miss(tmp_path: Path) -> None:
    found = scenario(tmp_path, SOUND)
    assert len(found.expectations) == 11
    assert check(found, found.run()) == ()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("finish = 5", "finish = 6", "19: expect.request.B.finish: expected 6, got 5"),
        ("blocks = 1,", "blocks = 2,", "22: expect.request.B.waited.blocks: expected 2, got 1"),
        (
            '"finished"\nwaited',
            '"rejected"\nwaited',
            "21: expect.request.B.state: expected rejected",
        ),
        ('waiting = ["C"]', "waiting = []", "26: expect.at.1.waiting: expected [], got [C]"),
        ('waiting = ["C"]', "waiting = 0.0", "26: expect.at.1.waiting: expected 0.0, got 1"),
        ('waiting = ["C"]', "waiting = 0", "26: expect.at.1.waiting: expected 0, got 1"),
        ("running = 2", 'running = ["B", "A"]', "27: expect.at.1.running: expected [B, A], got"),
        ("event = 3", "event = 0", "26: expect.at.1.waiting: expected [C], got []"),
        ("event = 3", "event = 99", "26: expect.at.1.waiting: expected [C], got none (step 1 has "),
        ("[expect.at.1]", "[expect.at.77]", "26: expect.at.77.waiting: expected [C], got none ("),
        ("steps = 6", "steps = 7", "32: expect.run.steps: expected 7, got 6"),
        ("steps = 6", "mean_running = 1.6", "32: expect.run.mean_running: expected 1.6, got 1.8"),
        ("max_steps = 1000", "max_steps = 2", "19: expect.request.B.finish: expected 5, got none"),
    ],
)
def test_a_miss_is_told_with_its_place(tmp_path: Path, old: str, new: str, line: str) -> None:
    first = str(misses(tmp_path, old, new)[0])
    assert first.startswith(f"{tmp_path / 'case.toml'}:{line}")


def test_every_miss_is_told(tmp_path: Path) -> None:
    found = misses(tmp_path, "max_running = 3", "max_running = 1")
    assert [miss.key for miss in found] == [
        "expect.request.B.first_token",
        "expect.request.B.finish",
        "expect.request.B.preemptions",
        "expect.request.B.waited.blocks",
        "expect.at.1.waiting",
        "expect.at.1.running",
        "expect.at.1.used_blocks",
        "expect.run.steps",
    ]


@pytest.mark.parametrize(
    ("written", "holds"),
    [
        ("1.8333", True),
        ("1.83", True),
        ("1.8", True),
        ("2", True),
        ("1.84", False),
        ("1.830", False),
        ("1.8333333333", True),
        ("1.9", False),
        ("1", False),
        ("18e-1", True),
        ("0e1", False),
    ],
)
def test_a_number_is_compared_at_the_decimals_written(
    tmp_path: Path, written: str, *, holds: bool
) -> None:
    """The run holds 11 requests over 6 steps: a mean of 1.8333 and so on."""
    assert (misses(tmp_path, "steps = 6", f"mean_running = {written}") == ()) is holds


def test_a_tie_agrees_with_both_its_neighbours() -> None:
    assert rounds_to(Decimal("0.12"), 0.125)
    assert rounds_to(Decimal("0.13"), 0.125)
    assert not rounds_to(Decimal("0.14"), 0.125)


def test_what_is_no_finite_number_agrees_with_none() -> None:
    assert not rounds_to(1, float("nan"))
    assert not rounds_to(1, float("inf"))


def test_a_count_is_never_rounded(tmp_path: Path) -> None:
    (miss,) = misses(tmp_path, "steps = 6", "steps = 5")
    assert (miss.expected, miss.got) == (5, 6)


def test_a_figure_that_the_run_does_not_have_is_missed(tmp_path: Path) -> None:
    text = SOUND.replace("[cost]\nbase_ms = 12.5\n", "").replace("steps = 6", "duration_ms = 1")
    found = scenario(tmp_path, text)
    (miss,) = check(found, found.run())
    assert (miss.key, miss.got) == ("expect.run.duration_ms", None)


def test_rids_of_any_kind_are_inert_in_a_miss(tmp_path: Path) -> None:
    text = SOUND.replace('"C"', '"\\u001b[31m"').replace("running = 2", "running = []")
    found = scenario(tmp_path, text)
    (miss,) = check(found, found.run())
    assert str(miss).isprintable()
