"""What is seen of TensorRT-LLM and SGLang: frames, the words of a moment, its document."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.recorded import Snapshot
from tui.frames import frame

CASES = Path(__file__).parents[2] / "fixtures" / "engines"
WAITS, RATIO = CASES / "no-evict-waits.toml", CASES / "ratio-too-optimistic.toml"


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    """The command, called in this process."""
    return Driftwood(capsys)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(("case", "step"), [(WAITS, 1), (RATIO, 14)])
def test_a_frame(snapshot: Snapshot, case: Path, step: int, size: tuple[int, int]) -> None:
    text = frame(case, step, None, size)
    assert "not compared" in text or size[0] < 100
    snapshot.assert_match(text, f"{case.stem}-{step}-{size[0]}.txt")


def test_reserved_blocks_are_told(driftwood: Driftwood) -> None:
    shown = driftwood("show", WAITS, "--step", 1).out
    assert "reserved: 2 blocks kept free for those that run, to their completion" in shown
    assert "needs 5 blocks to its completion > 3 = 8 - 5 kept for those before it" in shown
    told = json.loads(driftwood("show", WAITS, "--step", 1, "--json").out)
    assert told["engine"] == {"reserved": 2}


def test_who_is_paused_is_told_with_the_candidates(driftwood: Driftwood) -> None:
    shown = driftwood("show", WAITS, "--variant", "max-utilization", "--step", 5).out
    assert "C, started last, makes room for A: frees 2 blocks" in shown
    assert "candidates, the last one started in the list goes first:" in shown
    assert "paused in this step for A" in shown


def test_until_when_a_batch_runs_is_told(driftwood: Driftwood) -> None:
    shown = driftwood("show", WAITS, "--variant", "static", "--step", 3).out
    assert "nobody joins the batch while A generates" in shown


def test_the_ratio_is_told(driftwood: Driftwood) -> None:
    shown = driftwood("show", RATIO, "--step", 6).out
    assert "ratio: 0.6950 of the tokens that each may still send are taken to be needed" in shown
    assert "full: yes; while it is, nobody that waits is asked whether they fit" in shown
    assert "needs 4 + 6 tokens, 3.1 left: 17 free - 13.9 for others" in shown
    told = json.loads(driftwood("show", RATIO, "--step", 14, "--json").out)
    assert told["engine"] == {"ratio": 1.0, "full": 0}


def test_who_is_retracted_is_told_with_the_candidates(driftwood: Driftwood) -> None:
    shown = driftwood("show", RATIO, "--step", 14).out
    assert "B, with the fewest sent tokens (12, prompt 8), makes room for A" in shown
    assert "candidates, the fewest sent tokens go first, of equals the longest prompt:" in shown


@pytest.mark.parametrize("name", ["tensorrt-llm", "sglang"])
def test_how_it_was_checked_and_its_rules(driftwood: Driftwood, name: str) -> None:
    listed = driftwood("schedulers").out
    assert f"{name:<14}from source, not compared" in listed or "not compared" in listed
    told = driftwood("schedulers", name).out
    assert "from source, not compared" in told
    for rule in ("never_fits", "finish"):
        assert f"\n{rule}\n" in told


@pytest.mark.parametrize("case", [WAITS, RATIO])
def test_a_life_is_explained(driftwood: Driftwood, case: Path) -> None:
    assert driftwood("explain", case, "B").code == 0


@pytest.mark.parametrize("name", ["tensorrt-llm", "sglang"])
def test_a_trace_by_itself_runs(driftwood: Driftwood, tmp_path: Path, name: str) -> None:
    path = tmp_path / "two.csv"
    path.write_text("arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,40,4\n0.01,90,3\n")
    ended = driftwood("run", path, "--scheduler", name, "--json")
    assert (ended.code, json.loads(ended.out)["status"]) == (0, "finished")
