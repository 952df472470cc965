"""Cycle: the run goes round in circles and can never end.

The state (who waits and who runs, in order, each with its computed and sent tokens; no clock, no
block ids, no counters) after some step is that after an earlier one, and nobody is still to
arrive. The run itself notices (`core.cycle`) and stops; here the circle's first step is worked
out, by replay of the steps since the last token; where tokens are sent again and again, of those
since the last request arrived or ended.
"""

from collections.abc import Iterator

from core.cycle import state_of
from core.events import Event
from core.explain import counted
from core.findings.finding import Finding, Jump, finding
from core.replica import Replica
from core.run import Run


def cycle(run: Run) -> Iterator[Finding]:
    """The circle in which `run` ended, if it did.

    `jump` is the moment after its first step, whose state is that after `period` steps more.
    """
    if run.status != "cycling":
        return
    laps = [_lap(*step) for step in run.replay(_start(run)) if step[0].next_arrival is None]
    states = [state for state, _ in laps]
    period = len(states) - 1 - _last(states[-1], states[:-1])
    first = next(at for at, state in enumerate(states) if state == states[at + period])
    jump, steps = laps[first][1], [jump.step for _, jump in laps[first : first + period]]
    alive = list(_alive(run, jump))
    yield finding(
        "cycle",
        f"the state repeats from step {jump.step:,} on: period {period:,}, {_tokens(run)}, "
        f"{counted(len(alive), 'request')} never done",
        jump,
        alive,
        steps,
        period=period,
        first_step=jump.step,
        last_token=_last_token(run),
        requests=len(alive),
    )


def _lap(replica: Replica, happened: list[Event]) -> tuple[int, Jump]:
    """A state as its hash, since a circle may be long, and the moment after the step."""
    return hash(state_of(replica)), Jump(replica.clock.step, len(happened))


def _last_token(run: Run) -> int:
    """The last step in which a token was sent; before the first step if there was none."""
    series = run.series
    at = next((at for at in reversed(range(len(series))) if series.emitted[at]), None)
    return -1 if at is None else series.step[at]


def _start(run: Run) -> int:
    """A step at or before the circle's first."""
    if not _sends_again(run):
        return _last_token(run)
    ends = (result[end] for result in run.results().values() for end in ("finish", "cancelled_at"))
    joined = map(run.series.joined, run.requests)
    return max(*joined, *(end for end in ends if end is not None), 0)


def _sends_again(run: Run) -> bool:
    """Whether tokens are sent within the circle."""
    assert run.period is not None
    return any(run.series.emitted[-run.period :])


def _tokens(run: Run) -> str:
    return "the same tokens sent again" if _sends_again(run) else "no token emitted"


def _last(state: int, states: list[int]) -> int:
    """The last place of `state` among `states`."""
    return max(at for at, other in enumerate(states) if other == state)


def _alive(run: Run, jump: Jump) -> Iterator[str]:
    replica, _ = next(run.replay(jump.step))
    yield from (queued.request.rid for queued in replica.queue)
    yield from (running.request.rid for running in replica.running.values())
