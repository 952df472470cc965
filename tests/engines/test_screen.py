"""What is seen of a prefix cache: frames, the words of a moment, its document, blocks."""

import json
from pathlib import Path

import pytest

from core import Request
from core.events import Evicted
from core.explain import reason
from core.holdings import Origin
from core.run import Run
from core.schedulers.vllm import Vllm
from core.schedulers.vllm.versions import VERSIONS
from core.workload import load_scenario
from tests.commands.calling import Driftwood
from tests.recorded import Snapshot
from tests.tui.driving import drive, lines_of
from tui.app import StepApp
from tui.frames import frame
from tui.view.engine import engine_state, state_words

CASE = Path(__file__).parents[2] / "fixtures" / "engines" / "prefix-caching.toml"


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    """The command, called in this process."""
    return Driftwood(capsys)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("step", [2, 13])
def test_a_frame(snapshot: Snapshot, size: tuple[int, int], step: int) -> None:
    text = frame(CASE, step, None, size)
    snapshot.assert_match(text, f"step-{step}-{size[0]}.txt")


def test_used_cached_and_free_are_three_words(driftwood: Driftwood) -> None:
    shown = driftwood("show", CASE, "--step", 2).out
    assert "Blocks: 5 used, 1 cached, 2 free of 8 × 4 tokens" in shown
    assert "cached  3, computed by A\n  free    4 8\n" in shown
    assert "shared  1–2, 2 owners: B C" in shown
    assert "threshold: 12 tokens of a prompt in a step at most" in shown
    assert "watermark: 1 block left free by an admission" in shown


def test_the_document(driftwood: Driftwood) -> None:
    told = json.loads(driftwood("show", CASE, "--step", 2, "--json").out)
    assert told["blocks"] == {"used": 5, "cached": 1, "free": 2, "total": 8}
    assert told["cached_blocks"] == [{"block": 3, "computed_by": "A"}]
    assert told["engine"] == {"threshold": 12, "watermark": 1}
    assert told["shared_blocks"] == {"1": ["B", "C"], "2": ["B", "C"]}


def test_cached_blocks_are_listed_as_they_will_be_taken() -> None:
    run = load_scenario(CASE).run().finish()
    moment = run.at(11)
    assert moment.cached == (6, 5, 4, 7, 3, 2, 1)
    assert moment.free == (8, *moment.cached)
    assert [moment.content(block) for block in moment.cached[:2]] == ["B", "B"]
    taken = [
        block for each in run.at(13).events if isinstance(each, Evicted) for block in each.blocks
    ]
    assert taken == list(moment.cached[:3])


def test_what_a_hit_says() -> None:
    run = load_scenario(CASE).run().finish()
    hits = {
        (step, event.rid): reason(event)
        for step in (1, 10, 19)
        for event in run.at(step).events
        if event.kind == "hit"
    }
    assert hits == {
        (1, "B"): "8 of its 14 tokens are there: shares 2 blocks, 6 left to compute",
        (1, "C"): "8 of its 11 tokens are there: shares 2 blocks, 3 left to compute",
        (10, "E"): (
            "12 of its 14 tokens are there: hits 3 blocks, kept by the cache, 2 left to compute"
        ),
        (19, "F"): (
            "4 of its 14 tokens are there: hits 1 block, kept by the cache, 10 left to compute"
        ),
    }


def test_a_hit_of_which_a_part_is_held() -> None:
    asked = [
        Request("A", 0, 8, 1, prefix="p", prefix_len=8),
        Request("B", 0, 5, 9, prefix="p", prefix_len=4),
        Request("C", 3, 9, 1, prefix="p", prefix_len=8),
    ]
    run = Run(asked, Vllm(8, block_size=4)).finish()
    (hit,) = [event for event in run.at(3).events if event.kind == "hit"]
    assert reason(hit) == (
        "8 of its 9 tokens are there: hits 2 blocks, 1 of them kept by the cache, 1 left to compute"
    )


@pytest.mark.parametrize(
    ("step", "keys", "said"),
    [
        (13, ["h", "l", "l"], "cached: A computed it; taken as number 2"),
        (10, ["h"], "E holds 4/4 tokens in it, A computed it"),
        (10, ["h"], "keeps tokens 1–4 of A "),
        (0, ["h"], "A holds 4/4 tokens in it  "),
    ],
)
def test_a_block_says_whose_content_it_keeps(step: int, keys: list[str], said: str) -> None:
    run = load_scenario(CASE).run().finish()
    shown = drive(lambda: StepApp(run, step=step), lines_of, keys=keys, size=(120, 40))
    assert any(said in line for line in shown), shown


def test_a_block_says_which_hash_id_of_its_trace_it_keeps() -> None:
    asked = [Request("A", 0, 11, 3, hash_ids=(70, 80), hash_block_size=6)]
    run = Run(asked, Vllm(8, block_size=4)).finish()
    moment = run.at(run.last_step)
    assert [moment.origin(block) for block in range(1, 5)] == [
        Origin("A", 1, 4, (70,)),
        Origin("A", 5, 8, (70, 80)),
        Origin("A", 9, 12, ()),  # the last of them is its first output
        None,
    ]
    shown = drive(lambda: StepApp(run, step=run.last_step), lines_of, keys=["h"], size=(120, 40))
    assert any("keeps tokens 1–4 of A, hash id 70 " in line for line in shown), shown


def test_an_at_sign_can_be_typed() -> None:
    """The key of @ is called "at"."""
    run = load_scenario(CASE).run().finish()
    typed = ["slash", "v", "@", "0"]
    shown = drive(lambda: StepApp(run, step=2), lines_of, keys=typed, size=(120, 40))
    assert any("v@0" in line for line in shown), shown


def test_no_key_is_taken_for_a_method() -> None:
    """What a screen calls `_key_at` the library would call when @ is pressed."""
    names = drive(lambda: StepApp(load_scenario(CASE).run()), lambda app: [*vars(app.screen)])
    assert [name for name in names if name.startswith(("key_", "_key_"))] == []


def test_the_threshold_in_force() -> None:
    """Alone one is spared by 0.33, not by 0.24."""
    asked = [Request("A", 0, 20, 2), Request("B", 2, 20, 2)]
    for name, first in (("vllm@0.33", 0), ("vllm@0.24", 5)):
        engine = Vllm(30, long_prefill_token_threshold=5, version=VERSIONS[name])
        run = Run(asked, engine).finish()
        assert engine_state(engine, run.at(0)) == {"threshold": first}
        assert engine_state(engine, run.at(2)) == {"threshold": 5 if first else 0}
        said = "not in force" if first == 0 else "5 tokens of a prompt in a step at most"
        assert list(state_words(engine, run.at(0))) == [f"threshold: {said}"]
        assert list(state_words(object(), run.at(0))) == []
