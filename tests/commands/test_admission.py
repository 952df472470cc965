"""`--admission`: one gate by name, or several; in files a name or a list; written by cut."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

CASE = "policies/all-must-agree"
PLAIN = "policies/whole-life"
GATES = ("--admission", "whole_life,watermark", "--set", "watermark_blocks=1")


KNOBS = "admission whole_life, watermark · watermark_blocks 1"


@pytest.mark.parametrize(
    "words",
    [
        ("run", PLAIN),
        ("show", PLAIN, "--step", 3),
        ("explain", PLAIN, "r2"),
        ("frame", PLAIN, "--step", 3, "--size", "160x50"),
    ],
)
def test_every_command_takes_it(driftwood: Driftwood, words: tuple[str, ...]) -> None:
    called = driftwood(*words, *GATES)
    assert called.code == 0
    told = "whole_life, watermark · watermark 1" if words[0] == "frame" else KNOBS
    assert told in called.out


def test_by_option_by_knob_and_from_a_file_it_is_the_same(driftwood: Driftwood) -> None:
    unset = ("--set", "watermark_blocks=none")
    by_option = driftwood("run", CASE, *unset, "--admission", "whole_life,static").out
    by_knob = driftwood("run", CASE, *unset, "--set", "admission=whole_life,static").out
    assert by_option == by_knob
    assert "admission whole_life, static" in by_option
    assert by_option != driftwood("run", CASE).out


def test_two_words_about_it_contradict_each_other(driftwood: Driftwood) -> None:
    called = driftwood("run", PLAIN, "--admission", "static", "--set", "admission=whole_life")
    said = "--admission static and --set admission=whole_life contradict each other: keep one\n"
    assert called == (2, "", said)


def test_cut_writes_a_list(driftwood: Driftwood) -> None:
    cut = driftwood("cut", CASE, "--window", "0..9", "-o", "-")
    assert 'admission = ["whole_life", "watermark", "static"]\nwatermark_blocks = 2\n' in cut.out
    one = driftwood("cut", PLAIN, "--window", "0..9", "-o", "-", "--admission", "static")
    assert 'admission = "static"\n' in one.out


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('["static", 3]', "admission must be a name or a list of names; known: known_text, "),
        ("{ static = true }", "admission must be a name or a list of names; known: known_text, "),
        ('["statik"]', "there is no admission gate 'statik'; did you mean static?"),
        ('"first_chunk"', "admission first_chunk needs block_size: it counts blocks of paged"),
    ],
)
def test_a_wrong_one_in_a_file_is_told_with_its_line(
    driftwood: Driftwood, tmp_path: Path, written: str, said: str
) -> None:
    case = tmp_path / "case.toml"
    head = 'requests = [["A", 0, 1, 1]]\n[scheduler]\nname = "driftwood"\nmax_running = 1\n'
    case.write_text(f"{head}token_budget = 4\nadmission = {written}\n", encoding="utf-8")
    called = driftwood("run", str(case))
    assert called.code == 2
    assert called.err.startswith(f"{case}:6: {said}")


def test_slots_that_a_batch_keeps_are_shown(driftwood: Driftwood) -> None:
    kept = "2 slots kept until the batch is done: c, a"
    for words in (("show", "--step", 5), ("frame", "--step", 5)):
        assert kept in driftwood(words[0], "policies/static", *words[1:]).out
    assert "slots 3/3" in driftwood("frame", "policies/static", "--step", 5).out
    assert (
        '"holding": ["c", "a"]' in driftwood("show", "policies/static", "--step", 5, "--json").out
    )


def test_the_rules_on_the_screen_name_the_gates(driftwood: Driftwood) -> None:
    shown = driftwood("frame", CASE, "--step", 2, "--event", 2, "--size", "200x60").out
    told = " ".join(shown.replace("│", " ").split())
    assert "Here the admission is whole_life, watermark, static." in told
