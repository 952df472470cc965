"""The naive engine's two calls: the brief's `simulate`, and a trace that tells more."""

from collections.abc import Iterable

from tests.naive.loop import NaiveRun
from tests.naive.records import Asked, LogEntry, NaiveTrace, Results, Settings, StepRecord
from tests.naive.refusals import (
    refuse_bad_log,
    refuse_bad_requests,
    refuse_bad_settings,
    refuse_too_large,
)


def naive_simulate(
    requests: Iterable[Asked],
    max_running: int,
    block_size: int | None = None,
    num_blocks: int | None = None,
    token_budget: int | None = None,
    log: list[LogEntry] | None = None,
) -> Results:
    """Do as the brief's `simulate`: results per rid, and a log entry per step when asked for."""
    asks = list(requests)
    settings = Settings(max_running, block_size, num_blocks, token_budget)
    refuse_bad_settings(settings)
    refuse_bad_requests(asks)
    refuse_too_large(asks, settings)
    refuse_bad_log(log)
    trace = NaiveRun(asks, settings).to_the_end()
    if log is not None:
        log.extend(log_entries(trace.steps))
    return trace.results


def naive_trace(
    requests: Iterable[Asked],
    max_running: int,
    block_size: int | None = None,
    num_blocks: int | None = None,
    token_budget: int | None = None,
) -> NaiveTrace:
    """Tell the same run in full; a request that could never fit is rejected as it arrives."""
    return naive_trace_of(
        list(requests), Settings(max_running, block_size, num_blocks, token_budget)
    )


def naive_trace_of(asks: list[Asked], settings: Settings) -> NaiveTrace:
    """Tell a run with any settings, the victim rule among them."""
    refuse_bad_settings(settings)
    refuse_bad_requests(asks)
    return NaiveRun(asks, settings).to_the_end()


def log_entries(steps: list[StepRecord]) -> list[LogEntry]:
    """One entry for every step from 0 to the last, the idle ones included."""
    entries: list[LogEntry] = []
    for record in steps:
        while len(entries) < record.step:
            entries.append(log_entry(len(entries), [], [], 0, 0))
        entries.append(
            log_entry(record.step, record.ran, record.emitted, record.tokens, record.blocks_used)
        )
    return entries


def log_entry(
    step: int, running: list[str], emitted: list[str], tokens: int, blocks_used: int
) -> LogEntry:
    return {
        "step": step,
        "running": running,
        "emitted": emitted,
        "tokens": tokens,
        "blocks_used": blocks_used,
    }
