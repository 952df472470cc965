"""Ids in pieces are what a tuple of them is, without the cost of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Request, Run, make_scheduler
from core.memory.ids import Ids


@given(st.permutations(range(1, 9)), st.integers(0, 8), st.integers(0, 4), st.data())
def test_they_are_a_tuple_in_pieces(
    order: list[int], cut: int, more: int, data: st.DataObject
) -> None:
    whole = (*order, *range(9, 9 + more))
    ids = Ids(order[:cut], tuple(order[cut:]), range(9, 9 + more))
    assert ids == whole
    assert whole == ids
    assert ids == Ids(whole)
    assert (len(ids), tuple(ids), hash(ids), repr(ids)) == (
        len(whole),
        whole,
        hash(whole),
        f"{whole}",
    )
    for at in range(-len(whole), len(whole)):
        assert ids[at] == whole[at]
    first, last = data.draw(st.integers(-20, 20)), data.draw(st.integers(-20, 20))
    assert ids[first:last] == whole[first:last]
    for value in range(15):
        assert (value in ids) == (value in whole)
        if value in whole:
            assert ids.index(value) == whole.index(value)
        else:
            with pytest.raises(ValueError, match="is not among them"):
                ids.index(value)
    for wrong in (len(whole), -len(whole) - 1):
        with pytest.raises(IndexError):
            ids[wrong]
    assert ids != (*whole, 99)
    assert ids != "else"


def test_a_pool_of_any_size_is_looked_at_at_once() -> None:
    blocks = 2**60
    scheduler = make_scheduler("driftwood", max_running=2, block_size=4, num_blocks=blocks)
    moment = Run([Request("A", 0, 6, 4)], scheduler).at(0)
    assert (len(moment.free), moment.free[0], moment.free[-1]) == (blocks - 2, 3, blocks)
    assert moment.free.index(blocks) == blocks - 3
    assert 1 not in moment.free
    assert repr(moment.free) == f"({blocks - 2:,} block ids)"
