"""The timeline's columns: no peak is lost, none is told twice."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from tui.view.peaks import Peaks, spread

VALUES = st.lists(st.integers(0, 9), min_size=1, max_size=700)


@given(VALUES, st.integers(1, 90))
def test_columns_have_the_highest_value_of_their_steps(values: list[int], width: int) -> None:
    over = spread(len(values), width)
    expected = [max(values[over.first_of(c) : over.end_of(c)]) for c in range(over.used)]
    assert list(Peaks(array("q", values)).columns(over)) == expected
    assert over.used <= width


@given(VALUES, st.integers(1, 90))
def test_a_series_that_grew_is_read_as_if_it_had_always_been_so(
    values: list[int], width: int
) -> None:
    growing = array("q")
    peaks = Peaks(growing)
    for value in values:
        growing.append(value)
        if value == 0:
            list(peaks.columns(spread(len(growing), width)))
    over = spread(len(values), width)
    assert list(peaks.columns(over)) == list(Peaks(array("q", values)).columns(over))


@given(st.integers(1, 5000), st.integers(1, 200), st.data())
def test_every_step_has_a_column_that_shows_it(steps: int, width: int, data: st.DataObject) -> None:
    over = spread(steps, width)
    index = data.draw(st.integers(0, steps - 1))
    column = over.column_of(index)
    assert over.first_of(column) <= index < over.end_of(column)


@given(st.integers(1, 5000), st.integers(1, 200))
def test_the_columns_cover_every_step_once(steps: int, width: int) -> None:
    over = spread(steps, width)
    seen = [i for c in range(over.used) for i in range(over.first_of(c), over.end_of(c))]
    assert sorted(set(seen)) == list(range(steps))
    assert len(seen) == max(steps, over.used)


def test_nothing_computed_has_no_columns() -> None:
    assert list(Peaks(array("q")).columns(spread(0, 50))) == []
