"""The line of every key and list element."""

import tomllib

import pytest

from core.workload.toml_lines import Key, key_lines

TEXT = '''\
title = "a # b [c] = d" # a comment with = and [ and "
notes = """
inside = "not a key"
[nor.a.header]
"" " \\""""
requests = [["A", 0, # one
  6, 4],
  ["]", 0, 1, 1]]

[scheduler]
name = 'it"s'
a . "b.c" . 'd' = 1979-05-27 07:32:00
inline = { p = 1, q.r = [1, { z = 2 }], "s\\u0041" = \'\'\'
over lines\'\'\' }
  [[request]]
rid = 1
[request.inner]
deep = 1.5e3
[[request]]
rid = 2
[[request.many]]
one = 1
[[request.many]]
one = 2
[expect.request."A B".'c']
last = """a"""""
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("title",), 1),
        (("notes",), 2),
        (("requests",), 6),
        (("requests", 0), 6),
        (("requests", 0, 1), 6),
        (("requests", 0, 2), 7),
        (("requests", 1), 8),
        (("scheduler",), 10),
        (("scheduler", "name"), 11),
        (("scheduler", "a", "b.c", "d"), 12),
        (("scheduler", "inline", "q", "r", 1, "z"), 13),
        (("scheduler", "inline", "sA"), 13),
        (("request", 0), 15),
        (("request", 0, "rid"), 16),
        (("request", 0, "inner", "deep"), 18),
        (("request", 1), 19),
        (("request", 1, "many", 0, "one"), 22),
        (("request", 1, "many", 1, "one"), 24),
        (("expect", "request", "A B", "c"), 25),
        (("expect", "request", "A B", "c", "last"), 26),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_place_has_its_line(key: Key, line: int, ending: str) -> None:
    text = TEXT.replace("\n", ending)
    tomllib.loads(text)
    assert key_lines(text, [key])[key] == line


def test_what_is_not_there_is_not_found_and_what_is_around_it_is() -> None:
    asked: list[Key] = [("scheduler", "nothing"), ("request", 7, "rid"), ("zzz",)]
    assert key_lines(TEXT, asked) == {("scheduler",): 10, ("request",): 15}


@pytest.mark.parametrize("text", ["a = [", "a = {", "[", "= = =", "a = ]", "[[a", 'a = "'])
def test_what_is_no_toml_ends_without_places_or_loops(text: str) -> None:
    assert set(key_lines(text, [("a",), ("b", 0)]).values()) <= {1}


def test_nesting_beyond_the_stack_gives_no_places() -> None:
    assert key_lines("a = " + "[" * 10_000, [("b",)]) == {}


def test_a_text_of_megabytes_is_read_only_as_far_as_it_takes() -> None:
    text = "a = 1\nb = [1,\n2]\n" + "c = = [" * 2**20
    assert key_lines(text, [("b", 1)]) == {("b",): 2, ("b", 1): 3}
