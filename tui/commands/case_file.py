"""A scenario that a command writes: where to, and that it does the same again."""

from pathlib import Path
from typing import Annotated, TypeAlias

from typer import Option

from core import Run
from core.workload import check
from core.workload.document import parse
from core.workload.scenario import read_scenario
from core.workload.source import Source
from tui.commands.driving import driven
from tui.commands.named_file import exists
from tui.commands.stopped import Interrupted, Refused
from tui.view.clean import clean

PRINT = "-"
"""In the place of a file: print it."""

OUTPUT = Option("-o", "--output", metavar="CASE.toml", help="The file to write; - prints it.")
Output: TypeAlias = Annotated[str, OUTPUT]
Force: TypeAlias = Annotated[bool, Option("--force", help="Write over a file that is there.")]


def check_place(output: Path, *, force: bool) -> None:
    """Raise `Refused` if `output` is no name for a scenario, or there is something already."""
    if output.suffix.lower() != ".toml":
        raise Refused(f"{clean(str(output))}: a scenario's name ends in .toml")
    if exists(output) and not force:
        raise Refused(f"{clean(str(output))} is there already; --force writes over it")


def ended(run: Run) -> Run:
    """`run`, driven to its end. Raises `Interrupted` or `Refused` if it does not get there."""
    if not driven(run):
        raise Interrupted("interrupted: nothing is written")
    if run.status == "failed":
        raise Refused(clean(run.reason))
    return run


def verified(path: Path, text: str) -> int:
    """How many expectations a file of `text` would have, where it is called `path`.

    What it holds is read and run as a check does. Raises `Refused` where it is not met: then
    nothing is written.
    """
    scenario = read_scenario(Source(path, text, parse(text)))
    misses = check(scenario, ended(scenario.run()))
    if misses:
        raise Refused(f"the scenario does not do the same again, nothing is written: {misses[0]}")
    return len(scenario.expectations)
