"""`--variant NAME`, and a scenario's variants in what the commands say."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

VARIANTS = """
[[variant]]
name = "two slots"

[variant.scheduler]
max_running = 2

[variant.expect.request.B]
first_token = 0

[[variant]]
name = "slow"

[variant.cost]
base_ms = 30

[variant.expect.request.B]
first_token = 3
"""


@pytest.fixture
def varied(scenario: Path) -> Path:
    """The scenario with two variants, whose expectations hold."""
    with scenario.open("a", encoding="utf-8") as file:
        file.write(VARIANTS)
    return scenario


def test_run_says_which_there_are_and_runs_one(driftwood: Driftwood, varied: Path) -> None:
    base = driftwood("run", varied)
    assert "  variants, with --variant NAME: two slots, slow" in base.out.splitlines()
    assert "max_running 1" in base.out
    called = driftwood("run", varied, "--variant", "two slots")
    assert called.code == 0
    assert called.out.startswith("two slots · One slot, two requests\n  driftwood · max_running 2")


def test_a_knob_is_set_in_the_variant(driftwood: Driftwood, varied: Path) -> None:
    called = driftwood("run", varied, "--variant=slow", "--set", "max_running=7", "--json")
    document = json.loads(called.out)
    assert (document["variant"], document["knobs"]["max_running"]) == ("slow", 7)
    assert document["totals"]["duration_ms"] == 90
    assert json.loads(driftwood("run", varied, "--json").out)["variant"] == "base"


@pytest.mark.parametrize(
    "words",
    [
        ("show", "--step", "0"),
        ("frame", "--step", "0"),
        ("explain", "B"),
        ("cut", "--around", "B", "-o", "-"),
    ],
)
def test_every_command_that_runs_takes_it(
    driftwood: Driftwood, varied: Path, words: tuple[str, ...]
) -> None:
    command, *rest = words
    called = driftwood(command, varied, *rest, "--variant", "two slots")
    assert called.code == 0
    assert "two slots · One" in called.out
    assert driftwood(command, varied, *rest, "--variant", "base") == driftwood(
        command, varied, *rest
    )


def test_the_moment_of_a_finding_is_opened_in_the_variant(
    driftwood: Driftwood, varied: Path
) -> None:
    text = varied.read_text(encoding="utf-8").replace('["A", 0, 2, 3]', '["A", 0, 2, 60]')
    varied.write_text(text, encoding="utf-8")
    called = driftwood("run", varied, "--variant", "slow")
    assert f"driftwood step {varied} --variant slow --step " in called.out


def test_an_unknown_one_is_told_with_the_nearest(driftwood: Driftwood, varied: Path) -> None:
    called = driftwood("run", varied, "--variant", "too slots")
    assert (called.code, called.out) == (2, "")
    said = "there is no variant 'too slots'; did you mean 'two slots'?\n"
    assert called.err == f"{varied}: {said}"


def test_check_runs_them_all(driftwood: Driftwood, varied: Path) -> None:
    told = "1 scenario with 2 variants, 3 expectations, all met\n"
    assert driftwood("check", varied) == (0, told, "")


def test_a_miss_names_the_variant(driftwood: Driftwood, varied: Path) -> None:
    text = varied.read_text(encoding="utf-8").replace("first_token = 0", "first_token = 9")
    varied.write_text(text, encoding="utf-8")
    called = driftwood("check", varied)
    assert called.code == 1
    first = called.out.splitlines()[0]
    assert first == f"{varied}:18: two slots: expect.request.B.first_token: expected 9, got 0"
    (miss,) = json.loads(driftwood("check", varied, "--json").out)["misses"]
    assert (miss["variant"], miss["got"]) == ("two slots", 0)
