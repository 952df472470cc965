"""Everything a frame shows, as one value: the moment, the run around it, what is looked at."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core import Run
from core.events import Event
from core.explain import counted
from core.moment import Moment
from core.rows import Row
from tui.view.changes import Changes, changes_of
from tui.view.letters import Letters
from tui.view.peaks import Peaks

PaneName: TypeAlias = Literal["blocks", "waiting", "running", "events", "timeline", "request"]
PANES: tuple[PaneName, ...] = ("blocks", "waiting", "request", "events", "running", "timeline")
"""In the order in which tab visits them."""


def _digits(counts: Iterable[int]) -> int:
    """Cells of the largest of `counts`."""
    return len(f"{max(counts, default=0):,}")


class Film:
    """What stays the same for every moment of a run: its words, its letters, its curves.

    `total_blocks` and `block_size` are those of its pool, 0 without one; `digits` and
    `output_digits` the cells that counts of tokens take, of a whole request and of its output.
    """

    def __init__(self, run: Run, title: str = "", notes: str = "") -> None:
        """Look at `run`, which may still be computed."""
        self.run = run
        self.title = title or counted(len(run.requests), "request")
        self.notes = notes
        memory = run.scheduler.memory()
        self.total_blocks, self.block_size = memory.total_blocks, memory.block_size
        self.letters = Letters(run.requests)
        self.digits = _digits(r.prompt_len + r.output_len for r in run.requests)
        self.output_digits = _digits(r.output_len for r in run.requests)
        series = run.series
        self.blocks = Peaks(series.blocks)
        self.waiting = Peaks(series.waiting)
        self.running = Peaks(series.running)
        self.tokens = Peaks(series.tokens)


@dataclass(frozen=True, slots=True)
class Attention:
    """What somebody looks at: a pane, a request, block or event; `level` zooms the block map."""

    pane: PaneName = "events"
    zoomed: bool = False
    rid: str | None = None
    block: int | None = None
    event: int | None = None
    level: int = 0


class Asked(NamedTuple):
    """The prompt: the words typed so far and what they lead to; not `good` where it is an error."""

    text: str
    answer: str
    good: bool


@dataclass(frozen=True)
class Scene:
    """One frame's worth. `events` are all of the step, of which `moment` has seen the first ones.

    `message` stands in the footer until the next key, `typed` is a count being typed. `plain` asks
    for a block map that needs no colours, `ascii_only` for lines without other glyphs too.
    """

    film: Film
    moment: Moment
    events: tuple[Event, ...]
    attention: Attention = field(default_factory=Attention)
    message: str = ""
    typed: str = ""
    playing: bool = False
    plain: bool = False
    ascii_only: bool = False
    asked: Asked | None = None

    @property
    def run(self) -> Run:
        """The run the moment is of."""
        return self.film.run

    @property
    def letters(self) -> Letters:
        """The badges of its requests."""
        return self.film.letters

    @cached_property
    def changes(self) -> Changes:
        """What the events seen so far changed."""
        return changes_of(self.moment.events)

    @cached_property
    def running(self) -> tuple[Row, ...]:
        """Who runs, every row made once."""
        return tuple(self.moment.running)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each waiting request stands in the queue, from 0."""
        return {row.rid: place for place, row in enumerate(self.moment.waiting)}

    def is_selected(self, rid: str) -> bool:
        """Whether `rid` is the request looked at."""
        return rid == self.attention.rid
