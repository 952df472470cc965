"""What is seen of engines read from source: frames, hidden state, how they were checked."""

from pathlib import Path

import pytest

from core.schedulers import FROM_SOURCE, SCHEDULERS
from core.workload import load_scenario
from tests.commands.calling import Driftwood
from tests.engines.sourced import ENGINES
from tests.recorded import Snapshot
from tui.frames import frame
from tui.view.engine import engine_state

FOLDER = Path(__file__).parents[2] / "fixtures" / "engines"
STEPS = {"vllm-v0": 3, "sarathi": 4, "nano-vllm": 2, "orca": 4}


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    """The command, called in this process."""
    return Driftwood(capsys)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_frame(snapshot: Snapshot, size: tuple[int, int], engine: str) -> None:
    text = frame(FOLDER / f"{engine}.toml", STEPS[engine], None, size)
    snapshot.assert_match(text, f"{engine}-{size[0]}.txt")


@pytest.mark.parametrize("engine", ENGINES)
def test_how_it_was_checked_is_said_everywhere(driftwood: Driftwood, engine: str) -> None:
    case = FOLDER / f"{engine}.toml"
    assert f"{engine} (not compared)" in frame(case, 0, None, (80, 24))
    assert f"{engine} ({FROM_SOURCE})" in frame(case, 0, None, (200, 30))
    assert f"{engine} ({FROM_SOURCE})" in driftwood("run", case).out
    assert f"{engine} ({FROM_SOURCE})" in driftwood("show", case, "--step", 0).out
    assert f"{engine}: {FROM_SOURCE}" in driftwood("schedulers", engine).out
    assert SCHEDULERS[engine].checked == FROM_SOURCE
    priority = driftwood("show", "engines/priority", "--step", 0).out
    assert "vllm@0.33 (equal to vLLM 0.33 on 33,117 recorded steps) · " in priority


@pytest.mark.parametrize("engine", ENGINES)
def test_its_rules_and_knobs_are_printed(driftwood: Driftwood, engine: str) -> None:
    told = driftwood("schedulers", engine).out
    assert all(f"\n{phase}\n" in told for phase in ("never_fits", "admit", "run", "finish"))
    assert all(f"  {knob} " in told for knob in SCHEDULERS[engine].knobs)


def test_the_watermark_is_shown(driftwood: Driftwood) -> None:
    """One block of V0's eight, whether anybody runs or not; none of Sarathi's eleven."""
    found = load_scenario(FOLDER / "vllm-v0.toml")
    run = found.run().finish()
    assert engine_state(found.scheduler, run.at(3)) == {"watermark": 1}
    assert engine_state(found.scheduler, run.at(run.last_step)) == {"watermark": 1}
    shown = driftwood("show", FOLDER / "vllm-v0.toml", "--step", 3).out
    assert "watermark: 1 block left free by an admission" in shown
    assert "watermark 1" in frame(FOLDER / "vllm-v0.toml", 3, None, (120, 30))
    found = load_scenario(FOLDER / "sarathi.toml")
    assert engine_state(found.scheduler, found.run().at(3)) == {}


def test_a_decode_that_gets_no_token_is_paused(driftwood: Driftwood) -> None:
    case = FOLDER / "nano-vllm.toml"
    assert "c    decoding, paused" in driftwood("show", case, "--step", 2).out
    assert "no token for it" in frame(case, 2, None, (130, 24))
    assert "stands still" in frame(case, 5, None, (130, 24))
    assert "gets none in 3 steps, which had none left for it" in driftwood("explain", case, "c").out


def test_a_trace_runs_on_each(driftwood: Driftwood, tmp_path: Path) -> None:
    """A trace by itself has the brief's limits by the engine's own names."""
    trace = tmp_path / "two.csv"
    trace.write_text(
        "arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,40,4\n0.01,90,3\n", encoding="utf-8"
    )
    for engine, said in {
        "vllm-v0": "num_gpu_blocks 2588 · max_num_seqs 256 · block_size 16",
        "sarathi": "num_gpu_blocks 2588 · max_num_seqs 256 · chunk_size 2048 · block_size 16",
        "nano-vllm": "num_kvcache_blocks 2588 · max_num_seqs 256 · max_num_batched_tokens 2048",
        "orca": "max_bs 256 · n_slots 41408",
    }.items():
        ended = driftwood("run", trace, "--scheduler", engine)
        assert (ended.code, said in ended.out) == (0, True), ended.out
