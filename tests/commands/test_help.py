"""`driftwood help`: what words mean, and how commands are called."""

import json

from core.policies import QUEUES, VICTIMS
from tests.commands.calling import Driftwood
from tui.commands.builtin import builtin_scenarios

TABLE = """\
Paging, as in an operating system
  page table            of a process: which page lies in which frame. Here: the block table
"""


def test_a_word(driftwood: Driftwood) -> None:
    assert driftwood("help", "terms", "page", "table") == (
        0,
        TABLE,
        "",
    )


def test_all_words(driftwood: Driftwood) -> None:
    called = driftwood("help", "terms")
    assert called.out.startswith("Words\n  request  ")
    assert "\n\nPaging, as in an operating system\n  page frame " in called.out
    assert "\n  tokens_per_slot_step  tokens sent over held slot-steps\n" in called.out
    assert max(map(len, called.out.splitlines())) <= 100


def test_the_document(driftwood: Driftwood) -> None:
    document = json.loads(driftwood("help", "terms", "utilisation", "--json").out)
    assert document == {
        "format": 1,
        "terms": [
            {
                "name": "utilisation",
                "kind": "Figures",
                "text": "useful slot-steps over held ones",
            }
        ],
    }


def test_an_unknown_word_gets_the_nearest(driftwood: Driftwood) -> None:
    assert driftwood("help", "terms", "utilization") == (
        2,
        "",
        "there is no term utilization; did you mean utilisation?\n",
    )
    assert driftwood("help", "terms", "\x1b[31m").err.isprintable() is False
    assert "\x1b" not in driftwood("help", "terms", "\x1b[31m").err


def test_without_a_topic_it_is_that_of_the_whole(driftwood: Driftwood) -> None:
    called = driftwood("help")
    assert (called.code, called.err) == (0, "")
    assert called.out.startswith("Usage: driftwood ")
    assert "\nThe built-in scenarios: driftwood help scenarios.\n" in called.out
    assert "\nWhat a word means: driftwood help terms [WORD].\nExit codes: 0 " in called.out


def test_a_command_has_its_own(driftwood: Driftwood) -> None:
    assert driftwood("help", "check").out == driftwood("check", "--help").out


def test_another_topic_is_refused(driftwood: Driftwood) -> None:
    called = driftwood("help", "blocks")
    assert called.code == 2
    assert called.err == (
        "there is no help on blocks: it is there for terms, scenarios and commands; for the word: "
        "driftwood help terms blocks\n"
    )


def test_the_built_in_scenarios_are_listed_by_what_commands_call_them(driftwood: Driftwood) -> None:
    lines = driftwood("help", "scenarios").out.splitlines()
    names = [line.split()[0] for line in lines]
    assert names == list(builtin_scenarios())
    assert lines[1].endswith("  Preemption: B makes room for A")
    document = json.loads(driftwood("help", "scenarios", "--json").out)
    assert [each["name"] for each in document["scenarios"]] == names
    assert document["scenarios"][1]["title"] == "Preemption: B makes room for A"


def test_the_built_in_scenarios_with_a_word(driftwood: Driftwood) -> None:
    called = driftwood("help", "scenarios", "B", "makes", "ROOM", "--json")
    found = json.loads(called.out)["scenarios"]
    assert [one["name"] for one in found] == ["brief/2-preemption"]
    assert driftwood("help", "scenarios", "").code == 0
    none = driftwood("help", "scenarios", "zzz\x1b")
    assert (none.code, "\x1b" in none.err) == (2, False)


def test_help_names_the_policies_there_are(driftwood: Driftwood) -> None:
    words = " ".join(driftwood("run", "--help").out.split())
    assert all(f" {name}," in words for name in (*VICTIMS, *QUEUES))
