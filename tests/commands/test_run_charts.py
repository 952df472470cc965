"""The charts of `driftwood run` and `compare`, and why the worst requests are the worst."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.recorded import Snapshot

MANY = 40


@pytest.fixture
def crowd(tmp_path: Path) -> Path:
    """Forty requests that arrive one by one, two slots, and too few blocks for both."""
    listed = ", ".join(f'["r{n:02}", {n}, {3 + n % 4}, {4 + n % 5}]' for n in range(MANY))
    path = tmp_path / "crowd.toml"
    knobs = 'name = "driftwood"\nmax_running = 3\nblock_size = 4\nnum_blocks = 5\n'
    path.write_text(f"requests = [{listed}]\n[scheduler]\n{knobs}", encoding="utf-8")
    return path


def test_a_run_of_many_requests(driftwood: Driftwood, crowd: Path, snapshot: Snapshot) -> None:
    snapshot.assert_match(driftwood("run", crowd).out.replace(str(crowd), "crowd.toml"), "run.txt")


def test_runs_over_each_other(driftwood: Driftwood, crowd: Path, snapshot: Snapshot) -> None:
    told = driftwood("compare", crowd, "--with", "num_blocks=9").out
    charts = told[told.index("requests that run") : told.index("base against")]
    snapshot.assert_match(charts, "charts.txt")


def test_a_few_steps_have_no_chart(driftwood: Driftwood) -> None:
    assert "┤" not in driftwood("run", "brief/2-preemption").out
    assert "┤" not in driftwood("compare", "brief/2-preemption", "--with", "num_blocks=6").out


def test_of_equal_runs_there_is_nothing_to_draw(driftwood: Driftwood, crowd: Path) -> None:
    assert "┤" not in driftwood("compare", crowd, "--with", "max_running=3").out


def test_more_than_four_runs_are_not_drawn_over_each_other(
    driftwood: Driftwood, crowd: Path
) -> None:
    changes = [word for blocks in (6, 7, 8, 9) for word in ("--with", f"num_blocks={blocks}")]
    told = driftwood("compare", crowd, *changes).out
    assert "(charts show the first 4 of 5 runs)" in told
    assert "num_blocks=9\n" not in told[told.index("requests that run") : told.index("(charts")]


def test_the_worst_are_told_with_what_cost_them_the_most(driftwood: Driftwood, crowd: Path) -> None:
    """In the text and in the document the same, and as `explain` tells it."""
    out = driftwood("run", crowd).out
    (worst, *_) = json.loads(driftwood("run", crowd, "--json").out)["worst"]
    why = out.partition("Why, the worst first")[2].splitlines()[1]
    assert why.startswith(worst["rid"])
    assert why.endswith(worst["why"][0]["text"])
    assert worst["why"][0]["text"] in driftwood("explain", crowd, worst["rid"]).out


def test_the_series_of_a_long_run_have_240_parts(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    asked = 'requests = [["A", 0, 1, 1000], ["B", 500, 90, 1]]\n[scheduler]\nname = "driftwood"\n'
    path.write_text(f"{asked}max_running = 2\n", encoding="utf-8")
    series = json.loads(driftwood("run", path, "--json").out)["series"]
    assert {len(column) for column in series.values()} == {240}
    assert max(series["tokens"]) == 91
    assert series["step"] == sorted(series["step"])
    assert series["step"][0] == 0


def test_runs_beside_each_other_have_the_series_that_each_has_alone(
    driftwood: Driftwood, crowd: Path
) -> None:
    change = ("num_blocks=6", "num_blocks=9")
    words = [word for one in change for word in ("--with", one)]
    runs = json.loads(driftwood("compare", crowd, *words, "--json").out)["runs"]
    assert len(runs) == 3
    for run, options in zip(runs, ([], *(["--set", one] for one in change)), strict=True):
        alone = json.loads(driftwood("run", crowd, *options, "--json").out)
        assert run["series"] == alone["series"]
    assert runs[1]["series"]["blocks"] != runs[2]["series"]["blocks"]
