"""Everything a frame shows, as one value: the moment, the run around it, what is looked at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core import Request, Run
from core.events import Event
from core.explain import counted
from core.findings import Finding
from core.moment import Moment
from core.ranking import Ranking
from core.rows import Row
from core.workload import Scenario
from tui.keys import DEFAULT_KEYS, KeyTable
from tui.reading.hunt import Break, Hunt
from tui.reading.life import Life
from tui.reading.touches import Touches
from tui.view.against import Against
from tui.view.changes import Changes, changes_of
from tui.view.clean import clean
from tui.view.letters import Letters
from tui.view.only import ALL, Only
from tui.view.peaks import Peaks

PaneName: TypeAlias = Literal[
    "blocks", "waiting", "running", "events", "timeline", "request", "findings"
]
PANES: tuple[PaneName, ...] = (
    "blocks",
    "waiting",
    "request",
    "events",
    "running",
    "findings",
    "timeline",
)
"""In the order in which tab visits them."""


def _digits(counts: Iterable[int]) -> int:
    """Cells of the largest of `counts`."""
    return len(f"{max(counts, default=0):,}")


class Film:
    """What stays the same for every moment of a run: its words, its letters, its curves.

    `total_blocks` and `block_size` are those of its pool, 0 without one; `digits` and
    `output_digits` the cells that counts of tokens take, of a whole request and of its output.
    """

    def __init__(
        self, run: Run, title: str = "", notes: str = "", scenario: Scenario | None = None
    ) -> None:
        """Look at `run`, which may still be computed; it is one of `scenario`, if of any."""
        self.run = run
        self.scenario = scenario
        self.title = title or counted(len(run.requests), "request")
        self.notes = notes
        memory = run.scheduler.new_memory()
        self.total_blocks, self.block_size = memory.total_blocks, memory.block_size
        self.letters = Letters(run.requests)
        self.digits = _digits(r.prompt_len + r.output_len for r in run.requests)
        self.output_digits = _digits(r.output_len for r in run.requests)
        series = run.series
        self.blocks = Peaks(series.blocks)
        self.waiting = Peaks(series.waiting)
        self.running = Peaks(series.running)
        self.tokens = Peaks(series.tokens)

    @cached_property
    def requests(self) -> dict[str, Request]:
        """Every request by its rid."""
        return {request.rid: request for request in self.run.requests}

    @property
    def capacity(self) -> tuple[str, ...]:
        """The sum that the size of the memory comes from, if from one."""
        found = None if self.scenario is None else self.scenario.capacity
        return () if found is None else tuple(map(clean, found.told))

    @property
    def reading(self) -> tuple[str, ...]:
        """How its requests were read, if from a trace, and a clock that nobody asked for."""
        if (one := self.scenario) is None:
            return ()
        report = () if one.report is None else (str(one.report), *one.report.said)
        return tuple(clean(words) for words in (*report, one.clock_note) if words)

    @property
    def warning(self) -> str:
        """What is wrong with most of the trace that it comes from; "" if nothing is."""
        report = None if self.scenario is None else self.scenario.report
        return "" if report is None else clean(report.warning)

    @cached_property
    def tenants(self) -> Mapping[str, frozenset[str]]:
        """The rids of each tenant."""
        found: dict[str, set[str]] = {}
        for request in self.run.requests:
            found.setdefault(request.tenant, set()).add(request.rid)
        return {tenant: frozenset(rids) for tenant, rids in found.items()}

    def origin(self, rid: str) -> str:
        """Where the request `rid` was read, in words; "" where nothing says."""
        if self.scenario is None or (found := self.scenario.origins.of(rid)) is None:
            return ""
        is_own = found.line is not None and found.file == self.scenario.path.name
        return f"line {found.line:,}" if is_own else f"from {clean(str(found))}"


Colouring: TypeAlias = Literal["owner", "state", "age", "references", "fill"]
COLOURINGS: tuple[Colouring, ...] = ("owner", "state", "age", "references", "fill")


@dataclass(frozen=True, slots=True)
class Attention:
    """What somebody looks at: a pane, a request, block or event.

    `level` zooms the block map, `closeness` the timeline: each one more halves the steps it shows.
    `line` is the line picked in the pane of the request or of the findings, from 0; `colouring`
    what the colours of the block map tell; `difference` whether the step before is compared.
    """

    pane: PaneName = "events"
    zoomed: bool = False
    rid: str | None = None
    block: int | None = None
    event: int | None = None
    level: int = 0
    closeness: int = 0
    line: int | None = None
    colouring: Colouring = "owner"
    difference: bool = False


class Asked(NamedTuple):
    """The prompt: the words typed so far and what they lead to; not `good` where it is an error.

    `mistake` is the character of the text that is wrong, pointed at in a line under it; `roomy`
    prompts have that line from the beginning.
    """

    label: str
    text: str
    answer: str
    good: bool
    leaving: str = "enter stays, escape returns"
    mistake: int | None = None
    roomy: bool = False


@dataclass(frozen=True)
class Known:
    """What has been read of the run for this frame, and what is looked for in it.

    `life` and `touches` are those of the request and block looked at, `touches_read` whether the
    latter are all; `looked` how much was looked at for findings, 1 if they are all; `before` is the
    end of the step before, where one compares. `working` says what a move waits for. `marks` are
    letters somebody set. `against` is the run beside this one, if there is one.
    """

    life: Life | None = None
    touches: Touches | None = None
    touches_read: bool = False
    hunt: Hunt | None = None
    breaks: tuple[Break, ...] = ()
    only: Only | None = None
    findings: tuple[Finding, ...] = ()
    looked: float = 0.0
    before: Moment | None = None
    ranking: Ranking | None = None
    working: str = ""
    marks: Mapping[str, int] = field(default_factory=dict)
    keys: KeyTable = DEFAULT_KEYS
    against: Against | None = None

    @property
    def parted_at(self) -> int | None:
        """The step in which this run and the one beside it part, if they do."""
        parted = None if self.against is None else self.against.parted
        return None if parted is None else parted.step


@dataclass(frozen=True)
class Scene:
    """One frame's worth. `events` are all of the step, of which `moment` has seen the first ones.

    `message` stands in the footer until the next key, `typed` is a count being typed. `plain` asks
    for a block map that needs no colours, `ascii_only` for lines without other glyphs too. `beside`
    is the same moment of the run beside this one, where both show.
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
    known: Known = field(default_factory=Known)
    beside: "Scene | None" = None

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
    def running_shown(self) -> Sequence[Row]:
        """Those of them that the filter shows."""
        shown = (self.known.only or ALL).places(self.moment.running)
        return self.running if isinstance(shown, range) else [self.running[at] for at in shown]

    @cached_property
    def waiting_shown(self) -> Sequence[int]:
        """The places of those who wait and whom the filter shows."""
        return (self.known.only or ALL).places(self.moment.waiting)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each waiting request stands in the queue, from 0."""
        return {rid: place for place, rid in enumerate(self.moment.waiting.rids)}

    def is_selected(self, rid: str) -> bool:
        """Whether `rid` is the request looked at."""
        return rid == self.attention.rid
