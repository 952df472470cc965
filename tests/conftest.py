"""What every test shares: `--bench`, the recorded snapshots, and how many processes there are."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.recorded import Recorded, Snapshot, Watch

settings.register_profile("driftwood", deadline=None)  # a busy machine is no fault of ours
settings.load_profile("driftwood")

WATCH = pytest.StashKey[Watch]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bench", action="store_true", help="run the benches alone, and show figures")


def pytest_configure(config: pytest.Config) -> None:
    watch = config.stash[WATCH] = Watch(config.rootpath / "tests")
    config.pluginmanager.register(watch, "driftwood-watch")
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        watch.partial = "only some paths were named"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Half as many more than cores for `-n auto`: while a test waits another one goes on.

    They wait for commands in processes of their own, for the app in a terminal, for what it draws.
    """
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores * 3 // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    benches = [item for item in items if item.get_closest_marker("bench")]
    if config.getoption("--bench"):
        config.hook.pytest_deselected(items=[item for item in items if item not in benches])
        items[:] = benches
    else:
        for bench in benches:
            bench.add_marker(pytest.mark.skip(reason="a bench: needs --bench"))


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
