"""Keys of one's own: what a file may say, and what is said of its mistakes."""

from pathlib import Path

import pytest

from tests.tui.driving import drive, lines_of
from tests.tui.runs import preemption
from tui.app import DriftwoodApp, StepApp
from tui.keymap import KeyMapError, default_file, load_keys, remapped
from tui.keys import DEFAULT_KEYS, KEYS
from tui.view.help import help_lines
from tui.view.scene import Film


def test_every_key_does_one_thing() -> None:
    given = [key for each in KEYS for key in each.keys]
    assert len(given) == len(set(given))
    assert len({key.id for key in KEYS}) == len(KEYS)


def test_an_action_gets_its_keys_and_others_lose_them() -> None:
    table = remapped({"step.next": ["j", "f5"], "play.faster": []}, "keys.toml")
    assert table.of("step.next").keys == ("j", "f5")
    assert table.of("row.next").keys == ("down",)
    assert table.of("play.faster").keys == ()
    assert table.of("step.previous") == DEFAULT_KEYS.of("step.previous")


def test_ids_may_stand_without_quotes(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text('step.next = "J"\n[event]\nnext = "]"\n', encoding="utf-8")
    table = load_keys(file)
    assert (table.of("step.next").keys, table.of("event.next").keys) == (("J",), ("]",))


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"step.nxt": "j"}, "there is no action step.nxt; did you mean step.next?"),
        ({"step.next": 3}, 'step.next: keys are text, or a list of texts: "j", or ["j", "down"]'),
        ({"step.next": ["j", 3]}, "step.next: keys are text, or a list"),
        ({"step.next": "entr"}, "step.next: entr is no key; did you mean enter?"),
        ({"copy": "ctrl+c"}, "copy: ctrl+c quits, on every screen"),
        ({"step.next": "super+x"}, "step.next: super+x is no key"),
        ({"step.next": "7"}, "step.next: 7 is a count before another key"),
        ({"step.next": "j", "row.next": ["j"]}, "row.next: j is also step.next"),
        ({"quit": []}, "quit: it needs a key"),
        ({"step.next": ["?"]}, "help: it needs a key"),
        ({"step.next": "\x1b[2J"}, "is no key"),
    ],
)
def test_a_mistake_is_named(document: dict[str, object], said: str) -> None:
    with pytest.raises(KeyMapError) as caught:
        remapped(document, "keys.toml")
    assert f"{caught.value}".startswith("keys.toml: ")
    assert said in f"{caught.value}"
    assert all(line.isprintable() for line in f"{caught.value}".splitlines())


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(KeyMapError) as caught:
        remapped({"nothing": "j", "step.next": 3}, "keys.toml")
    assert len(f"{caught.value}".splitlines()) == 2


def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text('step.next = "j"\nstep.next\n', encoding="utf-8")
    with pytest.raises(KeyMapError, match="line 2"):
        load_keys(file)


def test_where_the_file_is_looked_for(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert default_file({}, home) == home / ".config/driftwood/keys.toml"
    assert default_file({"XDG_CONFIG_HOME": "/etc/x"}, home) == Path("/etc/x/driftwood/keys.toml")


def test_the_screen_the_footer_and_the_help_follow() -> None:
    table = remapped({"step.next": "J", "step.previous": "K", "help": "i"}, "keys.toml")

    def make() -> StepApp:
        return StepApp(preemption(), keys=table)

    def read(running: DriftwoodApp) -> tuple[int, str]:
        assert isinstance(running, StepApp)
        return running.session.position.step, lines_of(running)[-1]

    step, last = drive(make, read, ["J", "J", "K", "n"])
    assert step == 1
    assert last.strip() == "n does nothing here; i shows the keys"
    assert drive(make, lines_of)[-1].startswith(" J/K step ")
    page = [
        "".join(span.text for span in line) for line in help_lines(Film(preemption()), 90, table)
    ]
    assert any(line.startswith("J           next step") for line in page)
    assert any(line.rstrip().endswith("step.next") for line in page)
    assert "J and K go a step" in " ".join(page)


def test_every_action_has_a_key_that_every_terminal_has() -> None:
    """No mouse, function keys, alt, ctrl+shift; ctrl+p and ctrl+q may belong to the terminal."""
    for key in KEYS:
        usable = [
            each
            for each in key.keys
            if not each.startswith(("f1", "alt", "ctrl+shift", "ctrl+p", "ctrl+q"))
        ]
        assert usable, key.id
        assert all(each.count("+") <= 1 for each in usable)


def test_the_help_answers_what_is_asked_of_a_preemption() -> None:
    """With the keys as they are, within the first page."""
    table = remapped({"what_if": "X"}, "keys.toml")
    page = [
        "".join(span.text for span in line) for line in help_lines(Film(preemption()), 100, table)
    ]
    first = " ".join(" ".join(page[:20]).split())
    for question in (
        "who took its blocks?",
        "why does it still wait?",
        "what would have happened?",
    ):
        assert question in first
    assert "N to the preemption" in first
    assert "w to the cause" in first
    assert "X and another knob" in first
    assert "{" not in first
