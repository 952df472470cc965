"""What every command that runs a scenario is asked: a file, and what to change in it."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple, TypeAlias

from typer import Argument, Option

from core.policies import QUEUES, VICTIMS
from core.policies.admission import GATES
from core.replica import ON_PREEMPT
from core.schedulers import SCHEDULERS
from core.schedulers.knobs.progress import PREFILL
from core.workload import Scenario, load
from tui.commands.named_file import found
from tui.commands.own_code import is_code, own_policy, own_scheduler
from tui.commands.stopped import Refused
from tui.commands.whole_number import whole
from tui.view.clean import clean

WORKLOAD = "workload."
SET = "--set"
KNOBS = "scheduler."


File: TypeAlias = Annotated[
    str,
    Argument(
        metavar="FILE",
        help="A scenario (.toml), a trace, a recorded schedule (FILE.jsonl:12), the name of a "
        "built-in scenario, or - for what is piped in.",
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
        help="A knob of the scheduler (driftwood schedulers NAME lists them), or cost.base_ms, "
        "workload.speed; none takes one away; can be repeated.",
    ),
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
        help=f"Who is preempted: {', '.join(VICTIMS)}, or your own as my.py:name, which is code "
        "that this command runs.",
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
    str | None,
    Option("--variant", metavar="NAME", help="A variant of the scenario; base is itself."),
]
Queue: TypeAlias = Annotated[
    str | None,
    Option(
        "--queue",
        metavar="NAME",
        help=f"Who is next: {', '.join(QUEUES)}, or your own key as my.py:name, which is code that "
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
    bool,
    Option("--ascii", help="Draw with ASCII alone, as is done where a terminal has nothing else."),
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
