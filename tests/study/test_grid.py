"""Grids: their points by number, and how lists are read."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.study.grid import Axis, Grid, alternatives, unquoted

AXES = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(
    lambda sizes: tuple(
        Axis(f"k{at}", tuple(f"v{value}" for value in range(size))) for at, size in enumerate(sizes)
    )
)


@given(AXES)
def test_the_first_axis_varies_slowest(axes: tuple[Axis, ...]) -> None:
    grid = Grid(axes)
    every = [dict(zip((a.name for a in axes), values, strict=True)) for values in _product(axes)]
    assert [grid.point(number) for number in range(grid.size)] == every


def _product(axes: tuple[Axis, ...]) -> list[tuple[str, ...]]:
    return list(product(*(axis.values for axis in axes)))


@given(AXES)
def test_the_points_of_a_value_are_those_that_have_it(axes: tuple[Axis, ...]) -> None:
    grid = Grid(axes)
    for axis in axes:
        for value in axis.values:
            having = [n for n in range(grid.size) if grid.point(n)[axis.name] == value]
            assert list(grid.numbers_at(axis.name, value)) == having


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1000,2000", ("1000", "2000")),
        (" 1 , 2 ", ("1", "2")),
        ("x", ("x",)),
        ("", ("",)),
        ("{a = 1, b = 2},{a = 2}", ("{a = 1, b = 2}", "{a = 2}")),
        ("[1, 2],3", ("[1, 2]", "3")),
        ('"a,b",c', ('"a,b"', "c")),
        ("'a,b',c", ("'a,b'", "c")),
        ('"a,b', ('"a,b',)),
        ("a],b", ("a]", "b")),
    ],
)
def test_commas_part_values_but_not_inside_of_one(text: str, values: tuple[str, ...]) -> None:
    assert alternatives(text) == values


@pytest.mark.parametrize("text", ["1,", ",1", "1,,2", ","])
def test_a_missing_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a value is missing before or behind a comma"):
        alternatives(text)


def test_a_value_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="2 stands there twice"):
        alternatives("1,2, 2")


@pytest.mark.parametrize(
    ("value", "bare"), [('"a,b"', "a,b"), ("'a'", "a"), ("a", "a"), ('"', '"'), ("'a\"", "'a\"")]
)
def test_quotes_go(value: str, bare: str) -> None:
    assert unquoted(value) == bare
