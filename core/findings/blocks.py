"""Blocks: at the end of a step a block has no owner and is not free, or has two owners.

Every block is owned by one running request or free: owned + free = total, and no block stands in
two tables, twice in one, or in a table and among the free ones. A shared block stands in as many
tables as it has owners by its reference count, and counts once. Told is the first step at whose end
that is not so.

A step of the engine costs what changes in it, but counting blocks costs a look at every running
request, and comparing them one at every block. So each is done at every step only where that is
cheap, else as often as steps have paid for it; when something is wrong, the steps since the last
look are replayed to find the first. What came and went between two looks is missed; `compared` says
how often everything was looked at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from core.findings.finding import Finding, Number, finding
from core.findings.look import Look, look_at
from core.memory import Cached, Shared
from core.replica import Replica
from core.run import Run

AFFORDABLE = 4_000_000
"""Blocks that a run of any length may compare: a tenth of a second or two."""
PAID_BLOCKS = 64
"""Blocks that each step pays for comparing at least."""
PAID_REQUESTS = 16
"""Running requests that each step pays for counting the blocks of."""
MOST_FREE = 65_536
"""Blocks of the largest pool whose free ones are compared with the owned."""


class Blocks:
    """The first step after which the blocks do not add up."""

    def __init__(self, run: Run) -> None:
        """Nothing is seen yet of `run`."""
        self._run = run
        self._paid = max(PAID_BLOCKS, AFFORDABLE // max(1, len(run.series)))
        self._to_count = self._to_compare = 0  # what was paid since the last time
        self._good = -1  # the last step whose blocks were compared, and add up
        self._first: Look | None = None
        self.compared = 0

    def see(self, look: Look) -> None:
        """Look at the next step, as closely as it is time for."""
        memory = look.replica.memory
        if self._first is not None or not memory.total_blocks:
            return
        self._to_count += PAID_REQUESTS
        self._to_compare += self._paid
        if self._to_compare >= _blocks_to_compare(look.replica):
            self._to_compare = 0
            self._compare(look)
        elif self._to_count >= len(look.replica.running):
            self._to_count = 0
            if not _adds_up(look.replica):
                self._find(look)

    def _compare(self, look: Look) -> None:
        self.compared += 1
        if is_right(look.replica):
            self._good = look.step
        else:
            self._find(look)

    def _find(self, look: Look) -> None:
        """The first wrong step since the last right one, at the latest the one looked at."""
        steps = (look_at(*step) for step in self._run.replay(self._good + 1))
        self._first = next((each for each in steps if not is_right(each.replica)), look)

    def findings(self) -> Iterable[Finding]:
        """One finding, about the first such step."""
        if self._first is not None:
            yield _found(self._first)


def _owned(replica: Replica) -> list[int]:
    """The blocks in all tables, a shared one as often as it has owners too many or too few."""
    places = list(chain.from_iterable(map(replica.memory.table, replica.running)))
    if not isinstance(replica.memory, Shared | Cached):
        return places
    refs, owned = replica.memory.refs, Counter(places)
    return [block for block, n in owned.items() for _ in range(1 + abs(n - refs(block)))]


def _free(replica: Replica) -> Sequence[int]:
    """The free blocks; none where there are too many to compare."""
    memory = replica.memory
    return memory.free_ids() if memory.total_blocks <= MOST_FREE else ()


def _blocks_to_compare(replica: Replica) -> int:
    memory = replica.memory
    return memory.total_blocks if memory.total_blocks <= MOST_FREE else memory.used_blocks


def _adds_up(replica: Replica) -> bool:
    """Whether owned + free = total."""
    memory = replica.memory
    owned = sum(map(len, map(memory.table, replica.running)))
    return owned - memory.shared_places + memory.free_blocks == memory.total_blocks


def is_right(replica: Replica) -> bool:
    """Whether every block of `replica` is owned once or free, as far as is affordable to see."""
    named = [*_owned(replica), *_free(replica)]
    return _adds_up(replica) and len(set(named)) == len(named)


class Wrong(NamedTuple):
    """What does not add up: counts of blocks, and ids of those that are named twice or never."""

    owned: int
    free: int
    total: int
    twice: Sequence[int]
    never: Sequence[int]


def _wrong(replica: Replica) -> Wrong:
    owned, free, total = _owned(replica), _free(replica), replica.memory.total_blocks
    named = Counter([*owned, *free])
    twice = [block for block, times in named.items() if times > 1]
    every = range(1, total + 1) if total <= MOST_FREE else ()
    never = [block for block in every if block not in named]
    return Wrong(len(owned), replica.memory.free_blocks, total, twice, never)


def _found(look: Look) -> Finding:
    wrong = _wrong(look.replica)
    sides = f"{wrong.owned:,} owned + {wrong.free:,} free"
    sign = "=" if wrong.owned + wrong.free == wrong.total else "≠"
    unit = look.replica.memory.unit
    title = f"after step {look.step:,} the {unit}s do not add up: {sides} {sign} {wrong.total:,}"
    for count, block, words in (
        (len(wrong.twice), wrong.twice[:1], "named twice"),
        (len(wrong.never), wrong.never[:1], "neither owned nor free"),
    ):
        title += f"; {count:,} {words}, such as {unit} {block[0]:,}" if count else ""
    numbers: dict[str, Number] = {
        "owned": wrong.owned,
        "free": wrong.free,
        "total": wrong.total,
        "twice": len(wrong.twice),
        "never": len(wrong.never),
    }
    rids = _owners(look.replica, {*wrong.twice})
    return finding("blocks", title, look.end, rids, [look.step], **numbers)


def _owners(replica: Replica, blocks: set[int]) -> Iterator[str]:
    """Who owns some of `blocks`."""
    for number, state in replica.running.items():
        if blocks.intersection(replica.memory.table(number)):
            yield state.request.rid
