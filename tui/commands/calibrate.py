"""`driftwood calibrate MEASURED`: what the steps of a measured run cost, and how well that fits."""

import json
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

from typer import Argument, Option

from core.request import count_fault
from core.study.calibrate import MOST_TRIALS, Fit, Judged, halves, judged
from core.workload.measured import Measured, read_measured
from tui.commands.asked import Json
from tui.commands.calibrate_case import case_text
from tui.commands.calibrate_curves import calibrate_curves
from tui.commands.calibrate_document import calibrate_document
from tui.commands.calibrate_text import calibrate_text
from tui.commands.case_file import OUTPUT, PRINT, Force, check_place, verified
from tui.commands.coloured import chart_width, printable
from tui.commands.exits import DONE, guarded
from tui.commands.fitting import fitted
from tui.commands.log_file import written
from tui.commands.output import show, tell
from tui.commands.stopped import Interrupted, Refused
from tui.commands.whole_number import whole
from tui.view.clean import clean
from tui.view.lines import text_of

Folder: TypeAlias = Annotated[
    Path,
    Argument(
        metavar="MEASURED",
        help="The folder of a measured run: requests.jsonl, meta.json, timeseries.csv.",
    ),
]
Prompts: TypeAlias = Annotated[
    Path | None,
    Option(
        "--prompts",
        metavar="FILE",
        help="What was sent, with input_tok_ids (.jsonl): what the prefix cache finds in it.",
    ),
]
Trials: TypeAlias = Annotated[
    int,
    Option("--trials", metavar="N", parser=whole, help="Simulated runs of a fit at most."),
]
Output: TypeAlias = Annotated[str | None, OUTPUT]


class Found(NamedTuple):
    """The fit on all requests, and the one on the first half; None if it was not made.

    `interrupted` tells that Ctrl+C came before all was done.
    """

    whole: Judged
    half: Judged | None
    interrupted: bool


@guarded
def calibrate(
    folder: Folder,
    *,
    prompts: Prompts = None,
    trials: Trials = MOST_TRIALS,
    output: Output = None,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Fit the cost of a step to a measured run; say how well."""
    if fault := count_fault("--trials", trials, 1):
        raise Refused(fault.message)
    if output == PRINT and as_json:
        raise Refused("-o - and --json both print on stdout: write the scenario to a file")
    if output is None or output == PRINT:
        found = _found(read_measured(folder, prompts), trials)
        _report(found, as_json=as_json, printed=output == PRINT)
        if output == PRINT:
            show(_case(found, folder).splitlines())
        return DONE
    check_place(Path(output), force=force)
    with written(Path(output)) as out:  # whether that can be written is known before the first step
        found = _found(read_measured(folder, prompts), trials)
        _report(found, as_json=as_json, but="; nothing is written")
        out.write(_case(found, folder))
    tell(f"{clean(output)}: the measured run as a scenario, all its expectations met")
    return DONE


def _found(measured: Measured, trials: int) -> Found:
    """Both fits. Raises `Interrupted` if not even a trial was made."""
    fit = Fit(measured, most_trials=trials)
    if not fitted(fit, "all requests"):
        if fit.best is None:
            raise Interrupted("interrupted before a run was simulated: nothing is fitted")
        return Found(judged(fit), None, interrupted=True)
    first, second = halves(measured)
    half = Fit(measured, first, trials) if first else None
    went_on = half is None or fitted(half, "first half")
    is_there = half is not None and went_on
    return Found(judged(fit), judged(half, second) if is_there and half else None, not went_on)


def _report(found: Found, *, as_json: bool, printed: bool = False, but: str = "") -> None:
    """Tell what was found: on stderr if the scenario is `printed`.

    Raises `Interrupted`, with what that comes to, if it is not all.
    """
    if as_json:
        told = calibrate_document(found.whole, found.half, interrupted=found.interrupted)
        show([json.dumps(told)])
    elif printed:
        tell(*calibrate_text(found.whole, found.half))
        tell(*map(text_of, calibrate_curves(found.whole, chart_width())))
    else:
        show(calibrate_text(found.whole, found.half))
        show(printable(calibrate_curves(found.whole, chart_width())))
    if found.interrupted:
        raise Interrupted(f"interrupted: this is what was fitted by then{but}")


def _case(found: Found, folder: Path) -> str:
    """The scenario, which does the same again."""
    text = case_text(found.whole)
    verified(folder, text)
    return text
