"""Short ways to write a rule's case down: requests of single letters, and a step's events."""

from core import Request, Run
from core.events import Event, Grew
from core.moment import Moment
from core.schedulers.driftwood import Driftwood


def run_of(scheduler: Driftwood, **asked: tuple[int, int, int]) -> Run:
    """The run of requests by rid: (arrival, prompt_len, output_len)."""
    return Run([Request(rid, *numbers) for rid, numbers in asked.items()], scheduler)


def events_of(run: Run, step: int, *kinds: str) -> list[Event]:
    """The events of `step`, of some kinds only if any are named."""
    return [event for event in run.at(step).events if not kinds or event.kind in kinds]


def names(moment: Moment) -> tuple[str, str]:
    """Who waits and who runs, in order."""
    return "".join(row.rid for row in moment.waiting), "".join(row.rid for row in moment.running)


def blocks(moment: Moment) -> dict[str, tuple[int, ...]]:
    """The blocks of who runs."""
    return {row.rid: row.blocks for row in moment.running}


def outcomes(run: Run) -> dict[str, tuple[int | None, int | None, int]]:
    """(first_token, finish, preemptions) of everyone."""
    results = run.finish().results()
    return {
        rid: (result["first_token"], result["finish"], result["preemptions"])
        for rid, result in results.items()
    }


def grew(numbers: tuple[int, ...], taken: tuple[int, ...], free_blocks: int) -> Grew:
    """The growing of admissions by number: who they are plays no part in comparing it."""
    return Grew(numbers, taken, free_blocks, ())
