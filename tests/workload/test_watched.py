"""Who waits for a large file is told how far it is; what is read is the same."""

from pathlib import Path
from random import Random

import pytest

from core.override import override
from core.workload import Trace, load_scenario, load_trace
from core.workload.arrival_process import ArrivalProcess
from core.workload.generated import generated
from core.workload.lengths import constant
from core.workload.watched import BUFFER, EVERY, watched
from tests.workload.files import written

BUILTIN = Path(__file__).parents[2] / "fixtures"
HEADER = "timestamp,prompt_tokens,generated_tokens"


class Told:
    """Everything that is told, in order."""

    def __init__(self) -> None:
        self.bytes: list[tuple[str, int, int]] = []
        self.requests: list[tuple[str, int, int]] = []
        self.runs: list[int] = []
        self.ends = 0

    def read(self, name: str, done: int, total: int) -> None:
        self.bytes.append((name, done, total))

    def made(self, name: str, done: int, total: int) -> None:
        self.requests.append((name, done, total))

    def built(self, requests: int) -> None:
        self.runs.append(requests)

    def ended(self) -> None:
        self.ends += 1


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A trace of more than one buffer, and of more requests than are counted at once."""
    random = Random(1)
    rows = (f"{at / 8},{random.randint(1, 9)},{random.randint(1, 9)}" for at in range(30_000))
    return written(tmp_path, "\n".join([HEADER, *rows]), "large.csv")


def read(path: Path, told: Told) -> Trace:
    with watched(told):
        return load_trace(path)


def test_bytes_are_told_from_the_first_to_the_last(large: Path, told: Told) -> None:
    read(large, told)
    size = large.stat().st_size
    assert size > BUFFER
    done = [one[1] for one in told.bytes]
    assert done == sorted(done)
    assert set(done) == {*range(0, size, BUFFER), size}
    assert {(name, total) for name, _, total in told.bytes} == {("large.csv", size)}


def test_requests_are_told_as_they_are_made(large: Path, told: Told) -> None:
    read(large, told)
    assert told.requests == [("large.csv", at, 30_000) for at in range(0, 30_000, EVERY)]
    assert told.ends == 1


def test_what_is_read_is_the_same_without_anybody(large: Path, told: Told) -> None:
    assert read(large, told) == load_trace(large)


def test_nobody_is_told_outside(large: Path, told: Told) -> None:
    read(large, told)
    before = len(told.bytes)
    load_trace(large)
    with watched(told), watched(None):
        load_trace(large)
    assert len(told.bytes) == before


def test_a_folder_is_told_as_one(tmp_path: Path, told: Told) -> None:
    folder = tmp_path / "agents"
    folder.mkdir()
    for name in "abc":
        written(folder, '{"requests": [{"t": 0, "in": 5, "out": 2}]}', f"{name}.json")
    read(folder, told)
    size = sum(file.stat().st_size for file in folder.iterdir())
    assert {(name, total) for name, _, total in told.bytes} == {("agents", size)}
    done = [one[1] for one in told.bytes]
    assert done[-1] == max(done) == size


def test_one_that_raises_stops_the_reading(large: Path) -> None:
    class Enough(Told):
        @override
        def read(self, name: str, done: int, total: int) -> None:
            super().read(name, done, total)
            if done:
                raise KeyboardInterrupt

    enough = Enough()
    with pytest.raises(KeyboardInterrupt):
        read(large, enough)
    assert [done for _, done, _ in enough.bytes if done] == [BUFFER]
    assert enough.ends == 0


def test_what_a_generator_makes_is_told_too(told: Told) -> None:
    with watched(told):
        made = generated(ArrivalProcess("poisson", 4.0), 5_000, constant(6), constant(4))
    assert told.requests == [("generator poisson", at, 5_000) for at in (0, EVERY)]
    assert (len(made), told.ends) == (5_000, 1)


def test_that_a_run_is_built_is_told(told: Told) -> None:
    scenario = load_scenario(BUILTIN / "brief" / "2-preemption.toml")
    with watched(told):
        _ = scenario.run()
    assert (told.runs, told.ends) == ([3], 1)
