"""The records that a run should have, from the naive engine's trace."""

from core.record import Record
from core.run import Run
from tests.naive.records import NaiveTrace, StepRecord


def scheduled(record: StepRecord) -> list[tuple[str, int]]:
    """Who got how many tokens: the decoding first, then prompts, each in admission order."""
    prompts = [(str(c[1]), int(c[2])) for c in record.changes if c[0] in ("first_token", "chunk")]
    decoded = [rid for rid in record.emitted if rid not in dict(prompts)]
    return [*((rid, 1) for rid in decoded), *prompts]


def naive_records(trace: NaiveTrace) -> list[Record]:
    """The records of a naive trace."""
    return [
        Record(
            step=step.step,
            scheduled=dict(scheduled(step)),
            blocks_used=step.blocks_used,
            preempted=tuple(sorted(str(c[1]) for c in step.changes if c[0] == "preempted")),
            waiting=len(step.waiting_after),
            running=tuple(step.ran),
            emitted=tuple(step.emitted),
            tokens=step.tokens,
        )
        for step in trace.steps
    ]


def check_series(run: Run, records: list[Record]) -> None:
    """Compare the series of a run with its records."""
    series = run.series
    assert list(series.step) == [record.step for record in records]
    assert list(series.running) == [len(record.running) for record in records]
    assert list(series.waiting) == [record.waiting for record in records]
    assert list(series.blocks) == [record.blocks_used for record in records]
    assert list(series.tokens) == [record.tokens for record in records]
    assert list(series.emitted) == [len(record.emitted) for record in records]
    assert series.preemptions[-1] == sum(len(record.preempted) for record in records)
    states = [result["state"] for result in run.results().values()]
    assert series.rejections[-1] == states.count("rejected")
