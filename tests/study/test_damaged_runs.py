"""Measured runs that are damaged: told in sentences, or fitted for what they are."""

import json
from pathlib import Path
from random import Random

import pytest

from core.study.calibrate import Fit, FitError, halves, judged
from core.workload.measured import Measured, MeasuredError, read_measured
from tests.measured_runs import run_of, workload, written

FILES = ("requests.jsonl", "timeseries.csv", "meta.json")
PIECES = (b"0", b"-", b"9999999", b"null", b'"', b",", b"\n", b"1e300", b"{}", b"\xff", b".5", b"")


def damaged(random: Random, folder: Path) -> None:
    """Replace a few bytes of a file by others."""
    file = folder / random.choice(FILES)
    content = file.read_bytes()
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(content))
        end = at + random.choice((0, 1, 1, 3, 12))
        content = content[:at] + random.choice(PIECES) + content[end:]
    file.write_bytes(content)


@pytest.mark.parametrize("seed", range(60))
def test_damage_is_told_or_makes_no_difference_to_how_it_ends(tmp_path: Path, seed: int) -> None:
    folder = written(tmp_path / "m", run_of(workload(seed, count=8)))
    damaged(Random(seed), folder)
    try:
        measured = read_measured(folder)
    except MeasuredError:
        return
    fitted(measured)


def fitted(measured: Measured) -> None:
    """Fit and judge it as the command does."""
    first, second = halves(measured)
    for counted, on in ((measured.served, measured.served), (first, second)):
        if not counted:
            continue
        try:
            fit = Fit(measured, counted, 3).finish()
        except FitError:
            return
        json.dumps([one._asdict() for one in judged(fit, on).figures], allow_nan=False)


def changed(folder: Path, **times: object) -> Path:
    """`folder` with some keys of every request set."""
    file = folder / "requests.jsonl"
    lines = [json.loads(line) | times for line in file.read_text("utf-8").splitlines()]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "times",
    [
        {"queued_ts": 5, "first_token_ts": 5, "last_token_ts": 5},
        {"queued_ts": 5, "first_token_ts": 5, "last_token_ts": 1e12},
        {"queued_ts": -1e12, "first_token_ts": 0, "last_token_ts": 1e12},
        {"output_toks": 1, "last_token_ts": 1e6},
        {"input_toks": 1, "output_toks": 1},
    ],
    ids=["no time at all", "for ever", "since ever", "a token each", "the least"],
)
def test_what_no_engine_does_is_fitted_all_the_same(
    tmp_path: Path, times: dict[str, object]
) -> None:
    fitted(read_measured(changed(written(tmp_path / "m", run_of(workload(1, count=6))), **times)))


def test_a_single_request_has_no_halves(tmp_path: Path) -> None:
    measured = read_measured(written(tmp_path / "m", run_of(workload(1, count=1))))
    assert halves(measured) == ((), measured.served)
    fitted(measured)


def test_a_time_series_far_away_and_long_is_looked_at_in_bounded_time(tmp_path: Path) -> None:
    folder = written(tmp_path / "m", run_of(workload(1, count=6)))
    lines = "".join(f"{1e9 + 3600 * n},0,0\n" for n in range(20_000))
    (folder / "timeseries.csv").write_text(f"t,running,waiting\n{lines}", encoding="utf-8")
    fitted(read_measured(folder))
