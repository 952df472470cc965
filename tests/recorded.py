"""The `snapshot` fixture as our tests see it, and which snapshot files a run asked for.

pytest-snapshot is not typed, so `Snapshot` is a Protocol of what we use of it. `Recorded` stands
before it and writes down every file a test asked for: a file below a `snapshots` folder that no
test asks for is an orphan. `Watch` knows whether every test had its chance to ask.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pytest


class Snapshot(Protocol):
    """A folder of files that hold what a test expects; with --snapshot-update they are written."""

    snapshot_dir: Path

    def assert_match(self, value: str | bytes, snapshot_name: str) -> None:
        """Compare `value` with the file `snapshot_name` of the folder."""


class Recorded:
    """A `Snapshot` that notes in `asked` each file it was asked for."""

    def __init__(self, snapshot: Snapshot, asked: set[Path]) -> None:
        self._snapshot = snapshot
        self._asked = asked

    @property
    def snapshot_dir(self) -> Path:
        """The folder of this test's files; setting it moves them."""
        return self._snapshot.snapshot_dir

    @snapshot_dir.setter
    def snapshot_dir(self, folder: Path) -> None:
        self._snapshot.snapshot_dir = folder

    def assert_match(self, value: str | bytes, snapshot_name: str) -> None:
        """Compare `value` with the file `snapshot_name` of the folder."""
        self._asked.add(Path(self.snapshot_dir, snapshot_name).resolve())
        self._snapshot.assert_match(value, snapshot_name)


class Watch:
    """A plugin of one run: the snapshot files `asked` for, and why some test did not ask, if so.

    At the end of a run of every test, in one process or in several, each file below a `snapshots`
    folder of `tests` must have been asked for, or the run fails.
    """

    def __init__(self, tests: Path) -> None:
        self.tests = tests
        self.asked: set[Path] = set()
        self.partial: str | None = None
        self.orphans: list[Path] = []
        self._asking: set[str] = set()

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        """Note which tests may ask for a snapshot."""
        self._asking = {i.nodeid for i in items if "snapshot" in getattr(i, "fixturenames", ())}

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Note that some tests are left out."""
        if items:
            self.partial = "some tests were left out"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test with snapshots was skipped, or failed before it could ask for all."""
        if report.nodeid in self._asking and not report.passed:
            self.partial = f"{report.nodeid} was skipped or failed"

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take over what a process of a parallel run has seen."""
        told: dict[str, str] = getattr(node, "workeroutput", {})
        if "asked" not in told:
            self.partial = "a process of this run was lost"
            return
        self.asked.update(map(Path, told["asked"].splitlines()))
        self.partial = self.partial or told["partial"] or None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the process that started this one, or look for orphans."""
        told: dict[str, str] | None = getattr(session.config, "workeroutput", None)
        if told is not None:
            told["asked"] = "\n".join(map(str, self.asked))
            told["partial"] = self.partial or ""
        elif self.partial is None and session.exitstatus == pytest.ExitCode.OK:
            self.orphans = orphans(self.tests, self.asked)
            if self.orphans:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the orphans."""
        for path in self.orphans:
            terminalreporter.write_line(f"no test asks for {path}", red=True)


def orphans(tests: Path, asked: set[Path]) -> list[Path]:
    """The files below a `snapshots` folder of `tests` that are not in `asked`."""
    folders = (folder for folder in tests.rglob("snapshots") if folder.is_dir())
    files = {path.resolve() for folder in folders for path in folder.rglob("*") if path.is_file()}
    return sorted(files - asked)
