"""`driftwood sweep`: what is wrong with its words is told before anything is run."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.commands.sweeping import CASE, GRID


def numbers(last: int) -> str:
    """A list of values."""
    return ",".join(map(str, range(1, last + 1)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "say what is tried, such as --set num_blocks=1000,2000,4000 or --victim a,b"),
        (["--set", "num_blocks=1,,2"], "--set num_blocks=1,,2: a value is missing before or"),
        (["--set", "num_blocks=4,4"], "--set num_blocks=4,4: 4 stands there twice"),
        (["--victim", "a,"], "--victim a,: a value is missing before or behind a comma"),
        (["--set", "num_blocks"], "--set num_blocks: write --set KNOB=VALUE, such as"),
        (["--set", "num_blocks=4,0"], "--set num_blocks=0: num_blocks must be at least 1, not 0"),
        (["--set", "num_bloks=4,5"], "--set num_bloks=4: driftwood has no knob 'num_bloks'; did"),
        (["--victim", "lifo,largest_cache"], "--victim lifo: there is no victim policy 'lifo'"),
        (["--variant", "x,base"], "there is no variant x: this scenario has none"),
        (
            ["--scheduler", "vllm,vllm-v0", "--set", "max_running=2,3"],
            "--set max_running=2: vllm has no knob 'max_running'; there it is called max_num_seqs",
        ),
        (
            ["--set", "num_blocks=4,5", "--set", "block_size=none"],
            "block_size and num_blocks go together",
        ),
        (["--scheduler", "vlm,driftwood"], "--scheduler vlm: there is no scheduler 'vlm'"),
        (
            ["--set", "num_blocks=3,4", "--set", "num_blocks=5"],
            "--set num_blocks=3,4 and --set num_blocks=5 contradict each other: keep one",
        ),
        (
            ["--victim", "largest_cache", "--set", "victim=latest_admitted"],
            "--victim and --set victim contradict each other: keep one",
        ),
        (
            ["--set", f"num_blocks={numbers(2000)}", "--set", f"max_running={numbers(51)}"],
            "that is a grid of 102,000 points: at most 100,000",
        ),
        ([*GRID, "--slo", "ttft_p99"], "--slo ttft_p99: write FIGURE<LIMIT in quotes, such as"),
        ([*GRID, "--slo", "ttft_p99<2s"], "--slo ttft_p99<2s: these runs count steps: say steps"),
        ([*GRID, "--pareto", "itl_p99"], "--pareto itl_p99: such a run has no itl_p99: take"),
        ([*GRID, "--pareto", "x"], "--pareto x: there is no figure x; known: steps, last_step"),
        ([*GRID, "--cheapest", "x"], "--cheapest x: it is not swept; swept are num_blocks, max_r"),
        ([*GRID[:4], "--jobs", "0"], "--jobs 0: it is 1 to 1,024 processes"),
        ([*GRID, "--dask", "x"], "--jobs are processes of this machine, --dask is"),
        ([*GRID, "--resume", "--force"], "--resume goes on and --force begins anew: keep one"),
        ([*GRID, "-o", "-"], "-o -: results go to a file; what goes to stdout is --csv or --json"),
        ([*GRID, "--csv", "--json"], "--csv and --json both go to stdout: keep one"),
        ([*GRID, "-o", "nowhere/out"], "nowhere/out cannot be written: there is no folder nowhere"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_run(
    driftwood: Driftwood, elsewhere: Path, words: list[str], said: str
) -> None:
    called = driftwood("sweep", CASE, *words)
    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert list(elsewhere.iterdir()) == []


def test_a_run_with_a_clock_has_no_steps_to_wait(driftwood: Driftwood, load: Path) -> None:
    called = driftwood("sweep", load, "--set", "max_running=1,2", "--slo", "ttft_p99<2steps")
    assert called.code == 2
    assert called.err.startswith("--slo ttft_p99<2steps: these runs have a clock: say ms or s")
