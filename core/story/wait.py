"""A stay in the queue, counted at the end of every step that it lasts."""

from collections import Counter
from collections.abc import Iterator

from core.events import Event, Finished
from core.explain import counted
from core.lifecycle import Cause
from core.naming import visible
from core.replica import Replica

MOST_NAMED = 3
"""Heads it waited behind, and those that made room, that are named; more are counted."""


class Wait:
    """Steps that `rid` has waited since step `since`, by cause, and the numbers of the causes."""

    def __init__(self, rid: str, since: int) -> None:
        """It has just joined the queue."""
        self.since = since
        self._rid = rid
        self._steps: Counter[Cause] = Counter()
        self._unexplained = 0
        self._behind: Counter[str] = Counter()
        self._needed = 0
        self._free: set[int] = set()  # the least and the most
        self._slots = 0
        self._unit = "block"
        self._why: dict[Cause, str] = {}  # a gate's own words of the last step
        self._victims: list[str] = []

    @property
    def steps(self) -> int:
        """All of them."""
        return self._steps.total() + self._unexplained

    def count(self, replica: Replica, happened: list[Event]) -> None:
        """It still waits at the end of the step in which `happened` everything."""
        head, held = replica.queue.head, replica.held
        if head is None or head.request.rid != self._rid:
            self._steps["turn"] += 1
            self._behind["nobody" if head is None else head.request.rid] += 1
        elif held is None or held[0] is not head:
            self._unexplained += 1
        else:
            self._steps[held[1]] += 1
            self._why[held[1]] = replica.held_why
            self._note(replica, happened, held[1])

    def _note(self, replica: Replica, happened: list[Event], cause: Cause) -> None:
        """The numbers of the cause by which the head was held: who finished was still there."""
        left = [event for event in happened if isinstance(event, Finished)]
        if cause == "slots":
            self._slots = replica.slots_taken + sum(event.slots for event in left)
            return
        free = replica.memory.free_blocks - sum(len(event.blocks) for event in left)
        self._needed, self._unit = replica.held_blocks, replica.memory.unit
        self._free = {min(self._free | {free}), max(self._free | {free})}

    def drive_out(self, rid: str) -> None:
        """`rid`, less urgent, makes room for it."""
        self._victims.append(visible(rid))

    def room(self) -> str:
        """`; L2 had to make room for it`, if anybody had to."""
        if not self._victims:
            return ""
        more = len(self._victims) - MOST_NAMED
        others = f" and {more:,} more" if more > 0 else ""
        return f"; {', '.join(self._victims[:MOST_NAMED])}{others} had to make room for it"

    def words(self) -> str:
        """`3 steps: 1 for blocks (needs 2, 1 free), 2 for its turn (behind B)`."""
        return f"{counted(self.steps, 'step')}: {', '.join(self._parts())}"

    def _parts(self) -> Iterator[str]:
        if steps := self._steps["turn"]:
            yield f"{steps:,} for its turn (behind {self._named()})"
        if steps := self._steps["slots"]:
            taken = f"{self._slots:,} of {self._slots:,} taken"
            yield f"{steps:,} for a slot ({self._why.get('slots') or taken})"
        if steps := self._steps["blocks"]:
            free = "–".join(f"{number:,}" for number in sorted(self._free))
            piece = "" if self._unit == "block" else " in one piece"
            numbers = f"needs {self._needed:,}{piece}, {free} free"
            yield f"{steps:,} for {self._unit}s ({self._why.get('blocks') or numbers})"
        if steps := self._steps["budget"]:
            yield f"{steps:,} for the token budget"
        if self._unexplained:
            yield f"{self._unexplained:,} for no recorded reason"

    def _named(self) -> str:
        """Those it waited behind, the one in front longest first."""
        heads = [visible(rid) for rid, _ in self._behind.most_common(MOST_NAMED)]
        more = len(self._behind) - len(heads)
        return ", ".join(heads) + (f" and {more:,} more" if more else "")
