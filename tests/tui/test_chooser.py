"""The list of scenarios opens a debugger, and escape comes back."""

from dataclasses import dataclass

import pytest
from textual import events
from textual.pilot import Pilot

from core import Run, make_scheduler
from tests.tui.driving import burst, drive, lines_of
from tests.tui.runs import gap, preemption
from tui.app import ChooserApp
from tui.screens.chooser import KEYS, Choice, ChooserScreen, Scenario
from tui.screens.debugger import DebuggerScreen


@dataclass(frozen=True)
class Made:
    """A scenario made here."""

    title: str
    made: Run
    notes: str = "its notes"

    def run(self) -> Run:
        return self.made


def broken() -> Scenario:
    raise ValueError("x.toml:3: num_blocks must be\n at least 1")


CHOICES = (
    Choice("brief", "Preemption", "B makes room", lambda: Made("Preemption", preemption())),
    Choice("brief", "A gap", "nobody comes", lambda: Made("A gap", gap())),
    Choice("cases", "Broken", "does not load", broken),
)


def app() -> ChooserApp:
    return ChooserApp(CHOICES)


def test_all_are_listed_with_their_notes() -> None:
    text = "\n".join(drive(app, lines_of, size=(80, 24)))
    for choice in CHOICES:
        assert choice.title in text
        assert choice.note in text


def test_the_name_that_commands_know_it_by_stands_beside_its_title() -> None:
    choices = (Choice("brief", "A gap", "nobody comes", broken, name="brief/gap"),)
    lines = drive(lambda: ChooserApp(choices), lines_of, size=(80, 24))
    assert any("A gap" in line and "brief/gap" in line for line in lines)


def test_one_is_opened_and_left_again() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await burst(pilot, ["down", "enter"])
        assert shown(pilot) is DebuggerScreen
        assert "A gap" in lines_of(app_of(pilot))[0]
        await burst(pilot, ["n", "escape"])
        assert shown(pilot) is ChooserScreen

    assert drive(app, lines_of, act=act) == drive(app, lines_of, keys=["down"])


def shown(pilot: Pilot[None]) -> type:
    """The kind of the screen that is on top."""
    return type(pilot.app.screen)


def app_of(pilot: Pilot[None]) -> ChooserApp:
    assert isinstance(pilot.app, ChooserApp)
    return pilot.app


def test_what_cannot_be_opened_says_why() -> None:
    last = drive(app, lambda a: lines_of(a)[-1], keys=["end", "enter"])
    assert last.strip() == "x.toml:3: num_blocks must be  at least 1"


def test_a_scenario_without_requests_is_refused() -> None:
    empty = Run([], make_scheduler("driftwood", max_running=1))
    choices = (Choice("brief", "Empty", "nobody comes", lambda: Made("Empty", empty)),)
    last = drive(lambda: ChooserApp(choices), lambda a: lines_of(a)[-1], keys=["enter"])
    assert last.strip() == "there is nothing to step through: no requests"


def test_the_scenarios_are_counted_and_not_their_headings() -> None:
    choices = [Choice(f"group {n}", f"run {n}", "", broken) for n in range(8)]

    def noted(keys: list[str]) -> str:
        text = drive(lambda: ChooserApp(choices), lines_of, keys=keys, size=(80, 20))
        (line,) = (line for line in text if "Scenarios" in line)
        return line

    assert "1–2 of 8" in noted([])
    assert "7–8 of 8" in noted(["end"])
    assert " of " not in drive(app, lines_of, size=(80, 24))[3]


def test_nothing_to_open() -> None:
    text = drive(lambda: ChooserApp(()), lines_of, keys=["down", "enter"], size=(80, 24))
    assert "Nothing to open" in "\n".join(text)


def test_any_size() -> None:
    for size in [(1, 1), (3, 2), (20, 6), (200, 60), (60, 9)]:
        lines = drive(app, lines_of, size=size)
        assert [len(line) for line in lines] == [size[0]] * size[1]


VARIED = (
    *CHOICES[:1],
    Choice(
        "lessons",
        "A lesson",
        "has variants",
        broken,
        {
            "small": lambda: Made("A small gap", gap()),
            "large": lambda: Made("A large gap", gap()),
        },
    ),
)


def varied() -> ChooserApp:
    return ChooserApp(VARIED)


def test_a_variant_is_picked_and_opened() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await burst(pilot, ["v", "down", "v", "v", "v"])
        assert "▸ large" in "\n".join(lines_of(app_of(pilot)))
        await burst(pilot, ["enter"])
        assert "A large gap" in lines_of(app_of(pilot))[0]
        await burst(pilot, ["escape", "V", "enter"])
        assert "A small gap" in lines_of(app_of(pilot))[0]

    drive(varied, lines_of, act=act)


def test_the_variants_are_told_with_their_key() -> None:
    text = drive(varied, lines_of, keys=["down"])
    assert any("v  ▸ small   large" in line for line in text)
    assert "v variant" in text[-1]
    assert "v variant" not in drive(varied, lines_of)[-1]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("preempt", ["Preemption"]),
        ("ROOM b", ["Preemption"]),
        ("lessons", ["A lesson"]),
        ("large", ["A lesson"]),
        ("e", ["Preemption", "A lesson"]),
        ("", ["Preemption", "A lesson"]),
        ("room lesson", []),
        ("[/red]\\", []),
    ],
)
def test_words_narrow_the_list_to_those_that_have_all_of_them(words: str, found: list[str]) -> None:
    text = drive(varied, lines_of, keys=["slash", *words], size=(80, 24))
    shown = [line[4:].split("  ")[0] for line in text[4:13]]
    assert [title for title in shown if title in {"Preemption", "A lesson"}] == found
    assert f"{len(found)} of 2" in text[3] if words else "Scenarios ─" in text[3]


def test_what_was_found_is_opened_and_the_words_stay() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await burst(pilot, ["slash", *"gap", "enter"])
        assert "A gap" in lines_of(app_of(pilot))[0]
        await burst(pilot, ["escape"])
        assert "Scenarios with gap ─" in lines_of(app_of(pilot))[3]
        await burst(pilot, ["escape"])
        assert "▸ A gap" in "\n".join(lines_of(app_of(pilot)))
        assert "with" not in lines_of(app_of(pilot))[3]
        await burst(pilot, ["slash", *"xq", "enter"])
        assert shown(pilot) is ChooserScreen
        assert "search xq█" not in lines_of(app_of(pilot))[-1]

    drive(app, lines_of, act=act)


def test_while_words_are_typed_keys_are_letters_and_arrows_move() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await burst(pilot, ["slash", *"qnv", "backspace", "backspace", "backspace", "down", "down"])
        assert "search █" in lines_of(app_of(pilot))[-1]
        pilot.app.post_message(events.Paste("a\ngap\x1b"))
        await burst(pilot, [])
        assert "search a gap █" in lines_of(app_of(pilot))[-1]
        await burst(pilot, ["ctrl+u", "escape"])
        assert "▸ A gap" in "\n".join(lines_of(app_of(pilot)))

    drive(app, lines_of, act=act)


def test_a_click_picks_among_what_was_found() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await burst(pilot, ["slash", *"gap"])
        await pilot.click(offset=(10, 5))
        await burst(pilot, [])
        assert "A gap" in lines_of(app_of(pilot))[0]

    drive(app, lines_of, act=act)


def test_a_key_that_does_nothing_says_so_and_the_next_one_takes_it_away() -> None:
    def last(keys: list[str]) -> str:
        return drive(app, lambda a: lines_of(a)[-1], keys=keys, size=(120, 30)).strip()

    assert last(["x"]) == "x does nothing here; ? tells the keys"
    assert last(["x", "down"]).startswith("↑ ↓ choose")
    assert last(["question_mark"]) == KEYS
    assert last(["question_mark", "escape"]).startswith("↑ ↓ choose")
