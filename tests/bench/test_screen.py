"""From a key to the frame handed to the terminal, at 120x40, in milliseconds of CPU.

The goal at the median: under 16 ms for 4,096 blocks and 5,000 queued requests, under 33 for 65,536.
"""

import asyncio
import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from textual import events
from textual.drivers.headless_driver import HeadlessDriver

from core import Request, Run, make_scheduler
from core.override import override
from tests.tui.driving import settle
from tui.app import StepApp

KEYS = 60
SIZE = (120, 40)
MOVES = {"n": "next step", "p": "previous step", "s": "next event"}


class Load(NamedTuple):
    """A run with so much of everything, and what a key may cost at the median."""

    blocks: int
    slots: int
    queued: int
    most_ms: float


LOADS = [
    Load(256, 16, 50, 16),
    Load(256, 16, 5_000, 16),
    Load(4_096, 256, 50, 16),
    Load(4_096, 256, 5_000, 16),
    Load(65_536, 1_024, 50, 33),
    Load(65_536, 1_024, 5_000, 33),
]


class Receiver(HeadlessDriver):
    """A terminal that only notes that something was written, and how much."""

    handed: Callable[[int], object] = staticmethod(abs)

    @property
    @override
    def is_headless(self) -> bool:
        """Whether frames are thrown away before they are written: they are not."""
        return False

    @override
    def write(self, data: str) -> None:
        """Take a frame."""
        Receiver.handed(len(data))


def run_of(load: Load) -> Run:
    """Everybody there from the start, so that the queue stays long."""
    draw = random.Random(1)
    share = max(1, load.blocks * 16 * 4 // 5 // load.slots)
    requests = [
        Request(
            f"r{n:05d}", 0, max(1, int(share * draw.uniform(0.5, 1.2))), draw.randint(200, 1200)
        )
        for n in range(load.slots + load.queued)
    ]
    knobs = {"max_running": load.slots, "block_size": 16, "num_blocks": load.blocks}
    return Run(requests, make_scheduler("driftwood", token_budget=8192, **knobs)).advance(1200)


async def measured(run: Run, key: str) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of each key."""
    app = StepApp(run.finish(), title="bench", step=600, ascii_only=False)
    app.driver_class = Receiver
    spent, sizes = [], []
    async with app.run_test(headless=False, size=SIZE) as pilot:
        await settle(pilot)
        arrived = asyncio.Event()
        total = [0]

        def handed(size: int) -> None:
            total[0] += size
            arrived.set()

        Receiver.handed = staticmethod(handed)
        for _ in range(KEYS):
            arrived.clear()
            total[0] = 0
            started = time.process_time()
            app.post_message(events.Key(key, key))
            await arrived.wait()
            spent.append(1000 * (time.process_time() - started))
            await asyncio.sleep(0.01)
            sizes.append(total[0])
        Receiver.handed = staticmethod(abs)
    return spent, sizes


@pytest.mark.bench
@pytest.mark.parametrize("load", LOADS, ids=lambda load: f"{load.blocks}-{load.queued}")
def test_a_key_is_a_frame_soon(load: Load) -> None:
    run = run_of(load)
    for key, name in MOVES.items():
        spent, sizes = asyncio.run(measured(run, key))
        median, highest = statistics.median(spent), max(spent)
        print(
            f"{load.blocks:>6,} blocks {load.queued:>5,} queued  {name:<13} "
            f"median {median:5.1f} ms  highest {highest:5.1f} ms  "
            f"{statistics.median(sizes) / 1000:4.1f} kB"
        )
        assert median < load.most_ms
