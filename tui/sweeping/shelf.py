"""Where scenarios lie for the workers: each is read once, written here, and read by each worker.

They lie in files rather than in memory, of this process or on the way: a grid may have a hundred
workloads of which two are at work.
"""

import pickle
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from core.workload import Scenario


class Shelf:
    """Scenarios by number, until the end of a `with`."""

    def __init__(self) -> None:
        """Nothing lies here yet."""
        self._folder = TemporaryDirectory(prefix="driftwood-")
        self._count = 0

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take everything away."""
        self._folder.cleanup()

    def put(self, scenario: Scenario) -> int:
        """Lay `scenario` down; its number."""
        self._count += 1
        self.path(self._count).write_bytes(pickle.dumps(scenario))
        return self._count

    def path(self, number: int) -> Path:
        """Where scenario `number` lies."""
        return Path(self._folder.name, f"{number}.pickle")


@lru_cache(maxsize=1)
def taken(path: str) -> Scenario:
    """The scenario at `path`, which a shelf wrote; the last one is kept."""
    found: Scenario = pickle.loads(Path(path).read_bytes())  # noqa: S301 - our own, just written
    return found
