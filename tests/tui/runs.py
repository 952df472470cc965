"""Runs to look at: the brief's preemption, one of every kind of event, and random ones."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from core import Request, Run, make_scheduler
from core.events import Event
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.schedulers import Scheduler
from tui.session import Session
from tui.view.scene import Film

HOSTILE = (
    "[bold]x[/]",
    "[@click=app.quit]x[/]",
    "back\\slash\\",
    "esc\x1b[2J\x1b]0;title\x07",
    "c1\x9b2J\x90q",
    "bidi\u202eabc\u2066d",
    "tab\tnew\nline\r\v\f\u2028\u2029",
    "wide\u6f22\u5b57\uff21",
    "piled" + "e\u0301\u0302\u0303" * 30,
    "tags\U000e0041\U000e0042 zero\u200b\u200d\ufeffwidth",
    "lone\ud800surrogate",
    "flag\U0001f1e9\U0001f1ea skin\U0001f44d\U0001f3fd",
    "long" * 2500,
    "",
)


def preemption() -> Run:
    """The brief's second example: B makes room for A in step 3."""
    requests = [Request("A", 0, 6, 4), Request("B", 0, 4, 5), Request("C", 1, 3, 2)]
    return Run(requests, make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4))


def hostile() -> Run:
    """Requests whose names are attacks; one can never fit."""
    requests = [Request(rid, at, 20 + at, 12) for at, rid in enumerate(HOSTILE)]
    requests.append(Request("never", 3, 900, 1))
    knobs = {"max_running": 5, "block_size": 4, "num_blocks": 40, "token_budget": 32}
    return Run(requests, make_scheduler("driftwood", **knobs))


def gap() -> Run:
    """A million idle steps between two requests, without memory."""
    requests = [Request("early", 2, 3, 2), Request("late", 1_000_000, 3, 2)]
    return Run(requests, make_scheduler("driftwood", max_running=2))


def timed() -> Run:
    """Arrivals in milliseconds."""
    requests = [Request(f"t{n}", 0, 30, 8, arrival_ms=33.0 * n) for n in range(12)]
    knobs = {"max_running": 4, "block_size": 8, "num_blocks": 16}
    return Run(requests, make_scheduler("driftwood", **knobs))


def busy(requests: int = 400, blocks: int = 600, slots: int = 48, seed: int = 1) -> Run:
    """Random requests, more than there is memory for."""
    draw = random.Random(seed)
    at = 0.0
    workload: list[Request] = []
    for number in range(requests):
        at += draw.expovariate(1.5)
        prompt, output = (max(1, int(draw.lognormvariate(mean, 0.7))) for mean in (4.6, 4.2))
        workload.append(Request(f"r{number}", int(at), prompt, output))
    knobs = {"max_running": slots, "block_size": 16, "num_blocks": blocks, "token_budget": 512}
    return Run(workload, make_scheduler("driftwood", **knobs))


@dataclass(frozen=True)
class Raising:
    """A user's own scheduler, which raises in its fourth step."""

    inner: Scheduler

    def new_memory(self) -> Memory:
        """That of the real one."""
        return self.inner.new_memory()

    def never_fits(self, request: Request) -> NeverFits | None:
        """The same."""
        return self.inner.never_fits(request)

    def step(self, replica: Replica) -> Iterator[Event]:
        """The same, until it raises."""
        for number, event in enumerate(self.inner.step(replica)):
            if replica.clock.step == 3 and number == 1:
                raise KeyError("[oops]\x1b[2J")
            yield event


def failing() -> Run:
    """The brief's second example under a scheduler that raises."""
    good = preemption()
    return Run(good.requests, Raising(good.scheduler))


def session(run: Run, step: int = 0, event: int | None = None) -> Session:
    """Somebody at a moment of `run`, which is computed to its end."""
    return Session(Film(run.finish(), "a title", "some notes"), step, event)
