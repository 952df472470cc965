"""Blocks as ranges of ids, at the cost of what is owned: a pool may have any size."""

from collections.abc import Iterable
from typing import NamedTuple

from core.moment import Moment


class Range(NamedTuple):
    """The ids from `first` to `last`, both included."""

    first: int
    last: int


def ranges(blocks: Iterable[int]) -> list[Range]:
    """`blocks` in order, neighbours as one range."""
    found: list[Range] = []
    for block in sorted(blocks):
        if found and block == found[-1].last + 1:
            found[-1] = Range(found[-1].first, block)
        else:
            found.append(Range(block, block))
    return found


def free_ranges(moment: Moment) -> list[Range]:
    """The blocks nobody owns and that keep nothing, as what lies between the others."""
    owned = ranges({*moment.cached, *(block for row in moment.running for block in row.blocks)})
    starts = [1, *(each.last + 1 for each in owned)]
    ends = [*(each.first - 1 for each in owned), moment.total_blocks]
    return [Range(*gap) for gap in zip(starts, ends, strict=True) if gap[0] <= gap[1]]
