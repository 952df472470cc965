"""What small runs did, in few words."""

from core.run import Run


def scheduled(run: Run) -> dict[int, dict[str, int]]:
    """Tokens by rid in each executed step."""
    return {record.step: record.scheduled for record in run.records()}


def sent_in(run: Run, rid: str) -> list[int]:
    """The steps in which `rid` sent a token."""
    return [record.step for record in run.records() if rid in record.emitted]


def preempted(run: Run) -> list[tuple[int, str, str]]:
    """Every preemption: the step, who went, for whom."""
    return [
        (step, event.rid, event.asker)
        for step in run.series.step
        for event in run.at(step).events
        if event.kind == "preempted"
    ]


def held(run: Run) -> list[tuple[int, str, str]]:
    """Every time that a head was held for another reason: the step, who, and the cause."""
    return [
        (step, event.rid, event.cause)
        for step in run.series.step
        for event in run.at(step).events
        if event.kind == "held"
    ]
