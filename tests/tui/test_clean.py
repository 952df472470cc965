"""Whatever a file holds is shown inert and measured in cells."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.tui.runs import HOSTILE
from tui.view.clean import BAD, LONGEST, cells, clean, clean_rid

ANYTHING = st.text(st.characters(codec=None), max_size=60)


def test_every_character_there_is_has_the_width_the_terminal_library_gives_it() -> None:
    wrong = []
    for code in range(sys.maxunicode + 1):
        shown = clean(chr(code))
        if cells(shown) != cell_len(shown):
            wrong.append(hex(code))
    assert wrong == []


def test_every_character_there_is_is_printable_afterwards() -> None:
    shown = {clean(chr(code)) for code in range(sys.maxunicode + 1)}
    assert [text for text in shown if not text.isprintable()] == []
    kinds = {unicodedata.category(letter) for text in shown for letter in text}
    assert kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me", "Mc"} == set()


@given(ANYTHING)
def test_a_text_is_as_wide_as_its_characters(text: str) -> None:
    shown = clean(text)
    assert cells(shown) == cell_len(shown) == sum(cell_len(letter) for letter in shown)


@given(ANYTHING)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text(text: str) -> None:
    shown = clean(text)
    assert shown.isprintable()
    assert len(shown) <= LONGEST
    assert "\x1b" not in shown


def test_what_can_be_shown_is_kept() -> None:
    assert clean("[bold]x[/] \\") == "[bold]x[/] \\"
    assert clean("漢字 é ü") == "漢字 é ü"
    assert clean("e\u0301") == "é"
    assert clean("a\tb\nc") == "a b c"
    assert clean("\x1b[2J") == f"{BAD}[2J"
    assert clean("x" * 10_000) == "x" * (LONGEST - 1) + "…"


def test_every_rid_can_be_seen() -> None:
    """Also one of a single character, whichever it is."""
    shown = {clean_rid(chr(code)) for code in range(sys.maxunicode + 1)}
    assert [text for text in shown if not text.strip() or not text.isprintable()] == []


@pytest.mark.parametrize(
    ("rid", "shown"),
    [
        ("", "''"),
        (" ", "' '"),
        ("\r", r"'\r'"),
        ("\u200b", r"'\u200b'"),
        ("\u2800\u3164", r"'\u2800\u3164'"),
        ("\x1b", r"'\x1b'"),
        (" a ", " a "),
        ("a\u200b", "a"),
        ("'", "'"),
    ],
)
def test_a_blank_rid_is_escaped(rid: str, shown: str) -> None:
    assert clean_rid(rid) == shown
