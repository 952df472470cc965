"""Short ways to write down what a run should come to."""

from tests.naive.records import Change, LogEntry, NaiveTrace, Results


def told(results: Results) -> list[tuple[str, int | None, int | None, int | None]]:
    """Tell results as (rid, first_token, finish, preemptions)."""
    return [
        (rid, result["first_token"], result["finish"], result["preemptions"])
        for rid, result in results.items()
    ]


def entries(*lines: tuple[str, str, int, int]) -> list[LogEntry]:
    """Make a log of lines of (running, emitted, tokens, blocks_used); rids are single letters."""
    return [
        {
            "step": step,
            "running": list(running),
            "emitted": list(emitted),
            "tokens": tokens,
            "blocks_used": blocks_used,
        }
        for step, (running, emitted, tokens, blocks_used) in enumerate(lines)
    ]


def changes_of(trace: NaiveTrace) -> list[list[Change]]:
    return [record.changes for record in trace.steps]
