"""What a sweep came to, for programs: the document of `driftwood sweep --json`, and CSV."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO

from core.study.effects import effects
from core.study.sweep import Sweep
from tui.sweeping.figures import told_figures
from tui.sweeping.wanted import Wanted
from tui.view.clean import clean

NOT_RUN = "not run"


def document(every: Wanted, sweep: Sweep, title: str) -> str:
    """The document, format 1; its keys are kept, new ones may come.

    Values of knobs are as they were typed.
    """
    goal = sweep.goal
    return json.dumps(
        {
            "format": 1,
            "title": title,
            "file": every.asked.file,
            "grid": {axis.name: axis.values for axis in sweep.grid.axes},
            "throughput": goal.throughput,
            "latency": goal.latency,
            "points": [_point(sweep, number) for number in range(sweep.grid.size)],
            "effects": list(_effects(sweep)),
            "slo": [one.text for one in goal.conditions],
            "cheapest": _cheapest(sweep),
        }
    )


def _point(sweep: Sweep, number: int) -> Mapping[str, object]:
    outcome = sweep.outcomes.get(number)
    missed = sweep.missed(number) if sweep.goal.conditions else None
    return {
        "point": number,
        "knobs": sweep.grid.point(number),
        "status": NOT_RUN if outcome is None else outcome.status,
        "reason": "" if outcome is None else outcome.reason,
        "pareto": number in sweep.front,
        "slo": None if missed is None else {"met": not missed, "misses": missed},
        "totals": {} if outcome is None else outcome.figures,
    }


def _effects(sweep: Sweep) -> Iterator[Mapping[str, object]]:
    for one in effects(sweep.grid, sweep.figures, told_figures(sweep)):
        yield {"knob": one.knob, "figure": one.figure, "means": one.means, "sets": one.sets}


def _cheapest(sweep: Sweep) -> Mapping[str, object] | None:
    found = sweep.cheapest if sweep.goal.conditions else None
    return None if found is None else {"knobs": found.knobs, "points": found.points}


def csv_lines(sweep: Sweep) -> list[str]:
    """A line for each point under the names: knobs, how it ended, and every figure of any run.

    Knobs are called `knob.num_blocks`: a knob and a figure may have one name.
    """
    every = sweep.outcomes.values()
    figures = list(dict.fromkeys(name for one in every for name in one.figures))
    knobs = [f"knob.{clean(axis.name)}" for axis in sweep.grid.axes]
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["point", *knobs, "status", "reason", "pareto", "slo", *figures])
    for number in range(sweep.grid.size):
        point = _point(sweep, number)
        outcome = sweep.outcomes.get(number)
        found = {} if outcome is None else outcome.figures
        missed = sweep.missed(number) if sweep.goal.conditions else None
        out.writerow(
            [
                number,
                *map(clean, sweep.grid.point(number).values()),
                point["status"],
                clean(str(point["reason"])),
                int(number in sweep.front),
                "" if missed is None else int(not missed),
                *(found.get(name, "") for name in figures),
            ]
        )
    return text.getvalue().splitlines()
