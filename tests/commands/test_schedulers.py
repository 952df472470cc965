"""`driftwood schedulers NAME`: rules are rules, and every name of a knob is told."""

import json

from tests.commands.calling import Driftwood

RULES_OF_VLLM = [
    "never_fits",
    "threshold",
    "running",
    "makes_room",
    "waiting",
    "required",
    "finish",
]


def test_only_rules_are_told_as_rules(driftwood: Driftwood) -> None:
    told = json.loads(driftwood("schedulers", "vllm@0.33", "--json").out)
    assert list(told["schedulers"]["vllm@0.33"]["rules"]) == RULES_OF_VLLM


def test_other_names_of_knobs_are_told(driftwood: Driftwood) -> None:
    told = driftwood("schedulers", "vllm").out
    assert "  scheduling_policy           policy\n" in told
    assert "  num_gpu_blocks_override     num_blocks + 1\n" in told
    assert "Other names" not in driftwood("schedulers", "sarathi").out


def test_other_names_of_knobs_that_a_version_does_not_have_are_not_told(
    driftwood: Driftwood,
) -> None:
    told = json.loads(driftwood("schedulers", "vllm@0.15", "--json").out)
    assert told["schedulers"]["vllm@0.15"]["other_names"] == {
        "scheduling_policy": "policy",
        "num_gpu_blocks_override": "num_blocks + 1",
    }


def test_names_can_be_pasted_on_the_command_line(driftwood: Driftwood) -> None:
    given = ("--set", "scheduling-policy=priority", "--set", "num-gpu-blocks-override=7")
    told = driftwood("run", "engines/priority", *given).out
    assert "num_blocks 6 " in told
    assert "policy priority" in told
