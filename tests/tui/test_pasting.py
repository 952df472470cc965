"""When a paste is taken to have lost its end."""

import random

from tui.pasting import BEGIN, END, LOST_S, Pasting


def read(*pieces: str) -> Pasting:
    """What was read, a piece each second's tenth, the last of them at 0."""
    pasting = Pasting()
    for at, piece in enumerate(pieces, 1 - len(pieces)):
        pasting.read(piece, at / 10)
    return pasting


def test_a_paste_is_lost_after_a_silence() -> None:
    pasting = read(BEGIN, "abc")
    assert not pasting.is_lost(LOST_S)
    assert pasting.is_lost(LOST_S + 0.1)
    pasting.read("more", LOST_S)
    assert not pasting.is_lost(2 * LOST_S)
    assert pasting.is_lost(2 * LOST_S + 0.1)


def test_none_is_where_nothing_began_or_all_has_ended() -> None:
    assert not read("abc").is_lost(100)
    assert not read(BEGIN, "abc", END).is_lost(100)
    assert not read(BEGIN + "abc" + END + "q").is_lost(100)
    assert not read(END).is_lost(100)
    assert read(BEGIN + END + BEGIN).is_lost(100)


def test_it_does_not_matter_where_what_is_read_is_cut() -> None:
    chance = random.Random(1)
    for _ in range(300):
        words = [chance.choice([BEGIN, END, "a", "\x1b", "\x1b[", "200~"]) for _ in range(6)]
        text = "".join(words)
        cuts = sorted(chance.choices(range(len(text) + 1), k=chance.randrange(6)))
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert read(*pieces).is_lost(100) == (text.rfind(BEGIN) > text.rfind(END))
