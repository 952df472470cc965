"""Words that are wrong: a plain line or two on stderr, exit 2, and the nearest right thing."""

import pytest

from tests.commands.calling import Driftwood
from tui.commands.command_line import COMMANDS

KNOWN = ", ".join(COMMANDS)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["rnu"], "there is no command rnu; did you mean run?"),
        (
            ["xyzzy"],
            f"there is no command xyzzy; known: {KNOWN}",
        ),
        (["sweeep"], "there is no command sweeep; did you mean sweep?"),
        (
            ["brief/2-preemption"],
            "brief/2-preemption is no command; to open it: driftwood step brief/2-preemption",
        ),
        (["run"], "driftwood run: missing argument 'FILE'"),
        (
            ["run", "a", "--fromat", "x"],
            "driftwood run: there is no option --fromat; did you mean --format?",
        ),
        (
            ["run", "a", "--queu", "x"],
            "driftwood run: there is no option --queu; did you mean --queue?",
        ),
        (
            ["run", "a", "--varaint", "x"],
            "driftwood run: there is no option --varaint; did you mean --variant?",
        ),
        (["run", "a", "--limit"], "driftwood run: option '--limit' requires an argument"),
        (
            ["run", "a", "--limit", "many"],
            "driftwood run: invalid value for '--limit': 'many' is no whole number",
        ),
        (
            ["show", "a", "--step", "1.5"],
            "driftwood show: invalid value for '--step': '1.5' is no whole number",
        ),
        (["show", "a"], "driftwood show: missing option '--step'"),
        (["run", "a", "b"], "driftwood run: there is no place for b"),
        (["--nope"], "driftwood: there is no option --nope; known: --version, --ascii"),
        (
            ["\x1b[31m"],
            f"there is no command \ufffd[31m; known: {KNOWN}",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(driftwood: Driftwood, words: list[str], line: str) -> None:
    called = driftwood(*words)
    assert (called.code, called.out) == (2, "")
    first, *rest = called.err.splitlines()
    assert first == line
    assert rest in (
        [],
        [f"help: {' '.join(['driftwood', *words[:1]])} --help"],
        ["help: driftwood --help"],
    )


@pytest.mark.parametrize("word", ["\x1b[31m", "--\x1b[31m", "--limit=\x1b[31m", "\u202e", "\udc80"])
def test_what_was_typed_is_inert(driftwood: Driftwood, word: str) -> None:
    called = driftwood("run", "a", word)
    assert called.code == 2
    assert called.err.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "command",
    [[], ["run"], ["show"], ["step"], ["frame"], ["check"], ["explain"], ["cut"], ["sweep"]],
)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_plain(driftwood: Driftwood, command: list[str], option: str) -> None:
    called = driftwood(*command, option)
    assert (called.code, called.err) == (0, "")
    assert called.out.startswith(f"Usage: {' '.join(['driftwood', *command])} ")
    assert called.out.isprintable() or called.out.replace("\n", "").isprintable()


def test_every_command_is_told_in_one_line_of_help(driftwood: Driftwood) -> None:
    assert "..." not in driftwood("--help").out.partition("Commands:")[2]


def test_the_version(driftwood: Driftwood) -> None:
    called = driftwood("--version")
    assert (called.code, called.err) == (0, "")
    assert called.out.startswith("driftwood ")


@pytest.mark.parametrize("words", [(), ("step", "brief/2-preemption")])
def test_the_app_needs_a_terminal(driftwood: Driftwood, words: tuple[str, ...]) -> None:
    called = driftwood(*words)
    assert (called.code, called.out) == (2, "")
    assert called.err == (
        "the app needs a terminal; without one there are: driftwood run FILE, "
        "driftwood show FILE --step N, driftwood frame FILE --step N\n"
    )
