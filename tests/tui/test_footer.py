"""The answer under a prompt: told whole where there is room, with a mark under a mistake."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from core.schedulers.own_knobs import knobs_of
from core.schedulers.vllm import Vllm
from core.workload import load_scenario
from tests.tui.driving import burst, drive, lines_of
from tests.tui.runs import preemption, session
from tui.app import DriftwoodApp, StepApp
from tui.commands.builtin import FOLDER
from tui.view.footer import MOST_ANSWERED, footer, footer_height
from tui.view.lines import text_of, width_of
from tui.view.scene import Asked, Scene
from tui.view.screen import screen

SIZES = ((80, 24), (120, 40), (200, 60))


def vllm() -> StepApp:
    """The app on a scenario of vLLM's, whose knobs have long names."""
    scenario = load_scenario(FOLDER / "engines" / "priority.toml")
    return StepApp(scenario.run(), scenario=scenario)


async def ask(pilot: Pilot[None]) -> None:
    """What if, with a knob that there is not."""
    await burst(pilot, ["e", *"foo=1"])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_knobs_there_are_can_all_be_read(size: tuple[int, int]) -> None:
    shown = drive(vllm, lines_of, size=size, act=ask)
    told = " ".join(" ".join(shown[-MOST_ANSWERED:]).split())
    knobs = [name for name in knobs_of(Vllm(8)) if name not in {"version", "one_stamp"}]
    assert all(f"{name}," in told or told.endswith(name) for name in knobs), told
    assert "▴ vllm@0.33 has no knob 'foo'" in told


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_panes_make_room_and_take_it_back(size: tuple[int, int]) -> None:
    async def and_leave(pilot: Pilot[None]) -> None:
        await ask(pilot)
        await burst(pilot, ["escape"])

    shown, drawn = drive(
        vllm,
        lambda app: (lines_of(app), [text_of(line) for line in screen(scene_of(app), *size)]),
        size=size,
        act=ask,
    )
    assert [line.rstrip() for line in shown] == drawn
    assert drive(vllm, lines_of, size=size, act=and_leave) == drive(vllm, lines_of, size=size)


def scene_of(app: DriftwoodApp) -> Scene:
    assert isinstance(app, StepApp)
    return app.session.scene


@given(
    st.lists(st.text("abcdef漢", min_size=1, max_size=14), max_size=120).map(" ".join),
    st.integers(0, 60),
    st.booleans(),
    st.integers(1, 200),
)
def test_any_answer_keeps_to_its_lines(answer: str, at: int, wrong: bool, width: int) -> None:
    asked = Asked("what if", "x" * 60, answer, not wrong, mistake=at if wrong else None, roomy=True)
    own = session(preemption())
    own.asked = asked
    lines = footer(own.scene, width)
    assert len(lines) == footer_height(asked, width) <= 1 + MOST_ANSWERED
    assert all(width_of(line) == width for line in lines)


def test_what_fits_has_one_line() -> None:
    asked = Asked("what if", "num_bloks=5", "no such knob", good=False, mistake=0, roomy=True)
    assert footer_height(asked, 100) == 2


def test_a_mark_far_to_the_right_has_its_words_under_it() -> None:
    own = session(preemption())
    own.asked = Asked("what if", "x" * 80, "words " * 12, good=False, mistake=70, roomy=True)
    first, second = (text_of(line) for line in footer(own.scene, 90)[1:3])
    assert first.strip() == "▴"
    assert second.strip().startswith("words words")
