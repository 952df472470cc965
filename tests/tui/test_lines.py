"""Lines are cut, filled and joined by cells."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tui.view.clean import cells, clean
from tui.view.lines import (
    Line,
    Span,
    both_ends,
    cut,
    fit,
    left,
    merged,
    right,
    width_of,
    wrapped,
)
from tui.view.plain import ascii_line, ascii_text

TEXT = st.text("ab 漢字é·…█", max_size=30).map(clean)
WIDTH = st.integers(0, 40)
SPANS = st.lists(st.builds(Span, TEXT, st.sampled_from(["", "label", "bad"])), max_size=6).map(
    tuple
)


@given(TEXT, WIDTH)
def test_cut_and_places(text: str, width: int) -> None:
    assert cells(cut(text, width)) <= width
    assert cells(left(text, width)) == cells(right(text, width)) == width
    assert cut(text, cells(text)) == text


@given(SPANS, WIDTH)
def test_fit_is_exact_and_keeps_what_fits(spans: Line, width: int) -> None:
    assert width_of(fit(spans, width)) == width
    whole = "".join(span.text for span in spans)
    if width_of(spans) <= width:
        assert "".join(span.text for span in fit(spans, width)).startswith(whole)


@given(SPANS, SPANS, st.integers(1, 60))
def test_both_ends_fill_the_width(start: Line, end: Line, width: int) -> None:
    assert width_of(both_ends(start, end, width)) == width


@given(SPANS)
def test_merged_says_the_same(spans: Line) -> None:
    once = list(merged(spans))
    assert "".join(span.text for span in once) == "".join(span.text for span in spans)
    assert all(one.style != two.style for one, two in pairwise(once))


@given(TEXT, st.integers(1, 40))
def test_wrapped_lines_fit_and_lose_only_long_words(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(cells(line) <= width for line in lines)
    if all(cells(word) <= width for word in text.split(" ")):
        assert " ".join(lines) == text


@given(SPANS)
def test_ascii_keeps_the_columns(spans: Line) -> None:
    plain = ascii_line(spans)
    assert width_of(plain) == width_of(spans)
    assert all(span.text.isascii() for span in plain)


def test_our_own_glyphs_have_a_stand_in() -> None:
    assert "?" not in ascii_text("╭╮╰╯─│┆▁▂▃▄▅▆▇█▸▴✗░▀·…×–’↑↓→←")
