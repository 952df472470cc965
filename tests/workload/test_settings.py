"""What the command line sets: parsed, checked like the file, and told by the option's name."""

from pathlib import Path

import pytest

from core.cost import Cost
from core.schedulers import make_scheduler
from core.workload import ScenarioError
from core.workload.scenario import Scenario
from tests.workload.files import SOUND, scenario


@pytest.fixture
def sound(tmp_path: Path) -> Scenario:
    return scenario(tmp_path, SOUND)


def test_a_bare_name_is_a_knob_and_dotted_ones_belong_to_tables(sound: Scenario) -> None:
    changed = sound.with_settings({"max_running": "8", "cost.base_ms": "2.5", "run.max_steps": "7"})
    assert changed.scheduler == make_scheduler(
        "driftwood", max_running=8, block_size=4, num_blocks=4
    )
    assert (changed.cost, changed.max_steps) == (Cost(2.5), 7)
    assert sound.cost == Cost(12.5)


def test_none_unsets_a_knob(sound: Scenario) -> None:
    changed = sound.with_settings({"block_size": "none", "num_blocks": "none"})
    assert changed.scheduler == make_scheduler("driftwood", max_running=3)
    assert changed.run().finish().results()["B"]["preemptions"] == 0


def test_options_stand_for_one_key(sound: Scenario) -> None:
    changed = sound.with_settings({}, scheduler="driftwood", max_steps=3)
    assert changed.max_steps == 3


def test_settings_can_be_set_again(sound: Scenario) -> None:
    twice = sound.with_settings({"max_running": "8"}).with_settings({"num_blocks": "9"})
    assert twice.scheduler == make_scheduler("driftwood", max_running=8, block_size=4, num_blocks=9)


def test_expectations_stay_and_are_not_held_against_what_is_left_out(sound: Scenario) -> None:
    assert sound.with_settings({"max_running": "1"}).expectations == sound.expectations


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("max_runing", "8", "--set max_runing=8: driftwood has no knob 'max_runing'; did you mean"),
        ("max_running", "0", "--set max_running=0: max_running must be at least 1, not 0"),
        ("max_running", "8.0", "--set max_running=8.0: max_running must be an integer, not 8.0"),
        ("max_running", "eight", "--set max_running=eight: max_running must be an integer, not 'e"),
        ("max_running", "", "--set max_running=: max_running must be an integer, not ''"),
        ("max_running", "[8]", "--set max_running=[8]: max_running must be an integer, not '[8]'"),
        ("max_running", "1\nx = 2", "--set max_running=1\\nx = 2: max_running must be an integer"),
        ("max_running", "9" * 30, f"--set max_running={'9' * 30}: max_running is too large"),
        ("cost.base", "3", "--set cost.base=3: base in [cost] is unknown; did you mean base_ms?"),
        ("cost.base_ms", "-1", "--set cost.base_ms=-1: base_ms must be above 0"),
        ("cost.per_kv_token_ms", "-1", "--set cost.per_kv_token_ms=-1: per_kv_token_ms must be at"),
        ("costs.base_ms", "1", "--set costs.base_ms=1: there is nothing to set in costs; did you"),
        ("memory.kind", "x", "--set memory.kind=x: kind in [memory] is unknown; known: model"),
        ("victim", "lifo", "--set victim=lifo: there is no victim policy 'lifo'; known: latest"),
        ("workload.limit", "3", "--set workload.limit=3: limit is for traces, and this is none"),
        ("a.b.c", "3", "--set a.b.c=3: there is nothing to set in 'a.b'; known: memory, cost"),
        ("", "3", "--set =3: driftwood has no knob ''"),
    ],
)
def test_a_fault_names_the_option(sound: Scenario, name: str, value: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        sound.with_settings({name: value})
    assert str(caught.value).startswith(expected)


def test_what_a_setting_makes_wrong_elsewhere_names_it_too(sound: Scenario) -> None:
    with pytest.raises(ScenarioError) as caught:
        sound.with_settings({"num_blocks": "none"})
    (fault,) = caught.value.faults
    assert fault.line == 8
    assert fault.message.startswith("block_size and num_blocks go together")
    assert fault.message.endswith("(with --set num_blocks=none)")


def test_every_fault_is_told_at_once(sound: Scenario) -> None:
    with pytest.raises(ScenarioError) as caught:
        sound.with_settings({"max_running": "0", "cost.base_ms": "x"}, scheduler="vlm", max_steps=0)
    assert [fault.where for fault in caught.value.faults] == [
        "--scheduler vlm",
        "--set max_running=0",
        "--set cost.base_ms=x",
        "--max-steps 0",
    ]


def test_limit_and_window_are_for_traces(sound: Scenario) -> None:
    with pytest.raises(ScenarioError) as caught:
        sound.with_settings({}, limit=3, window="0..1")
    assert [fault.where for fault in caught.value.faults] == ["--limit 3", "--window 0..1"]
