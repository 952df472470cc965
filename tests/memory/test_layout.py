"""Two states are one state again only if the memory lies alike, where that decides what comes."""

from core.memory import Contiguous, Paged, Shared


def test_pieces_are_told_by_their_addresses() -> None:
    one, other = Contiguous(30), Contiguous(30)
    for memory in (one, other):
        memory.take(1, 10)
        memory.take(2, 10)
    one.release(1)
    assert one.layout([2]) == (11,)
    other.release(2)
    assert other.layout([1]) == (1,)


def shared(before: int) -> Shared:
    """1 and 2 share two blocks; `before` them others were taken."""
    memory = Shared(4, 20)
    memory.take(9, before)
    memory.take(1, 3)
    memory.take(2, 1)
    memory.share(2, memory.table(1)[:2])
    return memory


def test_sharing_is_told_whatever_the_ids_of_blocks() -> None:
    assert shared(1).table(1) != shared(3).table(1)
    expected = (((0, 0), (1, 0)), ((0, 1), (1, 1)))
    assert shared(1).layout([1, 2]) == shared(3).layout([1, 2]) == expected


def test_what_has_one_owner_again_is_not_shared() -> None:
    memory = shared(1)
    memory.release(1)
    assert memory.layout([2]) == ()


def test_blocks_of_one_owner_may_lie_anywhere() -> None:
    memory = Paged(4, 20)
    memory.take(1, 3)
    assert memory.layout([1]) == ()
