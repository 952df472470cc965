"""What if: another run at the same moment, where the two part, and the way back."""

from pathlib import Path

import pytest

from core import Run
from core.workload import Scenario
from core.workload.document import parse
from core.workload.scenario import read_scenario
from core.workload.source import Source
from tests.tui.driving import drive, lines_of
from tests.tui.trials import KEPT, case, opened, tried
from tui import seeking, selecting, trying
from tui.app import StepApp
from tui.jumps import Position
from tui.session import Session
from tui.view.header import header
from tui.view.scene import Film
from tui.view.timeline import timeline_pane


def last_of_header(own: Session, width: int = 120) -> str:
    return "".join(span.text for span in header(own.scene, width)[-1]).strip()


def test_it_runs_again_and_stays_at_the_moment() -> None:
    own = opened()
    own.look_at("B")
    new = tried(own, "victim=largest_cache")
    assert new.position == Position(3, 1)
    assert new.attention.rid == "B"
    assert (new.name, own.name) == ("victim=largest_cache", "base")
    assert new.film.run.results()["A"]["preemptions"] == 1
    assert own.film.run.results()["A"]["preemptions"] == 0


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (2, "the same here, they part in step 3"),
        (3, "part here: preempted A, there preempted B"),
        (4, "they parted in step 3"),
    ],
)
def test_the_header_says_how_the_two_stand(step: int, said: str) -> None:
    new = tried(opened(step, None), "victim=largest_cache")
    assert last_of_header(new).startswith(f"victim=largest_cache against base: {said}")
    assert new.other is not None
    if step == 3:
        there = "base against victim=largest_cache: part here: preempted B, there preempted A"
        assert last_of_header(new.other).startswith(there)


def test_its_keys_give_way_to_its_words() -> None:
    new = tried(opened(), "victim=largest_cache")
    wide, usual, narrow = (last_of_header(new, width) for width in (160, 100, 60))
    assert wide.endswith("D where they part  o the other  | both")
    assert usual.endswith("D where they part")
    assert narrow.endswith("…")


def test_runs_that_do_the_same_are_called_so() -> None:
    new = tried(opened(), "victim=fewest_output_tokens")
    assert "the same in every step" in last_of_header(new)
    assert "where they part" not in last_of_header(new)
    trying.to_parting(new)
    assert new.message == "the two runs are the same in every step"


def test_before_it_is_known_it_says_how_much_was_compared() -> None:
    new = tried(opened(0, None), "victim=largest_cache", whole=False)
    assert "the same so far, 0% compared" in last_of_header(new)
    trying.to_parting(new)
    assert new.scene.known.working
    while new.work(0.001):
        pass
    assert new.scene.known.working == ""
    assert new.position == Position(3, 1)


def test_to_where_they_part_and_back() -> None:
    new = tried(opened(0, None), "victim=largest_cache")
    trying.to_parting(new)
    assert new.position == Position(3, 1)
    new.back()
    assert new.position == Position(0)
    seeking.point_by(new, 1)
    assert new.position == Position(3, 1)


def test_where_they_part_is_marked_on_the_timeline() -> None:
    own = tried(opened(), "victim=largest_cache")
    marks = timeline_pane(own.scene, 80, 6).rows[-1]
    assert "≠" in "".join(span.text for span in marks.line)


def test_one_goes_to_the_other_and_back_at_the_same_moment() -> None:
    own = opened()
    new = tried(own, "victim=largest_cache")
    new.step_by(1)
    assert trying.swap(new) is own
    assert own.position == Position(4)
    own.event_by(-1)
    assert trying.swap(own) is new
    assert new.position.step == 4


def test_an_event_that_the_other_does_not_have_is_its_whole_step() -> None:
    own = opened(3, 5)
    new = tried(own, "victim=largest_cache")
    assert len(new.events()) == 3
    assert new.position == Position(3)


def test_a_run_that_is_over_shows_its_last_moment() -> None:
    own = opened(5, None)
    new = tried(own, "num_blocks=9")
    assert new.position == Position(4)
    assert new.message == "num_blocks=9 ended with step 4: this is its last moment"


def test_changes_add_up_and_are_taken_back_one_by_one() -> None:
    own = opened()
    one = tried(own, "num_blocks=5")
    two = tried(one, "max_running=1")
    assert two.name == "num_blocks=5,max_running=1"
    assert two.film.scenario is not None
    assert two.film.scenario.scheduler == case({"num_blocks": "5", "max_running": "1"}).scheduler
    assert trying.take_back(two) is one
    assert one.message == "num_blocks=5,max_running=1 is taken back"
    assert trying.take_back(one) is own
    assert trying.take_back(own) is None
    assert own.message == "this is the run as it was opened; e changes it"


def test_without_another_run_its_keys_say_how_to_make_one() -> None:
    own = opened()
    for move in (trying.swap, trying.to_parting, trying.toggle_columns):
        own.message = ""
        move(own)
        assert own.message == "there is no other run; e makes one"


def test_a_long_run_is_computed_behind_the_screen() -> None:
    rows = ", ".join(f'["r{n}", {n * 20}, 40, 150]' for n in range(4000))
    own = opened(0, None, big(rows))
    own.to_last()
    new = tried(own, "max_running=7", whole=False)
    assert (new.film.run.status, new.goal is None) == ("running", False)
    while new.work(1.0):
        pass
    assert new.scene.known.working == ""
    assert new.position.step == min(own.position.step, new.film.run.last_step)


def test_where_they_part_is_known_before_the_runs_are_computed() -> None:
    rows = ", ".join(f'["r{n}", {n * 20}, 40, 150]' for n in range(4000))
    found = big(rows)
    own = Session(Film(found.run(), "big", "", found))
    new = tried(own, "max_running=7", whole=False)
    while new.beside is not None and not new.beside.searched:
        assert new.work(0.01)
    assert [one.film.run.status for one in (own, new)] == ["running", "running"]
    trying.to_parting(new)
    assert "part here: held" in last_of_header(new)
    assert new.position.step < 200


def big(rows: str) -> Scenario:
    text = f'requests = [{rows}]\n[scheduler]\nname = "driftwood"\nmax_running = 8\n'
    return read_scenario(Source(Path("big.toml"), text, parse(text)))


def step_app() -> StepApp:
    scenario = case()
    run: Run = scenario.run()
    return StepApp(run, title=scenario.title, notes=scenario.notes, scenario=scenario, step=3)


def test_the_keys_do_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keys = ["e", *"victim=largest_cache", "enter"]

    def header_line(app: object) -> str:
        assert isinstance(app, StepApp)
        return lines_of(app)[2]

    against = "victim=largest_cache against base: part here: preempted A, there preempted B"
    assert against in drive(step_app, header_line, keys)
    swapped = drive(step_app, header_line, [*keys, "o"])
    assert "base against victim=largest_cache: part here" in swapped
    assert "against" not in drive(step_app, lambda app: lines_of(app)[-1], [*keys, "E"])
    kept = drive(step_app, lambda app: lines_of(app)[-1].strip(), [*keys, "K"])
    assert kept == f"variant kept in {KEPT}-variant.toml"
    assert (tmp_path / f"{KEPT}-variant.toml").exists()


def test_a_timeline_alone_has_no_other_run() -> None:
    own = opened()
    selecting.show_pane(own, "timeline")
    assert own.scene.known.parted_at is None
