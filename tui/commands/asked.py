"""What every command that runs a scenario is asked: a file, and what to change in it."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple, TypeAlias

from typer import Argument, BadParameter, Option

from core.policies.admission import GATES
from core.replica import ON_PREEMPT
from core.schedulers import SCHEDULERS
from core.schedulers.knobs.progress import PREFILL
from core.workload import FORMATS, Scenario, load
from tui.commands.named_file import found
from tui.commands.own_code import is_code, own_policy, own_scheduler
from tui.commands.stopped import Refused
from tui.view.clean import clean

WORKLOAD = "workload."
SET = "--set"
KNOBS = "scheduler."


def whole(text: str) -> int:
    """The whole number that `text` is. Raises `BadParameter` for anything else."""
    try:
        return int(text)
    except ValueError:
        raise BadParameter(f"{clean(text[:40])!r} is no whole number") from None


File: TypeAlias = Annotated[
    str,
    Argument(
        metavar="FILE",
        help="A scenario (.toml), a trace, or the name of a built-in scenario.",
    ),
]
Scheduler: TypeAlias = Annotated[
    str | None,
    Option(
        "--scheduler",
        metavar="NAME",
        help=f"Another scheduler: {', '.join(SCHEDULERS)}, or your own as my.py:Name, which is "
        "code that this command runs.",
    ),
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KNOB=VALUE",
        help="A knob of the scheduler, or cost.base_ms, workload.speed; can be repeated.",
    ),
]
TraceFormat: TypeAlias = Annotated[
    str | None,
    Option(
        "--format",
        metavar="NAME",
        help=f"The kind of trace FILE is, instead of looking: {', '.join(FORMATS)}.",
    ),
]
Columns: TypeAlias = Annotated[
    str | None,
    Option(
        "--columns",
        metavar="KEY=COLUMN,…",
        help="Read a CSV file or JSON lines of your own: which columns hold an arrival "
        "(arrival_s, _ms, _us, _ns or _step, or arrival for dates), prompt_len, output_len, and "
        "perhaps rid, priority, tenant, prefix and prefix_len, prompt_ids or hash_ids.",
    ),
]
Limit: TypeAlias = Annotated[
    int | None,
    Option("--limit", metavar="N", parser=whole, help="Only the first N requests of a trace."),
]
Window: TypeAlias = Annotated[
    str | None,
    Option("--window", metavar="A..B", help="Only a part of a trace, in seconds: 60s..120s."),
]
Speed: TypeAlias = Annotated[
    str | None,
    Option("--speed", metavar="N", help="Play a trace so many times faster: 2x, 0.5x."),
]
MostSteps: TypeAlias = Annotated[
    int | None,
    Option("--max-steps", metavar="N", parser=whole, help="Stop after N executed steps."),
]
Victim: TypeAlias = Annotated[
    str | None,
    Option(
        "--victim",
        metavar="NAME",
        help="Who is preempted: a policy by name, or your own as my.py:name, which is code that "
        "this command runs.",
    ),
]
Admission: TypeAlias = Annotated[
    str | None,
    Option(
        "--admission",
        metavar="NAME,…",
        help=f"Who is let in: gates that must all agree: {', '.join(GATES)}.",
    ),
]
Variant: TypeAlias = Annotated[
    str | None, Option("--variant", metavar="NAME", help="A variant of the scenario; base: none.")
]
Queue: TypeAlias = Annotated[
    str | None,
    Option(
        "--queue",
        metavar="NAME",
        help="Who is next: an order by name, or your own key as my.py:name, which is code that "
        "this command runs.",
    ),
]
Prefill: TypeAlias = Annotated[
    str | None,
    Option("--prefill", metavar="NAME", help=f"Prompts beside decodes: {', '.join(PREFILL)}."),
]
OnPreempt: TypeAlias = Annotated[
    str | None,
    Option("--on-preempt", metavar="NAME", help=f"What a victim keeps: {', '.join(ON_PREEMPT)}."),
]
Json: TypeAlias = Annotated[
    bool, Option("--json", help="One JSON document instead of text for people.")
]
Ascii: TypeAlias = Annotated[
    bool, Option("--ascii", help="Draw with ASCII alone; by itself where there is nothing else.")
]
Step: TypeAlias = Annotated[
    int, Option("--step", metavar="N", parser=whole, help="The step to show.")
]
Event: TypeAlias = Annotated[
    int | None,
    Option(
        "--event",
        metavar="K",
        parser=whole,
        help="Only the first K changes of the step; all by default.",
    ),
]


class Asked(NamedTuple):
    """A file by path or built-in name, and the options that change what it says."""

    file: str
    scheduler: str | None = None
    settings: list[str] | None = None
    format: str | None = None
    limit: int | None = None
    window: str | None = None
    max_steps: int | None = None
    victim: str | None = None
    variant: str | None = None
    admission: str | None = None
    queue: str | None = None
    prefill: str | None = None
    on_preempt: str | None = None
    speed: str | None = None
    columns: str | None = None

    def scenario(self) -> Scenario:
        """The scenario, changed. Raises `Refused` or `InputError` with everything wrong."""
        return self.changed(self.loaded())

    def changed(self, loaded: Scenario) -> Scenario:
        """What `loaded` gives, changed. Raises as `scenario`."""
        settings = self.settings_by_name()
        scenario = loaded.variant(self.variant)
        own = self.scheduler if self.scheduler and is_code(self.scheduler) else None
        given = (
            *(self.scheduler, self.max_steps, self.victim, self.admission, self.queue),
            *(self.prefill, self.on_preempt),
        )
        if not settings and all(option is None for option in given):
            return scenario
        changed = scenario.with_settings(
            settings,
            scheduler=None if own else self.scheduler,
            max_steps=self.max_steps,
            victim=None if self.victim is None else own_policy(self.victim, "--victim"),
            queue=None if self.queue is None else own_policy(self.queue, "--queue"),
            admission=self.admission,
            prefill=self.prefill,
            on_preempt=self.on_preempt,
        )
        return own_scheduler(own, changed, self._knobs(settings)) if own else changed

    def _knobs(self, settings: Iterable[str]) -> list[str]:
        """The knobs of the scheduler that are asked for, as `settings` or as options."""
        options = ("victim", "queue", "admission", "prefill", "on_preempt")
        return [*settings, *(key for key in options if getattr(self, key) is not None)]

    def loaded(self) -> Scenario:
        """What the file says, with its variants. Raises `Refused` or `InputError`."""
        settings = self.settings_by_name()
        workload = {place: value for place, value in settings.items() if place.startswith(WORKLOAD)}
        return load(
            found(self.file),
            self.format,
            self.limit,
            self.window,
            self.speed,
            columns=self.columns,
            workload=workload,
        )

    def settings_by_name(self) -> dict[str, str]:
        """What is set, by name. Raises `Refused` where two words say different things of a key."""
        settings: dict[str, str] = {}
        said: dict[str, tuple[str, str]] = {}
        for option, place, value in self._said():
            before, first = said.setdefault(place, (value, option))
            if before != value:
                raise Refused(f"{clean(first)} and {clean(option)} contradict each other: keep one")
            if option.startswith(SET):
                settings[place.removeprefix(KNOBS)] = value
        return settings

    def _said(self) -> Iterator[tuple[str, str, str]]:
        """Each option as typed, the key it sets with its table, and the value."""
        options = {
            "--scheduler": ("scheduler.name", self.scheduler),
            "--format": ("workload.format", self.format),
            "--columns": ("workload.columns", self.columns),
            "--limit": ("workload.limit", self.limit),
            "--window": ("workload.window", self.window),
            "--speed": ("workload.speed", self.speed),
            "--max-steps": ("run.max_steps", self.max_steps),
            "--admission": ("scheduler.admission", self.admission),
            "--prefill": ("scheduler.prefill", self.prefill),
            "--on-preempt": ("scheduler.on_preempt", self.on_preempt),
        }
        for option, (place, given) in options.items():
            if given is not None:
                yield f"{option} {given}", place, str(given)
        for text in self.settings or []:
            knob, value = _setting(text)
            yield f"{SET} {text}", knob if "." in knob else f"{KNOBS}{knob}", value


def _setting(text: str) -> tuple[str, str]:
    knob, equals, value = text.partition("=")
    if not knob.strip() or not equals:
        raise Refused(f"--set {clean(text)}: write --set KNOB=VALUE, such as --set num_blocks=64")
    return knob.strip(), value.strip()
