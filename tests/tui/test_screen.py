"""The whole screen, drawn without an app: exact at every size, true at every moment."""

import random
import re

import pytest

from core import Request, Run, make_scheduler
from tests.tui.runs import busy, failing, gap, hostile, preemption, session, timed
from tui.session import Session
from tui.view.happened import events_pane
from tui.view.header import header
from tui.view.lines import Line, width_of
from tui.view.scene import PANES, Attention, Scene
from tui.view.screen import screen

RUNS = {
    "preemption": preemption,
    "hostile": hostile,
    "gap": gap,
    "timed": timed,
    "busy": busy,
    "failing": failing,
}


def text_of(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


def check(scene: Scene, width: int, height: int) -> None:
    """The screen has exactly that size, and nothing in it can move a cursor."""
    lines = screen(scene, width, height)
    assert [width_of(line) for line in lines] == [width] * height, (width, height)
    assert all(text.isprintable() for text in text_of(lines)), (width, height)


def sizes(seed: int, count: int) -> list[tuple[int, int]]:
    draw = random.Random(seed)
    edges = [(1, 1), (1, 60), (200, 1), (200, 60), (40, 10), (39, 10), (59, 30), (100, 27)]
    return edges + [(draw.randint(1, 200), draw.randint(1, 60)) for _ in range(count)]


def looks(own: Session, draw: random.Random) -> Attention:
    """Somebody looking at anything."""
    rids = [row.rid for row in (*own.moment().waiting, *own.moment().running)]
    total = own.moment().total_blocks
    return Attention(
        pane=draw.choice(PANES),
        zoomed=draw.random() < 0.3,
        rid=draw.choice(rids) if rids and draw.random() < 0.6 else None,
        block=draw.randint(1, total) if total and draw.random() < 0.5 else None,
        level=draw.randint(-3, 3),
    )


@pytest.mark.parametrize("name", RUNS)
def test_any_moment_at_any_size(name: str) -> None:
    own, draw = session(RUNS[name]()), random.Random(5)
    for size in sizes(7, 60):
        step = draw.choice(own.film.run.series.step)
        own.to_step(step, jump=False)
        own.to_step(step, draw.randint(0, len(own.events())), jump=False)
        own.attention = looks(own, draw)
        own.ascii_only = own.plain = draw.random() < 0.3
        own.typed = draw.choice(["", "12"])
        check(own.scene, *size)


@pytest.mark.slow
@pytest.mark.parametrize("narrowest", range(1, 201, 25))
def test_every_width_and_every_height(narrowest: int) -> None:
    own = session(preemption(), 3, 2)
    scene = own.scene
    for width in range(narrowest, narrowest + 25):
        for height in range(1, 61):
            check(scene, width, height)


@pytest.mark.parametrize("name", ["preemption", "hostile"])
def test_ascii_is_ascii(name: str) -> None:
    own = session(RUNS[name](), 3)
    own.ascii_only = own.plain = True
    for width, height in ((80, 24), (120, 40), (20, 5)):
        assert all(text.isascii() for text in text_of(screen(own.scene, width, height)))


def shown(scene: Scene, pane: str) -> str:
    """The pane alone on a screen that has room for all of it."""
    look = Attention(pane=next(each for each in PANES if each == pane), zoomed=True)
    whole = Scene(scene.film, scene.moment, scene.events, look)
    return "\n".join(text_of(screen(whole, 160, 700)))


def count_of(text: str, name: str) -> int:
    found = re.search(rf"{name} ([\d,]+)", text)
    assert found is not None
    return int(found[1].replace(",", ""))


def run_counts(run: Run, seed: int) -> None:
    own, draw = session(run), random.Random(seed)
    series = own.film.run.series
    for _ in range(25):
        own.to_step(draw.choice(series.step))
        own.to_step(own.position.step, draw.randint(0, len(own.events())))
        scene = own.scene
        header = " ".join(text_of(screen(scene, 160, 40)[:3]))
        waiting, running = shown(scene, "waiting"), shown(scene, "running")
        assert count_of(header, "waiting") == len(rows_of(waiting))
        assert count_of(header, "slots") == len(rows_of(running))


def rows_of(pane: str) -> list[str]:
    """The rows of a zoomed list: lines that say a state."""
    states = r"(waiting|preempted|prefilling|decoding) "
    return [line for line in pane.splitlines()[4:] if re.search(rf"^│.{{4,24}}{states}", line)]


@pytest.mark.parametrize("name", ["preemption", "busy", "timed"])
def test_counts_in_the_header_are_those_of_the_lists(name: str) -> None:
    run_counts(RUNS[name](), 3)


def test_below_the_smallest_size_stands_a_sentence() -> None:
    text = " ".join(part.strip() for part in text_of(screen(session(preemption()).scene, 30, 5)))
    assert text.strip() == "Driftwood needs 40 x 10 cells, this terminal has 30 x 5."


def test_a_jumped_gap_is_told() -> None:
    own = session(gap(), 3)
    assert "idle until 1,000,000" in text_of(screen(own.scene, 120, 40))[1]
    own.to_step(500)
    assert "a jumped step" in "\n".join(text_of(screen(own.scene, 120, 40)))


def test_time_stands_in_the_header_if_there_is_a_clock() -> None:
    assert "0.04 s" in text_of(screen(session(timed(), 2).scene, 160, 40))[1]


def test_a_run_that_failed_says_where_and_stays_usable() -> None:
    own = session(failing(), 3)
    text = "\n".join(text_of(screen(own.scene, 120, 40)))
    assert "failed at 3" in text
    assert "KeyError" in text
    assert "1 preempted" in " ".join(text.split())


def test_no_event_is_shown_without_its_head() -> None:
    own = session(busy(), 30)
    for step in own.film.run.series.step[::9]:
        own.to_step(step)
        for event in range(1, len(own.events()) + 1):
            own.to_step(step, event)
            pane = events_pane(own.scene, 46, 9)
            first = "".join(span.text for span in pane.rows[0].line)
            assert re.match(r"(▸| ) +\d+ ", first), first


def test_the_frame_is_a_function_of_the_scene() -> None:
    own = session(busy(), 100)
    assert screen(own.scene, 120, 40) == screen(own.scene, 120, 40)


@pytest.mark.parametrize("limits", [{}, {"block_size": 16, "num_blocks": 70_000}], ids=str)
@pytest.mark.parametrize("arrival", [300, 2_000_000, 2_000_000_000])
def test_a_number_of_the_header_is_never_cut(arrival: int, limits: dict[str, int]) -> None:
    requests = [Request("early", 0, 50, 40), Request("late", arrival, 6000, 50)]
    run = Run(requests, make_scheduler("driftwood", max_running=1, **limits))
    own = session(run, arrival)
    end = f"{own.film.run.last_step:,}"
    for width in range(40, 200):
        rows = text_of(header(own.scene, width))[1:]
        assert not any("…" in row for row in rows), (width, rows)
        assert f"step {arrival:,} " in rows[0]
        assert "6,000" in rows[-1]
        if width >= 80:
            assert end in rows[0]
            assert re.search(r"(preempted|pre) 0 ", rows[0])


def test_every_rid_on_the_screen_can_be_seen() -> None:
    blank = {"": "''", " ": "' '", "\r": r"'\r'", "\u200b": r"'\u200b'"}
    requests = [Request(rid, 0, 20, 12) for rid in blank]
    knobs = {"max_running": 3, "block_size": 4, "num_blocks": 16}
    own = session(Run(requests, make_scheduler("driftwood", **knobs)), 0)
    seen = shown(own.scene, "running") + shown(own.scene, "waiting") + shown(own.scene, "events")
    for name in blank.values():
        assert seen.count(name) >= 2, name
    assert "turn: behind '" in seen or "slots taken" in seen
