"""A filter: which events and which requests show."""

from collections.abc import Sequence
from typing import NamedTuple

from core.events import Event
from core.lifecycle import StateName
from core.rows import Rows
from tui.reading.matching import rids_of


class Only(NamedTuple):
    """What shows: events of the `kinds` and `rids`, requests of the `rids` and in the `states`.

    Any where there are none.
    """

    words: str
    kinds: frozenset[str]
    rids: frozenset[str]
    states: frozenset[StateName] = frozenset()

    def shows(self, event: Event) -> bool:
        """Whether `event` is one of them."""
        kind = not self.kinds or event.kind in self.kinds
        return kind and (not self.rids or not self.rids.isdisjoint(rids_of(event)))

    @property
    def hides_events(self) -> bool:
        """Whether some events do not show."""
        return bool(self.kinds or self.rids)

    @property
    def is_of_requests(self) -> bool:
        """Whether some requests do not show, in the lists of who runs and who waits."""
        return bool(self.rids or self.states)

    def places(self, rows: Rows) -> Sequence[int]:
        """Which of `rows` show, by their places from 0."""
        if not self.is_of_requests:
            return range(len(rows))
        rids = rows.rids if self.rids else None
        states = rows.states if self.states else None
        return [
            at
            for at in range(len(rows))
            if (rids is None or rids[at] in self.rids)
            and (states is None or states[at] in self.states)
        ]


ALL = Only("", frozenset(), frozenset())
"""No filter."""
