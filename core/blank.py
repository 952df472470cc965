"""Blank events: what a move returns while nobody will look.

A run executes its steps to get to the end; whoever looks at one of them has it executed again
(`core.replay`). So the first time nothing need be told: every change is made, and the event that
would tell it has its kind and no contents. To fill these in took a ninth of the instructions.
"""

from core import events


class _NoContents:
    """No contents."""

    def owner(self, key: int, /) -> str:
        """Nobody's."""
        raise KeyError(key)


ARRIVED = events.Arrived("")
GREW = events.Grew((), (), 0, ())
PREEMPTED = events.Preempted("", "", (), 0, 0)
ADMITTED = events.Admitted("", (), 0, resumed=False, free_blocks=0)
EVICTED = events.Evicted((), (), (), (), _NoContents())
HIT = events.Hit("", (), 0, 0)
HELD = events.Held("", "slots", 0, 0, 0)
CHUNK = events.Chunk("", 0, 0, 0)
FIRST_TOKEN = events.FirstToken("", 0)
RAN = events.Ran(0, 0, 0)
FINISHED = events.Finished("", ())
