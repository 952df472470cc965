"""A sweep from its words to its report."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shlex import quote
from tempfile import gettempdir

from core.explain import counted
from core.study.sweep import Outcome, Sweep
from tui.commands.asked import Asked
from tui.commands.exits import BAD_INPUT, DONE, MISSED
from tui.commands.named_file import found
from tui.commands.opening import options_of
from tui.commands.output import is_terminal, show, tell
from tui.commands.stopped import Interrupted, Refused
from tui.commands.working import interruptible
from tui.sweeping.book import Book, opened
from tui.sweeping.cluster import Cluster
from tui.sweeping.crew import Job, Processes, Workers
from tui.sweeping.document import csv_lines, document
from tui.sweeping.identity import header_of
from tui.sweeping.prepared import Prepared, Preparing
from tui.sweeping.report import report
from tui.sweeping.running import LOST, Pace, Running
from tui.sweeping.shelf import Shelf
from tui.sweeping.wanted import Wanted, wanted
from tui.sweeping.wish import Wish, repriced
from tui.sweeping.worker import FAILED
from tui.view.clean import clean

SUFFIX = ".sweep.jsonl"


def swept(asked: Asked, wish: Wish) -> int:
    """Run the grid that `asked` writes, as far as it is not done yet, and tell what it came to."""
    wish.check()
    every = wanted(asked)
    knobs = wish.cheap_knobs(every.grid)
    wish.conditions  # noqa: B018 - what is wrong with them is told before anything is read
    with Shelf() as shelf:
        try:
            prepared = Preparing(every, shelf).prepared()
        except KeyboardInterrupt:
            raise Interrupted("interrupted: nothing was run") from None
        _warn(prepared, every.grid.size)
        goal = wish.goal(prepared.timed)
        path = wish.output or _unasked(found(asked.file))
        header = header_of(every, prepared.inputs)
        book = opened(path, header, every.grid, resume=wish.resume, force=wish.force)
        outcomes = _outcomes(book, prepared)
        try:
            _run(every, prepared, shelf, Running(book, outcomes), wish)
        finally:
            book.close()
            _tidy(path, wish, every, outcomes)
    points = repriced(prepared.points, every.grid, knobs)
    sweep = Sweep(every.grid, points, outcomes, goal)
    _show(every, sweep, prepared.title, wish)
    return _ended(every, sweep, path, wish)


def _unasked(file: Path) -> Path:
    """The results of a sweep of `file` that nobody gave a name, where files can be written."""
    folder = Path() if os.access(Path.cwd(), os.W_OK) else Path(gettempdir())
    return folder / f"{file.stem}{SUFFIX}"


def _warn(prepared: Prepared, points: int) -> None:
    """Tell what is not as recorded, and somebody who looks on what will not be run.

    Before they wait for the rest.
    """
    tell(*prepared.left_out)
    if prepared.refused and is_terminal(sys.stderr):
        few = counted(len(prepared.refused), "point")
        tell(f"{few} of {points:,} refused: knobs that do not go together; the others are run")


def _outcomes(book: Book, prepared: Prepared) -> dict[int, Outcome]:
    """What is known before the first run."""
    return {**prepared.refused, **{row.number: row.outcome for row in book.rows}}


def _run(every: Wanted, prepared: Prepared, shelf: Shelf, running: Running, wish: Wish) -> None:
    """Run the points without an outcome."""
    left = [point.number for point in prepared.points if point.number not in running.outcomes]
    if not left:
        return
    jobs = (Job(n, every.grid.point(n), prepared.loads[n], every.at(n)) for n in left)
    workers = _workers(every, shelf, wish, len(left))
    with interruptible() as interruption:
        running.run(jobs, workers, Pace(len(left)), interruption)


def _workers(every: Wanted, shelf: Shelf, wish: Wish, most: int) -> Workers:
    if wish.dask is not None:
        return Cluster(wish.dask, shelf, every.code_files())
    return Processes(min(most, wish.jobs or _cores()), shelf)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _left(every: Wanted, outcomes: dict[int, Outcome]) -> int:
    """How many points are to be run yet."""
    return every.grid.size - sum(one.status != LOST for one in outcomes.values())


def _tidy(path: Path, wish: Wish, every: Wanted, outcomes: dict[int, Outcome]) -> None:
    """Remove a file that nobody asked for once it is of no use: with everything, or nothing."""
    if wish.output is None:
        ran = [one for one in outcomes.values() if one.status not in {LOST, "refused"}]
        if not ran or not _left(every, outcomes):
            with suppress(OSError):
                path.unlink()


def _show(every: Wanted, sweep: Sweep, title: str, wish: Wish) -> None:
    if wish.as_json:
        show([document(every, sweep, title)])
    elif wish.as_csv:
        show(csv_lines(sweep))
    else:
        show(report(every, sweep, title, wish))


def _ended(every: Wanted, sweep: Sweep, path: Path, wish: Wish) -> int:
    """The exit code; what is left of the sweep is told."""
    left = _left(every, dict(sweep.outcomes))
    lost = [one.reason for one in sweep.outcomes.values() if one.status == LOST]
    if left:
        told = f"{counted(left, 'point')} of {sweep.grid.size:,} left to run"
        where = f"the others are in {clean(str(path))}; to go on: {_again(every, wish)}"
        if left > len(lost):
            raise Interrupted(f"interrupted: {told}, {where}")
        tell(f"{told}, {where}", *map(clean, dict.fromkeys(lost)))
        return BAD_INPUT
    statuses = {one.status for one in sweep.outcomes.values()}
    if statuses == {FAILED}:
        raise Refused(clean(next(iter(sweep.outcomes.values())).reason))
    return MISSED if wish.slo and sweep.cheapest is None else DONE


def _again(every: Wanted, wish: Wish) -> str:
    """The command that goes on with it."""
    words = ["driftwood", "sweep", every.asked.file, *options_of(every.asked), *_options(wish)]
    return clean(" ".join(map(quote, words)))


def _options(wish: Wish) -> Iterator[str]:
    given = {
        "-o": wish.output,
        "--jobs": wish.jobs,
        "--dask": wish.dask,
        "--cheapest": wish.cheapest,
        "--pareto": wish.pareto if wish.pareto != "ttft_p99" else None,
    }
    for option, value in given.items():
        if value is not None:
            yield from (option, str(value))
    for condition in wish.slo:
        yield from ("--slo", condition)
    yield from (word for word, asked in (("--csv", wish.as_csv), ("--json", wish.as_json)) if asked)
    yield "--resume"
