"""Workers on a Dask cluster, through its futures.

The library is an extra, imported only here. Each worker is sent a scenario once, by the cluster
itself, so none of them needs the file; it does need this driftwood, and the files of one's own
policies at the same places. A worker that dies has its points run by another: Dask does that.
"""

import logging
import re
from concurrent.futures import Executor, Future
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from core.study.sweep import Outcome
from core.workload import Scenario
from tui.commands.output import progress
from tui.commands.stopped import Refused
from tui.commands.version import engine_digest, installed_version
from tui.sweeping.crew import Job
from tui.sweeping.identity import digest_of
from tui.sweeping.shelf import Shelf, taken
from tui.sweeping.worker import worked
from tui.view.clean import clean

ROOM = 4096
"""Points that a cluster knows of at a time: more than it has cores, so that it can grow."""
ADDRESS = re.compile(r"(\w+://)?[\w.\-\[\]:]+:\d+", re.ASCII)
KEPT = "what is done is kept, the same command with --resume goes on"
LOUD = {"distributed", "tornado", "asyncio"}
"""Whose loggers would print what we tell in words of our own."""
CONNECT_SECONDS = 10
WAIT_SECONDS = 30
MISSING = "--dask needs Dask: in a clone of this driftwood, pip install '.[cluster]'"
"""The clone is said since the registry has another project of this name."""


class Client(Protocol):
    """What is used of Dask's client, which brings no types of its own for it."""

    status: str

    def scatter(self, data: Scenario, *, broadcast: bool, hash: bool) -> object:  # noqa: A002 - its name
        """Have `data` on every worker."""
        ...

    def run(self, function: Any, *arguments: object) -> dict[str, object]:  # noqa: ANN401 - any one
        """Call `function` on every worker; what it returns, by the worker's address."""
        ...

    def get_executor(self, *, pure: bool) -> Executor:
        """It as an executor."""
        ...

    def wait_for_workers(self, count: int, timeout: float) -> None:
        """Wait until there are so many."""
        ...

    def close(self, timeout: float) -> None:
        """Part from the cluster."""
        ...


class Cluster:
    """The workers of the cluster at `address`, who are sent what lies on `shelf`."""

    room = ROOM

    def __init__(self, address: str, shelf: Shelf, code_files: list[str]) -> None:
        """Connect. Raises `Refused` where that cannot be, or the workers have another engine."""
        self._shelf = shelf
        self._address = clean(address)
        self._sent: tuple[int, object] = (0, None)
        self._client = _connected(address)
        try:
            self._check(code_files)
            self._executor = self._client.get_executor(pure=False)
        except BaseException:
            self._client.close(CONNECT_SECONDS)
            raise

    def submit(self, job: Job, /) -> Future[Outcome]:
        """Begin a job."""
        try:
            if self._sent[0] != job.load:
                scenario = taken(str(self._shelf.path(job.load)))
                self._sent = job.load, self._client.scatter(scenario, broadcast=True, hash=False)
            handle: Any = self._sent[1]  # a future of the cluster's: there it is the scenario
            return self._executor.submit(worked, handle, job.asked)
        except Exception as error:  # noqa: BLE001 - whatever a connection may say that is gone
            said = f"the cluster is gone: {_words(error)}; {KEPT}"
            raise Refused(f"--dask {self._address}: {said}") from None

    @property
    def gone(self) -> str:
        """Whether the cluster is: Dask has tried in vain to reach it again."""
        if self._client.status != "closed":
            return ""
        return f"--dask {self._address}: the cluster is gone; {KEPT}"

    def mend(self) -> None:
        """Dask does that itself."""

    def stop(self) -> None:
        """Take back what is not begun, and part; what is at work there ends by itself."""
        with suppress(Exception):  # nothing can be taken back from a cluster that is gone
            self._executor.shutdown(wait=False)
        with suppress(Exception):
            self._client.close(CONNECT_SECONDS)

    def _check(self, code_files: list[str]) -> None:
        """Refuse workers that would not do the same."""
        progress(f"waiting for the workers of {self._address} · Ctrl+C stops")
        try:
            self._client.wait_for_workers(1, WAIT_SECONDS)
            engines = set(self._client.run(engine_digest).values())
            theirs = [set(self._client.run(_digest, file).values()) for file in code_files]
        except Exception as error:  # noqa: BLE001 - whatever Dask says of a worker without us
            said = f"its workers need driftwood {installed_version()}: {_words(error)}"
            raise Refused(f"--dask {self._address}: {said}") from None
        if engines != {engine_digest()}:
            said = f"its workers have another engine than driftwood {installed_version()} here"
            raise Refused(f"--dask {self._address}: {said}: install the same there")
        for file, found in zip(code_files, theirs, strict=True):
            if found != {digest_of(Path(file))}:
                said = "its workers need that file as it is here, at the same place"
                raise Refused(f"--dask {self._address}: {clean(file)}: {said}")


def _connected(address: str) -> Client:
    if ADDRESS.fullmatch(address) is None:
        raise Refused(f"--dask {clean(address)}: write its address as tcp://host:8786")
    try:
        library = import_module("distributed")
    except ImportError:
        raise Refused(MISSING) from None
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    progress(f"connecting to {clean(address)} · Ctrl+C stops")
    try:
        client: Client = library.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        said = f"no cluster answers there: {_words(error)}"
        raise Refused(f"--dask {clean(address)}: {said}") from None
    return client


def _digest(file: str) -> str:
    """That of a file where a worker is; "" if it cannot be read."""
    try:
        return digest_of(Path(file))
    except Refused:
        return ""


def _words(error: BaseException) -> str:
    return clean(f"{type(error).__name__}: {error}".rstrip(": "))
