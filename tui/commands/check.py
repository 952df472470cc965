"""`driftwood check PATH...`: scenarios, and whether their runs are what they expect."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeAlias

from typer import Argument

from core.study import check_differences
from core.workload import InputError, Scenario, load_scenario
from core.workload import check as misses_of
from tui.commands.asked import Json
from tui.commands.check_report import CheckReport
from tui.commands.driving import driven
from tui.commands.exits import BAD_INPUT, DONE, MISSED, fault_lines, guarded
from tui.commands.output import show, tell
from tui.commands.scenario_files import scenario_files
from tui.commands.stopped import Interrupted

Paths: TypeAlias = Annotated[
    list[str],
    Argument(metavar="PATH...", help="Scenarios, folders of them, or names of built-in ones."),
]


@guarded
def check(paths: Paths, *, as_json: Json = False) -> int:
    """Run scenarios and verify what they expect: a line a failure."""
    files = scenario_files(paths)
    report = CheckReport()
    for told in _checked(files, report):
        if not as_json:
            show(told)
    show([report.json() if as_json else report.summary()])
    if report.scenarios + report.unusable < len(files):
        raise Interrupted(
            f"interrupted: {_unchecked(len(files) - report.scenarios - report.unusable)}"
        )
    if report.faults:
        return BAD_INPUT
    return MISSED if report.misses else DONE


def _unchecked(files: int) -> str:
    return f"{files:,} file{' is' if files == 1 else 's are'} not checked"


def _checked(files: list[Path], report: CheckReport) -> Iterator[list[str]]:
    """Check each of `files` and note it in `report`, with the lines to show; stops at a Ctrl+C.

    A scenario is checked with its variants.
    """
    for file in files:
        try:
            scenario = load_scenario(file)
        except InputError as error:
            tell(*fault_lines(error))
            report.refuse(error)
            continue
        except KeyboardInterrupt:
            return
        runs = {one.name: one.run() for one in (scenario, *scenario.variants.values())}
        if not all(map(driven, runs.values())):
            return
        misses = [
            *misses_of(scenario, runs[scenario.name]),
            *check_differences(scenario, runs),
            *(
                miss
                for name, one in scenario.variants.items()
                for miss in misses_of(one, runs[name])
            ),
        ]
        report.add(_expectations(scenario), misses, len(scenario.variants))
        yield [str(miss) for miss in misses]


def _expectations(scenario: Scenario) -> int:
    """How many there are, those of variants and differences included."""
    every = (scenario, *scenario.variants.values())
    differences = sum(one.count for one in scenario.differences)
    return sum(len(one.expectations) for one in every) + differences
