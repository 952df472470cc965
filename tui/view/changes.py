"""What the changes of a step seen so far did to each block and each request: what a pane marks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core import events


@dataclass(slots=True)
class Changes:
    """Read off the first events of a step.

    `taken` and `freed` say by block who took it or gave it up last, `grown` which blocks a request
    took while decoding, `shared` how many tokens it found in blocks of others, `tokens` what it
    processed of its prompt or rebuild. `ran` tells whether the step's decodes count already, and
    `stalled` whether they stood still in it.
    """

    taken: dict[int, str] = field(default_factory=dict)
    freed: dict[int, str] = field(default_factory=dict)
    grown: dict[str, list[int]] = field(default_factory=dict)
    admitted: dict[str, bool] = field(default_factory=dict)
    arrived: set[str] = field(default_factory=set)
    preempted: dict[str, str] = field(default_factory=dict)
    shared: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    ran: bool = False
    stalled: bool = False

    def _take(self, rid: str, blocks: Sequence[int]) -> None:
        self.taken.update(dict.fromkeys(blocks, rid))
        for block in blocks:
            self.freed.pop(block, None)

    def _free(self, rid: str, blocks: Sequence[int]) -> None:
        self.freed.update(dict.fromkeys(blocks, rid))
        for block in blocks:
            self.taken.pop(block, None)

    def note(self, event: events.Event) -> None:  # noqa: C901 - a case for each kind
        """Add what `event` changed."""
        match event:
            case events.Grew():
                for rid, block in event.growths:
                    self._take(rid, (block,))
                    self.grown.setdefault(rid, []).append(block)
            case events.Admitted():
                self._take(event.rid, event.blocks)
                self.admitted[event.rid] = event.resumed
            case events.Preempted():
                self._free(event.rid, event.blocks)
                self.preempted[event.rid] = event.asker
            case events.Finished() | events.Cancelled() | events.Rejected():
                self._free(event.rid, event.blocks)
            case events.Chunk() | events.FirstToken():
                self.tokens[event.rid] = event.tokens
            case events.Arrived():
                self.arrived.add(event.rid)
            case events.Ran():
                self.ran, self.stalled = True, event.stalled > 0
            case events.Hit():
                self.shared[event.rid] = event.tokens
            case events.Held() | events.Evicted():
                pass


def changes_of(happened: Sequence[events.Event]) -> Changes:
    """What the events `happened` of one step changed together."""
    changes = Changes()
    for event in happened:
        changes.note(event)
    return changes
