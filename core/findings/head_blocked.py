"""Head blocked: the head of the queue does not fit while somebody behind it would.

In a step the head is held for blocks, a slot is free, and of those behind it the one that needs
fewest blocks would fit into what is free. Told per head, where that was so in at least
`LEAST_STEPS` steps. Strict first come, first served does that by its rule: it is the price of
nobody being passed. With a prefix cache the one behind is taken to find nothing there. Where
somebody was preempted and that ends admission, or an admission gate looks at more than free blocks,
nothing is looked for.
"""

from collections.abc import Iterable
from heapq import nlargest

from core.events import Admitted, Arrived, Cancelled, Preempted
from core.explain import counted
from core.findings.finding import MOST_CASES, Finding, finding
from core.findings.look import Limits, Look, needed_by_head
from core.findings.smallest import Smallest
from core.memory import Contiguous
from core.naming import visible
from core.request import Request

LEAST_STEPS = 3


class Blocked:
    """A head, the numbers of the first step in which it was in the way, and how many there were."""

    __slots__ = (
        *("behind", "free_blocks", "jump", "needed_blocks", "other_blocks", "rid", "steps", "unit"),
    )

    def __init__(
        self, look: Look, rid: str, needed: int, free: int, other: tuple[str, int]
    ) -> None:
        """In the step that is looked at `rid` needs `needed` blocks; `other` is who would fit."""
        self.rid = rid
        self.jump = look.end
        self.needed_blocks = needed
        self.free_blocks = free
        self.behind, self.other_blocks = other
        self.steps = 0
        self.unit = look.replica.memory.unit


class HeadBlocked:
    """Heads that did not fit while somebody behind them would have."""

    def __init__(self, requests: Iterable[Request], limits: Limits) -> None:
        """Nothing is seen yet of the run of `requests` by a scheduler that keeps `limits`."""
        self._requests = {request.rid: request for request in requests}
        self._limits = limits
        self._waiting = Smallest()
        self._blocked: dict[str, Blocked] = {}

    def see(self, look: Look) -> None:
        """Look at the next step."""
        for _, event in look.moves:
            match event:
                case Arrived():
                    self._waiting.add(event.rid, self._size(look, event.rid, 0))
                case Preempted():
                    self._waiting.add(event.rid, self._size(look, event.rid, event.emitted))
                case Admitted() | Cancelled():
                    self._waiting.remove(event.rid)
                case _:
                    pass
        held = look.replica.held
        if not self._limits.fits_by_blocks or held is None or held[1] != "blocks":
            return
        if look.replica.held_why and not self._limits.spare_always:
            return
        if len(look.replica.queue) > 1:
            self._look_behind(look)

    def _size(self, look: Look, rid: str, emitted: int) -> int:
        """The tokens that `rid` needs room for: those it knows, or what it reserves."""
        request, memory = self._requests[rid], look.replica.memory
        if isinstance(memory, Contiguous):
            return memory.reservation(request)
        return request.prompt_len + emitted

    def _look_behind(self, look: Look) -> None:
        head, room = look.replica.queue.head, look.at_admission
        if head is None or not room.has_slot(self._limits):
            return
        rid, needed = head.request.rid, needed_by_head(look, head)
        found = self._waiting.smallest(rid)
        spare = self._limits.spare(look.replica)
        if found is None or needed + (spare if self._limits.spare_always else 0) <= room.piece:
            return
        other = found[0], look.replica.memory.needed(int(found[1]))
        if other[1] + spare <= room.piece:
            blocked = self._blocked.get(rid)
            if blocked is None:
                blocked = Blocked(look, rid, needed, room.free_blocks, other)
                self._blocked[rid] = blocked
            blocked.steps += 1

    def findings(self) -> Iterable[Finding]:
        """The heads that were in the way longest."""
        found = [each for each in self._blocked.values() if each.steps >= LEAST_STEPS]
        for place, blocked in enumerate(nlargest(MOST_CASES, found, key=_weight)):
            yield _found(blocked, len(found) if place == 0 else 1)


def _weight(blocked: Blocked) -> int:
    return blocked.steps


def _found(blocked: Blocked, heads: int) -> Finding:
    worst = f" (the longest of {heads:,} such heads)" if heads > 1 else ""
    needs = counted(blocked.needed_blocks, blocked.unit)
    return finding(
        "head_blocked",
        f"{visible(blocked.rid)} did not fit while somebody behind it would have, in "
        f"{blocked.steps:,} steps from {blocked.jump.step:,} on: it needs {needs} with "
        f"{blocked.free_blocks:,} free, {visible(blocked.behind)} behind it "
        f"{blocked.other_blocks:,}{worst}",
        blocked.jump,
        [blocked.rid, blocked.behind],
        [blocked.jump.step],
        in_steps=blocked.steps,
        needed_blocks=blocked.needed_blocks,
        free_blocks=blocked.free_blocks,
        behind_blocks=blocked.other_blocks,
        heads=heads,
    )
