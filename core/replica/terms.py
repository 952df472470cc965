"""On what terms somebody is preempted: for whom, what is kept of the sent tokens and the cache."""

from typing import Literal, NamedTuple, TypeAlias, get_args

from core.lifecycle import Cause

OnPreempt: TypeAlias = Literal["keep", "discard", "swap"]
ON_PREEMPT: tuple[OnPreempt, ...] = get_args(OnPreempt)


class Terms(NamedTuple):
    """What becomes of a victim's progress.

    `keep`: the sent tokens are kept, the cache is computed again. `discard`: nothing is kept. All
    of it is computed and sent once more. `swap`: both are kept, the cache in host memory; to move a
    block of it, out or in, takes `ms_per_block` milliseconds.
    """

    on_preempt: OnPreempt = "keep"
    ms_per_block: float = 0.0


Asking: TypeAlias = tuple[str, int, Cause | None]
"""For whom somebody is preempted: a rid, the blocks it needs, what holds it if it is urgent."""

KEEP = Terms()
