"""The language of breakpoints: what it states, and where a mistake is."""

import pytest

from tui.conditions import Count, Happens, Mistake, parse, quoted

RIDS = ("A", "B", "r1", "two words")


@pytest.mark.parametrize(
    ("text", "counts", "happens"),
    [
        ("free<8", [Count("free", "<", 8)], []),
        ("free < 8", [Count("free", "<", 8)], []),
        ("waiting>=1,000", [Count("waiting", ">=", 1000)], []),
        ("running=3", [Count("running", "=", 3)], []),
        ("preempted:B", [], [Happens("preempted", "B")]),
        ("event:rejected", [], [Happens("rejected")]),
        ("rid:r1", [], [Happens(None, "r1")]),
        ('rid:"two words"', [], [Happens(None, "two words")]),
        ("block:17", [], [Happens(block=17)]),
        (
            " free<8 and preempted:B  and waiting!=0 ",
            [Count("free", "<", 8), Count("waiting", "!=", 0)],
            [Happens("preempted", "B")],
        ),
    ],
)
def test_what_is_stated(text: str, counts: list[Count], happens: list[Happens]) -> None:
    condition = parse(text, RIDS, 64)
    assert (list(condition.counts), list(condition.happens)) == (counts, happens)
    assert condition.text == text.strip()


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("", 0, "a condition: free<8"),
        ("fre<8", 0, "did you mean free?"),
        ("free", 4, "compare it with a number: free<8"),
        ("free<", 5, "a whole number"),
        ("free<x", 5, "a whole number"),
        ("free<-1", 5, "a whole number"),
        ("preempted", 9, "preempted:RID, or event:preempted"),
        ("preempted:", 10, "whose? a rid"),
        ("preempted:b", 10, "no request is called b"),
        ("event:reject", 6, "did you mean rejected?"),
        ("event:", 6, "one of arrived"),
        ("preemted:B", 0, "did you mean preempted?"),
        ("block:65", 6, "blocks are 1 to 64"),
        ("block:x", 6, "a whole number"),
        ("free<8 preempted:B", 7, "parts are joined by and"),
        ("free<8 and", 10, "a count (free<8) or an event"),
        ("free<8 and wating>1", 11, "did you mean waiting?"),
        ("__import__('os')", 0, "a count (free<8)"),
    ],
)
def test_a_mistake_is_pointed_at(text: str, at: int, said: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse(text, RIDS, 64)
    assert said in f"{caught.value}"
    assert caught.value.at == at


def test_without_blocks_none_are_counted() -> None:
    for text in ("free<8", "used>1", "block:1"):
        with pytest.raises(Mistake, match=r"no blocks|without a limit"):
            parse(text, RIDS, 0)


def test_a_rid_is_quoted_where_it_must_be() -> None:
    for rid in RIDS:
        assert parse(f"rid:{quoted(rid)}", RIDS, 1).happens == (Happens(None, rid),)
