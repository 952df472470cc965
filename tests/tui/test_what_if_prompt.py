"""The prompt of what if: mistakes are told under it, and code is loaded on enter alone."""

from pathlib import Path

import pytest

from core.schedulers.own_knobs import knobs_of
from core.workload import check, load_scenario
from tests.house.readme import README, fenced
from tests.tui.runs import preemption
from tests.tui.trials import KEPT, case, nowhere, opened, tried
from tests.workload.files import VARIED, scenario
from tui.asking_what_if import WhatIf
from tui.keeping import keep_variant
from tui.prompt import Prompt
from tui.session import Session
from tui.variant_file import NotKeptError, variant_file
from tui.view.footer import footer
from tui.view.scene import Film


@pytest.mark.parametrize(
    ("text", "said", "at"),
    [
        ("victim=largest_cach", "there is no victim policy 'largest_cach'; did you mean large", 0),
        ("num_blocks=5,max_running=0", "max_running must be at least 1, not 0", 13),
        ("num_bloks=5", "driftwood has no knob 'num_bloks'; did you mean num_blocks?", 0),
        ("num_block", "a knob is set with its value: num_blocks=…", None),
        ("vlm", "there is no scheduler 'vlm'; known: driftwood", None),
        ("max_running=0,num_blocks=0", "max_running must be at least 1, not 0 (and 1 more)", 0),
        ("cots.base_ms=3", "there is nothing to set in cots; did you mean cost?", 0),
    ],
)
def test_a_mistake_is_told_under_the_prompt(text: str, said: str, at: int | None) -> None:
    own = opened()
    prompt = Prompt(own, WhatIf(own, nowhere))
    prompt.write(text)
    assert own.asked is not None
    assert own.asked.answer.startswith(said)
    assert (own.asked.good, own.asked.mistake) == (False, at)
    assert not prompt.submit()
    prompt.cancel()
    assert own.scene.asked is None
    assert own.other is None


def test_what_the_scheduler_would_be_is_said_while_one_types() -> None:
    own = opened()
    prompt = Prompt(own, WhatIf(own, nowhere))
    assert own.asked is not None
    assert own.asked.answer.startswith("victim=largest_cache,num_blocks=64   ")
    prompt.write("num_blocks=6")
    said = "".join(span.text for span in footer(own.scene, 100)[1])
    assert said.strip() == "driftwood · max_running 3 · block_size 4 · num_blocks 6"


def test_nothing_typed_changes_nothing() -> None:
    own = opened()
    prompt = Prompt(own, WhatIf(own, nowhere))
    assert prompt.submit()
    assert own.other is None


def test_code_is_loaded_on_enter_alone(tmp_path: Path) -> None:
    mine, ran = tmp_path / "my.py", tmp_path / "ran"
    mine.write_text(f"open({str(ran)!r}, 'w').close()\ndef key(candidate):\n    return 0\n")
    own, shown = opened(), list[Session]()
    prompt = Prompt(own, WhatIf(own, shown.append))
    prompt.write(f"victim={mine}:key")
    assert own.asked is not None
    assert (own.asked.answer, ran.exists()) == ("enter loads that file and runs it", False)
    assert prompt.submit()
    assert ran.exists()
    shown[0].desk.finish(shown[0].beside)
    with pytest.raises(NotKeptError, match="a file holds no code"):
        variant_file(shown[0])


def test_a_run_of_no_scenario_cannot_be_changed() -> None:
    own = Session(Film(preemption().finish()), 3)
    prompt = Prompt(own, WhatIf(own, nowhere))
    assert own.asked is not None
    assert own.asked.answer == "this run comes from no scenario that could be changed"
    prompt.write("num_blocks=5")
    assert not prompt.submit()


def test_what_was_changed_is_kept_as_a_variant(tmp_path: Path) -> None:
    new = tried(tried(opened(), "victim=largest_cache"), "cost.base_ms=30")
    path = keep_variant(new, tmp_path)
    assert path.name == f"{KEPT}-variant.toml"
    kept = load_scenario(path)
    assert list(kept.variants) == ["victim=largest_cache,cost.base_ms=30"]
    for one in (kept, *kept.variants.values()):
        assert one.expectations
        assert check(one, one.run()) == ()
    (variant,) = kept.variants.values()
    assert new.film.scenario is not None
    assert (variant.scheduler, variant.cost) == (
        new.film.scenario.scheduler,
        new.film.scenario.cost,
    )


def test_what_is_unset_is_unset_in_the_file(tmp_path: Path) -> None:
    new = tried(opened(), "num_blocks=none,block_size=none")
    (variant,) = load_scenario(keep_variant(new, tmp_path)).variants.values()
    assert variant.scheduler == case({"num_blocks": "none", "block_size": "none"}).scheduler


def test_nothing_changed_is_nothing_to_keep() -> None:
    with pytest.raises(NotKeptError, match="nothing was changed: the run is as it was opened"):
        variant_file(opened())


def test_the_variants_of_the_file_are_there_by_name(tmp_path: Path) -> None:
    own = opened(1, None, scenario(tmp_path, VARIED))
    prompt = Prompt(own, WhatIf(own, nowhere))
    assert own.asked is not None
    told = "a variant of the file: five blocks, unlimited, other requests   or a change: victim="
    assert own.asked.answer.startswith(told)
    prompt.write("five block")
    assert own.asked.answer == "there is no variant five block; did you mean five blocks?"
    prompt.cancel()
    five = tried(own, "five blocks")
    assert (five.name, five.film.title) == ("five blocks", "five blocks · B makes room for A")
    assert tried(five, "max_running=2").name == "five blocks,max_running=2"
    assert tried(five, "unlimited").name == "unlimited"
    other = tried(five, "other requests")
    with pytest.raises(NotKeptError, match="its requests are others"):
        variant_file(other)


def test_a_scheduler_of_ones_own_stays_that_of_what_is_changed_in_it(tmp_path: Path) -> None:
    blocks = fenced(README.read_text(encoding="utf-8"), "python")
    (example,) = [block for block in blocks if "OneAfterAnother" in block]
    (tmp_path / "my.py").write_text(example, encoding="utf-8")
    own = tried(opened(), f"{tmp_path / 'my.py'}:OneAfterAnother")
    prompt = Prompt(own, WhatIf(own, nowhere))
    prompt.write("num_blocks=3")
    assert own.asked is not None
    assert own.asked.answer == "enter loads that file and runs it"
    prompt.cancel()
    other = tried(own, "num_blocks=3")
    runs = [each.film.run for each in (own, other)]
    assert [knobs_of(run.scheduler)["num_blocks"] for run in runs] == [4, 3]
    assert [run.finish().series.running[1] for run in runs] == [1, 1]
    with pytest.raises(NotKeptError, match="a file holds no"):
        variant_file(other)
