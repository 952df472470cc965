"""What every test shares: `--bench`, the recorded snapshots, and which tests come last."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.recorded import Recorded, Snapshot, Watch

WATCH = pytest.StashKey[Watch]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bench", action="store_true", help="run the benches alone, and show figures")


def pytest_configure(config: pytest.Config) -> None:
    watch = config.stash[WATCH] = Watch()
    config.pluginmanager.register(watch, "driftwood-watch")
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        watch.partial = "only some paths were named"
    if "PYTEST_XDIST_WORKER" in os.environ:
        watch.partial = "this worker has only its share of the tests"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    benches = [item for item in items if item.get_closest_marker("bench")]
    if config.getoption("--bench"):
        config.hook.pytest_deselected(items=[item for item in items if item not in benches])
        items[:] = benches
    else:
        for bench in benches:
            bench.add_marker(pytest.mark.skip(reason="a bench: needs --bench"))
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Show what a bench prints while it prints it."""
    capture = item.config.pluginmanager.getplugin("capturemanager")
    if capture is None or not item.get_closest_marker("bench"):
        return (yield)
    with capture.global_and_fixture_disabled():
        return (yield)


@pytest.fixture
def root() -> Path:
    """The folder of the project."""
    return Path(__file__).parent.parent


@pytest.fixture
def snapshot(snapshot: Snapshot, request: pytest.FixtureRequest) -> Snapshot:
    """The plugin's snapshot, which notes what was asked for."""
    return Recorded(snapshot, request.config.stash[WATCH].asked)


@pytest.fixture
def asked(request: pytest.FixtureRequest) -> set[Path]:
    """The snapshot files asked for by the whole run; skips where not every test could ask."""
    watch = request.config.stash[WATCH]
    if watch.partial:
        pytest.skip(watch.partial)
    return watch.asked
