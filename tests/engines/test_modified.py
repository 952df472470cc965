"""vLLM with a policy that is not its own: it passes for no vLLM, and tells whose choice it is."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from core import Candidate, Request, Run, make_scheduler
from core.explain import reason
from core.findings import find
from core.schedulers import knobs_of
from core.schedulers.vllm.versions import VERSIONS
from core.workload import InputError, load_scenario
from tests.cases.faulty import LeastComputedGoes, TheFirstGoes, WholeLife
from tests.cases.running import by, case, preempted
from tests.commands.calling import Driftwood
from tests.engines.test_vllm_agrees import Case, cases
from tui.session import Session
from tui.view.rules import rule_of
from tui.view.scene import Film

ERRORS = {"cycle", "stall", "blocks", "passed_over", "freed_nothing", "idle_budget"}
"""Findings that no right rule makes."""


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    """The command, called in this process."""
    return Driftwood(capsys)


def cheapest(candidate: Candidate) -> float:
    return candidate.computed_tokens / candidate.blocks


@pytest.mark.parametrize("version", VERSIONS)
def test_a_preset_with_another_policy_says_so(version: str) -> None:
    names = {
        victim: called(make_scheduler(version, num_blocks=9, victim=victim))
        for victim in (None, "latest_admitted", "largest_cache")
    }
    assert names == {
        None: version,
        "latest_admitted": version,
        "largest_cache": f"{version} modified",
    }
    own = make_scheduler(version, num_blocks=9, policy="priority", victim="latest_admitted")
    assert called(own) == f"{version} modified"
    assert called(make_scheduler(version, num_blocks=9, victim=cheapest)) == f"{version} modified"


def called(scheduler: object) -> object:
    """What it calls itself."""
    return getattr(scheduler, "name", None)


@pytest.mark.parametrize(
    "knobs",
    [
        {"admission": "whole_life"},
        {"admission": "static"},
        {"admission": ["static", "whole_life"]},
        {"queue": "shortest_prompt"},
        {"queue": "skip_ahead", "max_overtakes": 2},
        {"queue": lambda one: one.prompt_len},
    ],
)
def test_another_gate_or_queue_is_another_engine_too(knobs: dict[str, object]) -> None:
    assert called(make_scheduler("vllm@0.33", num_blocks=9, **knobs)) == "vllm@0.33 modified"


def test_first_come_first_served_is_no_change() -> None:
    assert called(make_scheduler("vllm@0.33", num_blocks=9, queue="fcfs")) == "vllm@0.33"


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"queue": "priority"}, 'queue and policy = "priority" exclude each other'),
        ({"queue": "fcfs"}, 'queue and policy = "priority" exclude each other'),
        ({"admission": "static"}, 'static needs policy "fcfs", or whole_life beside it'),
    ],
)
def test_what_does_not_go_with_vllm_s_own_priority(knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("vllm", num_blocks=9, policy="priority", **knobs)


def test_a_file_is_told_the_line_of_what_does_not_go(tmp_path: Path) -> None:
    knobs = ["num_blocks = 9", 'policy = "priority"', 'queue = "fcfs"', 'admission = "watermark"']
    lines = ['requests = [["A", 0, 6, 4]]', "[scheduler]", 'name = "vllm"', *knobs]
    path = tmp_path / "case.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_scenario(path)
    assert {fault.line for fault in caught.value.faults} == {6, 7}


def test_an_order_of_one_s_own_is_in_force(driftwood: Driftwood, tmp_path: Path) -> None:
    code = "def longest(waiting):\n    return -waiting.prompt_len\n"
    (tmp_path / "my.py").write_text(code, encoding="utf-8")
    own = f"{tmp_path / 'my.py'}:longest"
    told = driftwood("compare", "engines/vllm-shortest-first", "--with", f"queue={own}").out
    assert "vllm@0.33 modified" in told
    shown = driftwood("show", "engines/vllm-shortest-first", "--step", 6, "--queue", own).out
    assert "\n  1  doc  preempted" in shown


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"aging": 2}, 'aging needs queue = "priority", not "fcfs"'),
        ({"queue": "round_robin", "weights": {"x": 0}}, "the weight of 'x' must be at least 1"),
        ({"queue": "skip_ahead"}, "skip_ahead needs max_overtakes"),
        ({"queue": "shortest_promt"}, "did you mean shortest_prompt?"),
        ({"queue": "priority", "admission": "static"}, "static needs queue fcfs or skip_ahead"),
    ],
)
def test_an_order_has_the_faults_that_it_has_elsewhere(knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("vllm", num_blocks=9, **knobs)


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        ("first_chunk", r"reserve_full_isl = false \(before 0.21 the only rule\)"),
        ("known_text", r"reserve_full_isl = true, its default \(from 0.21 on\)"),
        ("watermark", r"watermark, a share of the blocks \(from 0.24 on\)"),
        (["static", "known_text"], "admission known_text is a knob of vLLM's own"),
        ("statc", "no admission gate 'statc'; did you mean static?"),
        (["static", "static"], "admission names static twice"),
    ],
)
def test_a_gate_that_is_a_knob_of_vllm_s_is_told(gate: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("vllm", num_blocks=9, admission=gate)


@settings(max_examples=150)
@given(cases())
def test_whole_lives_are_admitted_as_by_the_naive_rule(given_case: Case) -> None:
    """The case's own page has the rule alone: no slots, no cache, first come, first served."""
    of_its_own = replace(given_case.scheduler, policy="fcfs", victim=None, watermark=0.0)
    plain = replace(
        of_its_own,
        enable_prefix_caching=False,
        max_num_seqs=len(given_case.requests),
        version=VERSIONS["vllm@0.33"],
    )
    naive = WholeLife(**{name: getattr(plain, name) for name in knobs_of(plain)})
    runs = [
        Run(given_case.requests, each, max_steps=200).finish()
        for each in (replace(plain, admission="whole_life"), naive)
    ]
    assert [*runs[0].records()] == [*runs[1].records()]


@settings(max_examples=60)
@given(cases())
def test_whole_lives_are_never_preempted(given_case: Case) -> None:
    gated = replace(given_case.scheduler, admission="whole_life")
    run = Run(given_case.requests, gated, max_steps=500).finish()
    assert run.status == "finished"
    assert run.series.preemptions[-1] == 0
    assert not ERRORS & {one.kind for one in find(run)}


@pytest.mark.parametrize("number", [7, 8])
def test_cases_7_and_8_with_whole_lives(number: int) -> None:
    run = case(number, "whole life").run().finish()
    assert [*run.records()] == [*by(WholeLife, number).records()]


def test_a_policy_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="no victim policy 'largest_cash'; did you mean largest_c"):
        make_scheduler("vllm", num_blocks=9, victim="largest_cash")


@pytest.mark.parametrize(
    ("variant", "kind"), [("least computed", LeastComputedGoes), ("the first", TheFirstGoes)]
)
def test_case_9_with_another_victim(variant: str, kind: "type[TheFirstGoes]") -> None:
    run = case(9, variant).run().finish()
    assert preempted(run) == preempted(by(kind, 9))
    assert [*run.records()] == [*by(kind, 9).records()]


def test_the_reason_is_the_policy_s(driftwood: Driftwood) -> None:
    requests = [Request("A", 0, 8, 14), Request("B", 1, 24, 10), Request("C", 2, 8, 14)]
    knobs = {"max_num_seqs": 4, "max_num_batched_tokens": 32, "enable_prefix_caching": False}
    scheduler = make_scheduler("vllm", num_blocks=12, block_size=4, victim=cheapest, **knobs)
    run = Run(requests, scheduler).finish()
    (event,) = (one for one in run.at(3).events if one.kind == "preempted")
    assert reason(event).startswith("A, first by cheapest (key 3.3")
    told = driftwood("run", case(9).path, "--victim", "largest_cache").out
    assert "\n  vllm@0.33 modified · " in told
    assert "recorded steps" not in told


def test_the_rule_of_the_step_names_the_policy() -> None:
    scenario = load_scenario(case(9).path).variants["least computed"]
    film = Film(scenario.run().finish(), scenario=scenario)
    phase, told = rule_of(Session(film, 9, 1).scene) or ("", "")
    assert phase == "running"
    assert told.startswith("Here another victim policy is in force, least_computed: the fewest")
