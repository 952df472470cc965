"""The line of blocks that nobody holds is a plain list, whoever joins, leaves or is taken."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from core.memory.idle import ROOM, Idle

BLOCKS = range(1, 9)
MOVES = st.lists(
    st.tuples(
        st.sampled_from(["join", "leave", "take"]), st.permutations(BLOCKS), st.integers(0, 5)
    ),
    max_size=60,
)


@given(MOVES)
def test_it_is_a_list(moves: Sequence[tuple[str, Sequence[int], int]]) -> None:
    line, plain = Idle(), list[int]()
    for move, order, count in moves:
        if move == "join":
            new = [block for block in order if block not in plain][:count]
            line.join(new)
            plain += new
        elif move == "leave":
            gone = [block for block in order if block in plain][:count]
            line.leave(gone)
            plain = [block for block in plain if block not in gone]
        else:
            most = min(count, len(plain))
            assert line.take(most) == plain[:most]
            plain = plain[most:]
        line = line.copy()
        assert [*line] == plain
        assert len(line) == len(plain)
        assert [block in line for block in BLOCKS] == [block in plain for block in BLOCKS]


def test_places_that_are_left_are_cleared_away() -> None:
    """A block that is hit and given back for ever leaves no trace."""
    line = Idle()
    line.join([1, 2])
    for _ in range(10 * ROOM):
        line.leave([1])
        line.join([1])
        assert line.places <= ROOM + 5
    assert [*line] == [2, 1]
