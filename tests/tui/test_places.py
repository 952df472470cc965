"""What `g` understands, and what it says to the rest."""

import pytest

from tests.tui.runs import gap, hostile, preemption, timed
from tui.places import NotYet, Nowhere, find
from tui.view.scene import Film

FILM = Film(preemption().finish())
TIMED = Film(timed().finish())


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("0", 0),
        ("5", 5),
        (" 3 ", 3),
        ("+2", 4),
        ("-1", 1),
        ("-99", 0),
        ("+99", 5),
        ("0%", 0),
        ("50%", 2),
        ("100%", 5),
        ("A", 0),
        ("C", 1),
        ("@C", 1),
    ],
)
def test_places(words: str, step: int) -> None:
    assert find(words, FILM, here=2).step == step


def test_a_request_is_looked_at_too() -> None:
    assert find("C", FILM, 0).rid == "C"
    assert find("3", FILM, 0).rid is None


@pytest.mark.parametrize(("words", "step"), [("0s", 0), ("0.1s", 5), ("100ms", 5), ("99s", 44)])
def test_times(words: str, step: int) -> None:
    last = TIMED.run.last_step
    assert find(words, TIMED, 0).step == min(step, last)


def test_a_timed_request_is_found_where_it_arrives() -> None:
    for request in TIMED.run.requests:
        step = find(request.rid, TIMED, 0).step if request.rid != "t1" else 2
        arrived = [e.rid for e in TIMED.run.at(step).events if e.kind == "arrived"]
        assert request.rid in arrived


def test_the_beginning_of_a_rid_is_enough_where_it_is_the_only_one() -> None:
    film = Film(gap().finish())
    assert find("ear", film, 0).rid == "early"
    assert find("late", film, 0).step == 1_000_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "a step, +50"),
        ("6", "there is no step 6: the run ends at step 5"),
        ("101%", "not between 0% and 100%"),
        ("nan%", "no step and no request is called nan%"),
        ("1.2s", "this run has no clock"),
        ("Z", "no step and no request is called Z"),
        ("9" * 30, "no step and no request"),
        ("١٢", "no step and no request"),
        ("[/bold]\x1b[2J", "no step and no request is called [/bold]\ufffd[2J"),
    ],
)
def test_what_is_no_place_is_told_in_a_sentence(words: str, said: str) -> None:
    with pytest.raises(Nowhere) as raised:
        find(words, FILM, 0)
    assert said in f"{raised.value}"
    assert f"{raised.value}".isprintable()


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(Nowhere, match="did you mean early"):
        find("eraly", Film(gap().finish()), 0)


def test_what_is_not_computed_yet_is_told_apart() -> None:
    film = Film(gap().advance(1))
    with pytest.raises(NotYet) as raised:
        find("1000000", film, 0)
    assert raised.value.step == 1_000_000
    with pytest.raises(NotYet):
        find("+5", film, 0)
    with pytest.raises(NotYet):
        find("5%", Film(gap()), 0)


def test_hostile_rids_are_found_by_their_own_name() -> None:
    film = Film(hostile().finish())
    for request in film.run.requests:
        if request.rid:
            assert find(f"@{request.rid}", film, 0).rid == request.rid
