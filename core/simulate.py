"""The brief's function, on top of a run."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from core.record import Record
from core.request import MOST, Request
from core.run import Run
from core.schedulers.driftwood import Driftwood


class Outcome(TypedDict):
    """Steps of the first and the last token, and how often it was preempted."""

    first_token: int
    finish: int
    preemptions: int


class LogEntry(TypedDict):
    """One step of the log.

    Who ran and who sent a token, in order of admission, and the tokens and blocks of the step.
    """

    step: int
    running: list[str]
    emitted: list[str]
    tokens: int
    blocks_used: int


def simulate(
    requests: Sequence[Request],
    max_running: int,
    block_size: int | None = None,
    num_blocks: int | None = None,
    token_budget: int | None = None,
    log: list[LogEntry] | None = None,
) -> dict[str, Outcome]:
    """Run `requests` to the end; for each, in their order, when it sent its first and last token.

    If `log` is a list, one entry per step from 0 to the last finish is appended, idle steps too.
    Raises `ValueError` (`TypeError` for a wrong type), naming the request and the number, for
    anything malformed, for a request that could never fit, even alone, and for one with
    `cancel_at`, which may have no last token; then nothing is simulated and `log` is untouched. An
    error of the engine itself is raised as it is, with a note of the step.
    """
    requests = tuple(requests)
    scheduler = Driftwood(max_running, block_size, num_blocks, token_budget)
    if log is not None and not isinstance(log, list):
        raise TypeError(f"log must be a list, not {log!r}")
    run = Run(requests, scheduler, max_steps=MOST)
    for request in requests:
        if request.cancel_at is not None:
            said = "cancel_at is not for simulate, which returns everyone's last token: make a Run"
            raise ValueError(f"request {request.rid!r}: {said}")
        if why := scheduler.never_fits(request):
            raise ValueError(f"request {request.rid!r} could never fit, even alone: it {why}")
    run.finish()
    if run.error is not None:
        run.error.add_note(run.reason)
        raise run.error
    if log is not None:
        log.extend(_log(run))
    outcomes: dict[str, Outcome] = {
        rid: {"first_token": first_token, "finish": finish, "preemptions": preemptions}
        for rid, first_token, finish, preemptions in run.finishes()
    }
    return {request.rid: outcomes[request.rid] for request in requests}


def _log(run: Run) -> Iterator[LogEntry]:
    following = 0
    for record in run.records():
        for idle in range(following, record.step):
            yield LogEntry(step=idle, running=[], emitted=[], tokens=0, blocks_used=0)
        yield _entry(record)
        following = record.step + 1


def _entry(record: Record) -> LogEntry:
    return LogEntry(
        step=record.step,
        running=list(record.running),
        emitted=list(record.emitted),
        tokens=record.tokens,
        blocks_used=record.blocks_used,
    )
