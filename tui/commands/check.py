"""`driftwood check PATH...`: scenarios, and whether their runs are what they expect."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeAlias

from typer import Argument

from core.workload import InputError, Miss, load_scenario
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
        every = (scenario, *scenario.variants.values())
        misses: list[Miss] = []
        for one in every:
            run = one.run()
            if not driven(run):
                return
            misses += misses_of(one, run)
        report.add(sum(len(one.expectations) for one in every), misses, len(every) - 1)
        yield [str(miss) for miss in misses]
