"""The line of strands that nobody holds is a list of blocks, whoever joins, leaves or goes."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from core.memory.idle import Idle
from core.memory.strand import Strand

MOVES = st.lists(
    st.tuples(
        st.sampled_from(["join", "leave", "part", "take"]), st.integers(0, 9), st.integers(1, 4)
    ),
    max_size=60,
)


def plain(strands: Sequence[Strand]) -> list[int]:
    """The blocks of `strands` in order, the last of each first."""
    return [block for strand in strands for block in reversed(strand.blocks)]


@given(MOVES)
def test_it_is_a_list(moves: Sequence[tuple[str, int, int]]) -> None:
    line, strands, past = Idle(), list[Strand](), 1
    for move, at, count in moves:
        one = strands[at % len(strands)] if strands else None
        if move == "join":
            strands.append(new := Strand([*range(past, past + count)], []))
            line.join(new)
            past += count
        elif one is not None and move == "leave":
            line.leave(one)
            strands.remove(one)
        elif one is not None and move == "part" and count < len(one.blocks):
            before = plain(strands)
            line.part(one, front := one.cut(count))
            strands.insert(strands.index(one) + 1, front)
            assert [*line.blocks] == before
        elif one is not None and move == "take":
            assert next(iter(line.line)) is strands[0]
        assert [*line.line] == strands
        assert [*line.blocks] == plain(strands)


def test_a_copy_of_the_line_is_of_the_copies_of_its_strands() -> None:
    line, one, other = Idle(), Strand([1, 2], [7, 8]), Strand([3], [9])
    line.join(one)
    line.join(other)
    twins = {strand: strand.copy() for strand in line.line}
    twin = line.copy(twins)
    line.leave(one)
    other.shorten(1)
    assert ([*twin.blocks], [*line.blocks]) == ([2, 1, 3], [])
    assert [*twin.line] == [twins[one], twins[other]]
