"""Stepping through a whole trace against stepping through three requests: the ratio of each key.

Azure's 19,366 conversations on vLLM with 256 slots, a budget of 2,048 and 2,588 blocks; both runs
are measured in one process, so that whatever else the machine does weighs on both.
"""

import asyncio
import os
import statistics
import time
from pathlib import Path

import pytest
from textual import events

from core.workload import Scenario
from core.workload.load import load
from tests.bench.test_screen import Receiver
from tests.tui.driving import settle
from tui.app import StepApp
from tui.commands.builtin import FOLDER
from tui.session import Session
from tui.view.scene import Film

DATA = os.environ.get("DRIFTWOOD_DATA", "")
TRACE = Path(DATA, "traces", "azure-2023", "AzureLLMInferenceTrace_conv.csv")
KEYS = {
    "n": "next step",
    "p": "previous step",
    "s": "next event",
    "S": "previous event",
    "N": "next preemption",
    "P": "previous preemption",
}
PRESSES = 40
SECONDS = 20.0
SIZES = ((80, 24), (120, 40), (200, 60))
MOST_TIMES = 4.0
"""A key in the whole trace costs at most so many times what a step does with three requests."""

pytestmark = pytest.mark.skipif(not DATA, reason="DRIFTWOOD_DATA, the folder of traces, is unset")


def session_of(opened: Scenario, step: int) -> Session:
    """Somebody at a step of the whole run of `opened`, of which everything is known."""
    run = opened.run().finish()
    session = Session(Film(run, opened.title, opened.notes, opened), step)
    session.desk.finish()
    return session


def app_of(session: Session) -> StepApp:
    """The app on it."""
    app = StepApp(session.film.run, ascii_only=False)
    app.session = session
    app.driver_class = Receiver
    return app


async def milliseconds(app: StepApp, size: tuple[int, int]) -> dict[str, float]:
    """Of each key the median CPU time from the key to the frame."""
    spent: dict[str, list[float]] = {key: [] for key in KEYS}
    async with app.run_test(headless=False, size=size) as pilot:
        await settle(pilot)
        arrived = asyncio.Event()

        def handed(size: int) -> None:
            del size
            arrived.set()

        Receiver.handed = staticmethod(handed)
        for key in [each for _ in range(PRESSES) for each in KEYS]:
            arrived.clear()
            started = time.process_time()
            app.post_message(events.Key(key, key))
            await asyncio.wait_for(arrived.wait(), SECONDS)
            spent[key].append(1000 * (time.process_time() - started))
            await asyncio.sleep(0.005)
        Receiver.handed = staticmethod(abs)
    return {key: statistics.median(times) for key, times in spent.items()}


@pytest.mark.bench
def test_a_whole_trace_steps_as_three_requests_do() -> None:
    large = load(TRACE).with_settings({}, scheduler="vllm")
    few = session_of(load(FOLDER / "brief" / "2-preemption.toml"), 2)
    many = session_of(large, 150_000)
    for size in SIZES:
        one = asyncio.run(milliseconds(app_of(few), size))
        other = asyncio.run(milliseconds(app_of(many), size))
        for key, name in KEYS.items():
            times = other[key] / one["n"]
            print(
                f"{size[0]:>3}x{size[1]}  {name:<19} {other[key]:5.1f} ms with "
                f"{len(large.requests):,} requests, {times:.2f} times a step with 3"
            )
            assert times < MOST_TIMES
