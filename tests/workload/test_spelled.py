"""An engine's other names for its knobs: pasted as they are, and never given twice."""

from pathlib import Path

import pytest

from core.schedulers import SCHEDULERS, make_scheduler
from core.workload import ScenarioError
from core.workload.scenario import Scenario
from tests.workload.files import scenario

HEAD = 'title = "spelled"\nrequests = [["A", 0, 6, 4]]\n[scheduler]\n'
VLLM = f'{HEAD}name = "vllm"\nnum_blocks = 9\n'
TENSORRT = f'{HEAD}name = "tensorrt-llm"\n'


@pytest.mark.parametrize(
    ("name", "others", "own"),
    [
        ("vllm", {"scheduling_policy": "priority"}, {"policy": "priority"}),
        ("vllm@0.33", {"scheduler_reserve_full_isl": False}, {"reserve_full_isl": False}),
        ("vllm", {"max-num-seqs": 3, "scheduling-policy": "fcfs"}, {"max_num_seqs": 3}),
        ("sglang", {"max-total-tokens": 64}, {"max_total_tokens": 64}),
    ],
)
def test_another_name_sets_the_knob(
    name: str, others: dict[str, object], own: dict[str, object]
) -> None:
    needed = {"num_blocks": 9} if name.startswith("vllm") else {}
    assert make_scheduler(name, **needed, **others) == make_scheduler(name, **{**needed, **own})


def test_vllm_counts_the_block_that_it_keeps() -> None:
    for name in ("vllm", "vllm@0.15"):
        assert make_scheduler(name, num_gpu_blocks_override=10) == make_scheduler(
            name, num_blocks=9
        )
    v0 = make_scheduler("vllm-v0", num_gpu_blocks_override=10)
    assert v0 == make_scheduler("vllm-v0", num_gpu_blocks=10)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_every_other_name_stands_for_a_knob_of_the_kind(name: str) -> None:
    engine = SCHEDULERS[name]
    known = {*engine.knobs, *engine.absent}
    assert {one.knob for one in engine.others.values()} <= known
    assert not known & set(engine.others)


@pytest.mark.parametrize("number", [1, 0, -3, True, 2.5, "many"])
def test_a_number_below_what_the_engine_keeps_is_refused(number: object) -> None:
    said = "num_gpu_blocks_override must be an integer of at least 2, 1 more than num_blocks"
    with pytest.raises(ValueError, match=said):
        make_scheduler("vllm", num_gpu_blocks_override=number)


def test_a_knob_given_by_two_names_is_told(tmp_path: Path) -> None:
    twice = f'{VLLM}policy = "fcfs"\nscheduling_policy = "fcfs"\nmax-num-seqs = 3\nmax_num_seqs = 3'
    with pytest.raises(ScenarioError) as raised:
        scenario(tmp_path, twice)
    told = [(fault.line, fault.message) for fault in raised.value.faults]
    more = "by another name: give one of them, not both"
    assert told == [
        (7, f"scheduling_policy is policy {more}"),
        (8, f"max-num-seqs is max_num_seqs {more}"),
    ]


def test_a_fault_is_at_the_line_of_the_name_that_was_used(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as raised:
        scenario(tmp_path, f'{VLLM}scheduling_policy = "fast"')
    [fault] = raised.value.faults
    assert (fault.line, fault.key) == (6, "scheduler.scheduling_policy")
    assert fault.message == "policy is fcfs or priority, not 'fast'"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"num_gpu_blocks_override": "7"}, {"num_blocks": 6}),
        ({"scheduler.num-gpu-blocks-override": "7"}, {"num_blocks": 6}),
        ({"scheduling_policy": "priority"}, {"num_blocks": 9, "policy": "priority"}),
        ({"scheduling_policy": "none"}, {"num_blocks": 9}),
    ],
)
def test_what_is_set_takes_the_place_of_the_file_s(
    tmp_path: Path, settings: dict[str, str], expected: dict[str, object]
) -> None:
    changed = scenario(tmp_path, VLLM).with_settings(settings)
    assert changed.scheduler == make_scheduler("vllm", **expected)


def test_what_is_set_twice_names_both_options(tmp_path: Path) -> None:
    sound = scenario(tmp_path, VLLM)
    with pytest.raises(ScenarioError) as raised:
        sound.with_settings({"num_gpu_blocks_override": "7", "num_blocks": "6"})
    [fault] = raised.value.faults
    assert fault.file == "--set num_gpu_blocks_override=7"
    assert "is num_blocks by another name" in fault.message


def test_a_name_is_read_as_that_of_the_scheduler_it_is_set_with(tmp_path: Path) -> None:
    brief = scenario(tmp_path, f'{HEAD}name = "driftwood"\nmax_running = 3\n')
    changed = brief.with_settings({"num_gpu_blocks_override": "7"}, scheduler="vllm")
    assert changed.scheduler == make_scheduler("vllm", num_blocks=6, max_num_seqs=3)
    with pytest.raises(ScenarioError, match="driftwood has no knob 'num_gpu_blocks_override'"):
        brief.with_settings({"num_gpu_blocks_override": "7"})


def _variants(tmp_path: Path) -> Scenario:
    return scenario(
        tmp_path,
        f"{VLLM}[[variant]]\nname = 'more'\nscheduler.num_gpu_blocks_override = 12\n"
        "[[variant]]\nname = 'urgent'\nscheduler.scheduling-policy = 'priority'\n",
    )


def test_a_variant_overrides_by_another_name(tmp_path: Path) -> None:
    every = _variants(tmp_path).variants
    assert every["more"].scheduler == make_scheduler("vllm", num_blocks=11)
    assert every["urgent"].scheduler == make_scheduler("vllm", num_blocks=9, policy="priority")


def test_what_is_set_stays_set_in_a_variant(tmp_path: Path) -> None:
    changed = _variants(tmp_path).variant("more").with_settings({"num-gpu-blocks-override": "5"})
    assert changed.scheduler == make_scheduler("vllm", num_blocks=4)


GROUPED = """max_batch_size = 4
kv_cache_config = { max_tokens = 64, tokens_per_block = 4 }
scheduler_config.capacity_scheduler_policy = "MAX_UTILIZATION"
"""


def test_groups_of_tensorrt_llm_are_knobs(tmp_path: Path) -> None:
    found = scenario(tmp_path, TENSORRT + GROUPED)
    assert found.scheduler == make_scheduler(
        "tensorrt-llm",
        max_tokens=64,
        max_batch_size=4,
        tokens_per_block=4,
        capacity_scheduler_policy="MAX_UTILIZATION",
    )
    smaller = found.with_settings({"kv_cache_config.max_tokens": "32"})
    assert smaller.scheduler == make_scheduler(
        "tensorrt-llm",
        max_tokens=32,
        max_batch_size=4,
        tokens_per_block=4,
        capacity_scheduler_policy="MAX_UTILIZATION",
    )


def test_what_a_group_does_not_have_is_told_with_its_group(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as raised:
        scenario(tmp_path, f"{TENSORRT}max_tokens = 64\nkv_cache_config = {{ reuse = true }}\n")
    [fault] = raised.value.faults
    assert fault.line == 6
    assert fault.message.startswith("tensorrt-llm has no knob 'kv_cache_config.reuse'")
    sound = scenario(tmp_path, f"{TENSORRT}max_tokens = 64\n")
    with pytest.raises(ScenarioError, match=r"--set kv_cache_config\.reuse=true: tensorrt-llm has"):
        sound.with_settings({"kv_cache_config.reuse": "true"})
