"""The runs that `driftwood compare` puts beside each other, and looking for where they part."""

from collections.abc import Mapping
from typing import NamedTuple

from core import Run
from core.study import Comparison
from core.workload import Scenario
from core.workload.variants import BASE
from tui.commands.asked import Asked
from tui.commands.changed import asked_for, changed_scenario
from tui.commands.driving import driven
from tui.commands.searching import Looking
from tui.commands.stopped import Interrupted, Refused
from tui.commands.working import worked
from tui.view.clean import clean

STOPPED = "interrupted: nothing was compared"


class Subject(NamedTuple):
    """One of the runs: how it is asked for, and its scenario."""

    asked: Asked
    scenario: Scenario


def subjects(asked: Asked, variants: list[str], changes: list[str]) -> dict[str, Subject]:
    """The runs to compare, by what they are called, the one first that others are held against.

    Those are `variants` of the scenario, or else the scenario with all of its variants; with
    `changes`, the first of `variants`, or else the scenario alone, and what each change makes of
    it, or the variant that is called so. Raises `Refused` where there are not two.
    """
    loaded = asked.loaded()
    every = [loaded.name] if changes else list(loaded.alternatives)
    found: dict[str, Subject] = {}
    for name in variants or every:
        one = asked._replace(variant=None if name == BASE else name)
        found[name] = Subject(one, one.changed(loaded))
    first = next(iter(found.values()))
    for change in map(str.strip, changes):
        if change in {BASE, *loaded.alternatives}:
            one = asked._replace(variant=None if change == BASE else change)
            found[change] = Subject(one, one.changed(loaded))
        else:
            scenario = changed_scenario(first.scenario, change, "--with")
            found[change] = Subject(asked_for(first.asked, change), scenario)
    if len(found) > 1:
        return found
    why = "one run is compared with nothing" if loaded.variants else "it has no variants"
    raise Refused(f"{clean(asked.file)}: {why}; --with victim=largest_cache is another run of it")


def compared(subjects: Mapping[str, Subject]) -> Comparison:
    """The runs driven to their ends, and where they part. Raises `Interrupted` on Ctrl+C."""
    runs: dict[str, Run] = {}
    for name, one in subjects.items():
        runs[name] = one.scenario.run()
        if not driven(runs[name]):
            raise Interrupted(STOPPED)
    comparison = Comparison(runs)
    for name, search in comparison.searches.items():
        if not worked(Looking(f"{clean(name)} compared", search)):
            raise Interrupted(STOPPED)
    return comparison
