"""`driftwood calibrate`: constants of a measured run, how near they come, and its scenario."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.workload import check, load_scenario
from tests.commands.calling import Driftwood, process
from tests.measured_runs import COST, META, run_of, workload, written


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """A measured run of our own."""
    return written(tmp_path / "measured", run_of(workload(1, every_ms=60.0)))


def test_it_tells_constants_and_errors_against_the_goals(
    driftwood: Driftwood, measured: Path
) -> None:
    called = driftwood("calibrate", measured)
    assert (called.code, called.err) == (0, "")
    lines = called.out.splitlines()
    assert lines[0].startswith("measured: 60 requests in ")
    assert lines[0].endswith(", measured on vLLM 0.19.0")
    assert lines[1].startswith("  vllm@0.21 · num_blocks 200 · max_num_seqs 32")
    assert "  the prompts are not known, so the prefix cache finds nothing in them" in lines
    assert "  to simulate that as well: --prompts FILE, here sent.jsonl" in lines
    rows = [line.split() for line in lines]
    assert [row[0] for row in rows if row[-1:] == ["met"]] == [
        *("span", "running", "waiting", "TTFT", "TTFT", "TPOT", "TPOT")
    ]
    assert "missed" not in called.out
    assert any(line.startswith("first 30, judged on the other 30") for line in lines)
    constants = {row[0]: row[1:] for row in rows if row and row[0].endswith("_ms")}
    assert [float(one) for one in constants["base_ms"]] == pytest.approx([18.0, 18.0], rel=0.01)


def test_it_draws_both_curves_over_each_other(driftwood: Driftwood, measured: Path) -> None:
    out = driftwood("calibrate", measured).out
    for title in ("running", "waiting", "cache in use, %"):
        assert f"\n{title}  ⠤o⠤ measured  ⠤x⠤ simulated\n" in out


def test_without_a_time_series_it_draws_nothing(driftwood: Driftwood, measured: Path) -> None:
    (measured / "timeseries.csv").unlink()
    called = driftwood("calibrate", measured)
    assert called.code == 0
    assert "there is no time series: how many ran and waited is not compared" in called.out
    assert "⠤o⠤" not in called.out
    assert json.loads(driftwood("calibrate", measured, "--json").out)["curves"] is None


def test_the_document(driftwood: Driftwood, measured: Path) -> None:
    called = driftwood("calibrate", measured, "--json")
    assert (called.code, called.err) == (0, "")
    document = json.loads(called.out)
    assert document["format"] == 1
    assert document["interrupted"] is False
    assert document["measured"]["requests"] == 60
    assert document["scheduler"] == "vllm@0.21"
    assert document["knobs"]["num_blocks"] == 200
    fit, half = document["fit"], document["half"]
    assert (fit["fitted_on"], fit["judged_on"], fit["settled"]) == (60, 60, True)
    assert (half["fitted_on"], half["judged_on"]) == (30, 30)
    assert fit["cost"]["per_prefill_token_ms"] == pytest.approx(COST.per_prefill_token_ms, rel=0.01)
    assert fit["figures"]["ttft_ms_p90"]["met"] is True
    assert fit["figures"]["ttft_ms_each"]["met"] is None
    curves = document["curves"]
    for side in ("measured", "simulated"):
        assert {len(curves[side][name]) for name in ("running", "waiting", "kv_percent")} == {
            len(curves["at_s"])
        }


def test_few_trials_are_the_best_that_they_found(driftwood: Driftwood, measured: Path) -> None:
    called = driftwood("calibrate", measured, "--trials", 2)
    assert called.code == 0
    rows = [line.split() for line in called.out.splitlines()]
    assert ["simulated", "runs", "2", "2"] in rows
    assert ["settled", "no", "no"] in rows


def test_its_scenario_reproduces_the_run(
    driftwood: Driftwood, measured: Path, tmp_path: Path
) -> None:
    case = tmp_path / "case.toml"
    called = driftwood("calibrate", measured, "-o", case)
    assert called.code == 0
    assert called.err == f"{case}: the measured run as a scenario, all its expectations met\n"
    scenario = load_scenario(case)
    assert scenario.title == "measured, as measured on vLLM 0.19.0"
    assert scenario.cost is not None
    assert scenario.cost.base_ms == pytest.approx(18.0, rel=0.01)
    assert scenario.scheduler_name == "vllm@0.21"
    run = scenario.run().finish()
    assert check(scenario, run) == ()
    same = run_of(workload(1, every_ms=60.0)).results()
    results = run.results()
    assert [results[rid]["preemptions"] for rid in same] == [
        r["preemptions"] for r in same.values()
    ]


def test_it_is_not_written_over(driftwood: Driftwood, measured: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text("mine", encoding="utf-8")
    called = driftwood("calibrate", measured, "-o", case)
    assert (called.code, called.out) == (2, "")
    assert called.err == f"{case} is there already; --force writes over it\n"
    assert case.read_text(encoding="utf-8") == "mine"
    assert driftwood("calibrate", measured, "-o", case, "--force").code == 0
    assert "vllm@0.21" in case.read_text(encoding="utf-8")


def test_it_can_be_printed(driftwood: Driftwood, measured: Path, tmp_path: Path) -> None:
    called = driftwood("calibrate", measured, "-o", "-")
    assert called.code == 0
    assert "cost of a step" in called.err
    (tmp_path / "printed.toml").write_text(called.out, encoding="utf-8")
    assert load_scenario(tmp_path / "printed.toml").expectations


def test_prompts_are_found_in_the_cache(driftwood: Driftwood, tmp_path: Path) -> None:
    """All begin with the same 320 tokens: without their prompts nothing can be told of that."""
    requests = workload(1, every_ms=60.0)
    common = range(320)
    prompts = [
        tuple([*common, *range(1_000 * number, 1_000 * number + 700)][: one.prompt_len])
        for number, one in enumerate(requests, 1)
    ]
    sent = tmp_path / "sent.jsonl"
    lines = (json.dumps({"input_tok_ids": prompt}) for prompt in prompts)
    sent.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    both = zip(requests, prompts, strict=True)
    known = [replace(one, prompt_ids=prompt) for one, prompt in both]
    measured = written(tmp_path / "measured", run_of(known))
    with_, without = (
        json.loads(driftwood("calibrate", measured, "--json", *words).out)["fit"]
        for words in (("--prompts", sent), ())
    )
    assert with_["cost"]["base_ms"] == pytest.approx(18.0, rel=0.01)
    assert with_["figures"]["ttft_ms_each"]["error"] < 1
    assert without["figures"]["ttft_ms_each"]["error"] > 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--trials", "0"], "--trials must be at least 1, not 0"),
        (["-o", "case.txt"], "case.txt: a scenario's name ends in .toml"),
        (["-o", "-", "--json"], "-o - and --json both print on stdout"),
        (["--prompts", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
    ],
)
def test_what_cannot_be_done_is_told(
    driftwood: Driftwood, measured: Path, words: list[str], said: str
) -> None:
    called = driftwood("calibrate", measured, *words)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(said)


def test_a_file_is_no_measured_run(driftwood: Driftwood, measured: Path) -> None:
    called = driftwood("calibrate", measured / "meta.json")
    assert called.code == 2
    assert "a measured run is a folder with requests.jsonl and meta.json" in called.err


def test_text_of_strangers_is_inert(driftwood: Driftwood, measured: Path) -> None:
    hostile = {**META, "dataset_path": "a\x1b[31m\nb"}
    (measured / "meta.json").write_text(json.dumps(hostile), encoding="utf-8")
    called = driftwood("calibrate", measured, "--trials", 1)
    assert called.code == 0
    assert "\x1b" not in called.out


def test_piped_it_is_plain(measured: Path) -> None:
    called = process("calibrate", measured, "--trials", 1)
    assert (called.code, called.err) == (0, "")
    assert "\x1b" not in called.out
