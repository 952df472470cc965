"""What is expected of the difference of two variants."""

from pathlib import Path

import pytest

from core.study import check_differences
from core.workload import Scenario, ScenarioError
from tests.workload.files import SOUND, VARIED, faults, scenario, told

EXPECTED = """
[expect.difference]
of = ["base", "five blocks"]
first_divergent_step = 1
run.preemptions = 1
run.mean_running = -0.37
request.B.finish = 1
request.C.waited.blocks = 2
at.2.used_blocks = 0
at.1.waiting = 1
"""
BEFORE = SOUND.partition("[expect.run]")[0]
BEHIND = VARIED.removeprefix(BEFORE)


def expecting(expected: str) -> str:
    """The scenario with variants, and with this among what it expects."""
    return BEFORE + expected + BEHIND


def missed(found: Scenario) -> list[str]:
    runs = {one.name: one.run() for one in (found, *found.variants.values())}
    return [f"{miss}".partition("case.toml:")[2] for miss in check_differences(found, runs)]


def test_the_figures_of_the_first_less_those_of_the_second(tmp_path: Path) -> None:
    found = scenario(tmp_path, expecting(EXPECTED))
    assert missed(found) == []
    (one,) = found.differences
    assert (one.of, one.count) == (("base", "five blocks"), 7)


def test_a_miss_says_what_it_is_by_its_line(tmp_path: Path) -> None:
    text = expecting(EXPECTED.replace("preemptions = 1", "preemptions = 2"))
    text = text.replace("step = 1", "step = 0").replace("used_blocks = 0", "used_blocks = 9")
    assert missed(scenario(tmp_path, text)) == [
        "33: base less five blocks: expect.difference.first_divergent_step: expected 0, got 1",
        "34: base less five blocks: expect.difference.run.preemptions: expected 2, got 1",
        "38: base less five blocks: expect.difference.at.2.used_blocks: expected 9, got 0",
    ]


def test_decimals_are_compared_as_written(tmp_path: Path) -> None:
    text = expecting(EXPECTED.replace("-0.37", "-0.367"))
    assert missed(scenario(tmp_path, text)) == []
    text = expecting(EXPECTED.replace("-0.37", "-0.366"))
    (miss,) = missed(scenario(tmp_path, text))
    assert miss.endswith("expected -0.366, got -0.366666667")


def test_what_a_run_does_not_have_is_said(tmp_path: Path) -> None:
    clock = 'of = ["base", "unlimited"]\nrun.duration_ms = 1\nat.5.used_blocks = 1\n'
    found = scenario(tmp_path, expecting(f"[expect.difference]\n{clock}"))
    assert [one.partition(": expected ")[2] for one in missed(found)] == [
        "1, got none (unlimited has none)",
        "1, got none (unlimited: there is no step 5: the last is 4)",
    ]


def test_runs_that_never_part(tmp_path: Path) -> None:
    never = '[expect.difference]\nof = ["base", "same"]\nfirst_divergent_step = "none"\n'
    same = '\n[[variant]]\nname = "same"\ncost = "none"\n'
    assert missed(scenario(tmp_path, expecting(never) + same)) == []
    other = never.replace('"same"', '"unlimited"')
    (miss,) = missed(scenario(tmp_path, expecting(other)))
    assert miss.endswith("first_divergent_step: expected none, got 1")


def test_there_may_be_several(tmp_path: Path) -> None:
    several = EXPECTED.replace("[expect.difference]", "[[expect.difference]]")
    several += several.replace('"base"', '"unlimited"').replace(
        "preemptions = 1", "preemptions = 0"
    )
    found = scenario(tmp_path, expecting(several))
    assert [one.of[0] for one in found.differences] == ["base", "unlimited"]
    assert all(": unlimited less five blocks: " in miss for miss in missed(found))


def test_settings_leave_them_out(tmp_path: Path) -> None:
    found = scenario(tmp_path, expecting(EXPECTED))
    assert found.with_settings({"max_running": "2"}).differences == ()


WRONG = [
    ("", '31: of is missing: it names two variants, such as of = ["base", "paged"]'),
    ('of = ["base"]', "32: of cannot be a list of 1: it names two variants"),
    ('of = ["base", "base"]', "32: of cannot be a list of 2: it names two variants"),
    ("of = 3", "32: of cannot be 3: it names two variants"),
    ('of = ["bse", "unlimited"]', "32: there is no variant bse; did you mean base?"),
    ('of = ["base", "zzzzz"]', "32: there is no variant zzzzz; known: base, 'five blocks'"),
    (
        'of = ["base", "unlimited"]\nruns.x = 1',
        "33: runs in [expect.difference] is unknown; did you mean run?",
    ),
    (
        'of = ["base", "unlimited"]\nrun.stepps = 1',
        "33: stepps in [expect.run] is unknown; did you mean steps?",
    ),
    ('of = ["base", "unlimited"]\nrequest.Z.finish = 1', "33: there is no request Z to expect"),
    (
        'of = ["base", "unlimited"]\nrun.status = "finished"',
        "33: status must be a number here: a difference of two is expected",
    ),
    (
        'of = ["base", "unlimited"]\nat.1.waiting = ["C"]',
        "33: waiting must be a number here: a difference of two is expected",
    ),
    (
        'of = ["base", "unlimited"]\nfirst_divergent_step = -1',
        "33: first_divergent_step must be at least 0, not -1",
    ),
    (
        'of = ["base", "unlimited"]\nrun.steps = 99999999999999999999',
        "33: steps is too large: an integer has at most 64 bits",
    ),
]


@pytest.mark.parametrize(("lines", "said"), WRONG)
def test_what_is_wrong_is_told_by_its_line(tmp_path: Path, lines: str, said: str) -> None:
    (line,) = told(tmp_path, expecting(f"\n[expect.difference]\n{lines}\n\n"))
    assert line.startswith(said)


def test_one_that_is_no_table(tmp_path: Path) -> None:
    text = SOUND.replace("[expect.run]", "[expect]\ndifference = 3\n[expect.run]")
    (line,) = told(tmp_path, text)
    assert line == "31: [expect.difference] must be a table, not 3"


def test_it_belongs_to_the_scenario(tmp_path: Path) -> None:
    text = VARIED + "\n[variant.expect.difference]\nrun.steps = 1\n"
    (fault,) = faults(tmp_path, text)
    assert fault.message == "a difference is expected in the scenario's [expect]"
    with pytest.raises(ScenarioError):
        scenario(tmp_path, text)
