"""The difference against the end of the step before, where somebody asked for it."""

from collections.abc import Mapping, Sequence

from core.rows import Row as Request
from tui.view.lines import Line, Span, fit
from tui.view.scene import Scene


def change(now: int, before: int | None) -> Line:
    """How much more or less: ` +2`, ` -1`; nothing where it is the same or not compared."""
    if before is None or now == before:
        return ()
    return (Span(" "), Span(f"{'+' if now > before else '-'}{abs(now - before):,}", "new"))


def in_column(now: int, before: int | None, room: int) -> Line:
    """The same in `room` cells, so that the counts before it stay in line."""
    return fit(change(now, before), room) if room else ()


class Before:
    """Who ran and who waited at the end of the step before; nobody where one does not compare."""

    def __init__(self, scene: Scene) -> None:
        """Look there if `scene` compares."""
        before = scene.known.before
        self.is_shown = before is not None
        self.running: Mapping[str, Request] = (
            {} if before is None else {row.rid: row for row in before.running}
        )
        self._waiting: Sequence[str] = () if before is None else before.waiting.rids
        self._places: Mapping[str, int] | None = None

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each who waited, from 0."""
        if self._places is None:
            self._places = {rid: place for place, rid in enumerate(self._waiting)}
        return self._places

    def moved(self, rid: str, place: int) -> Span:
        """How the place of `rid` in the queue changed."""
        before = self.places.get(rid)
        if before is None:
            return Span("new", "new")
        if before == place:
            return Span("")
        return Span(f"{'↑' if place < before else '↓'}{abs(before - place):,}", "new")
