"""The block map: each block where it belongs, and found again where it is drawn."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.workload import load_scenario
from tests.tui.runs import busy, preemption, session
from tui.look import style_of
from tui.session import Session
from tui.view.blockmap import BlockCells
from tui.view.blocks import block_at, blocks_pane
from tui.view.lines import Line
from tui.view.mapshape import GROUP, shape_of
from tui.view.scene import COLOURINGS, Attention, Film

ENGINES = Path(__file__).parents[2] / "fixtures" / "engines"


def text_of(line: Line) -> str:
    return "".join(span.text for span in line)


def lines_of(own: Session, width: int = 46, height: int = 12) -> list[str]:
    return [text_of(row.line) for row in blocks_pane(own.scene, width, height).rows]


def test_a_cell_for_each_token() -> None:
    own = session(preemption(), 3, 0)
    assert lines_of(own)[1] == "1  AAAA AAAA BBBB BB__"


def test_freed_taken_and_not_yet_filled() -> None:
    own = session(preemption(), 3, 2)
    lines = lines_of(own)
    assert lines[1] == "1  AAAA AAAA ░░░░ ____"
    assert "A taken" in lines[3]
    assert "freed by B" in lines[3]
    assert "1 block free" in lines[3]


def test_free_blocks_are_visible_as_free() -> None:
    assert lines_of(session(preemption(), 0))[1] == "1  AAAA AA__ BBBB ····"


@given(st.integers(1, 3000), st.integers(1, 64), st.integers(6, 200), st.integers(1, 60))
def test_every_shape_shows_the_whole_pool(total: int, size: int, width: int, height: int) -> None:
    shape = shape_of(total, size, width, height)
    assert shape.rows * shape.per_row >= total
    assert shape.rows <= height
    assert shape.row_of(total) == shape.rows - 1


@given(st.integers(1, 2000), st.integers(1, 20), st.integers(8, 160), st.integers(-3, 3))
def test_a_block_is_found_in_each_of_its_cells(
    total: int, size: int, width: int, zoom: int
) -> None:
    shape = shape_of(total, size, width, 6, zoom=zoom, pairs=False)
    found = {shape.place_at(x, row) for row in range(min(shape.rows, 40)) for x in range(width)} - {
        None
    }
    last = min(total, 40 * shape.per_row)
    step = shape.unit if shape.level == "many" else 1
    assert found == set(range(1, last + 1, step))


def test_the_nearest_level_that_fits_is_taken() -> None:
    levels = [shape_of(total, 4, 60, 8).level for total in (4, 80, 300, 700, 5000)]
    assert levels == ["tokens", "tokens", "blocks", "pairs", "many"]
    assert shape_of(700, 4, 60, 8, pairs=False).level == "many"


@pytest.mark.parametrize("level", range(-3, 4))
def test_a_click_finds_the_block_that_is_drawn(level: int) -> None:
    own = session(busy(), 120)
    own.plain = True
    own.attention = Attention(level=level)
    width, height = 90, 20
    pane = blocks_pane(own.scene, width, height)
    for y in range(1, height - 1):
        for x in range(width):
            block = block_at(own.scene, width, height, x, y)
            if block is None:
                continue
            letter = text_of(pane.rows[y - 1].line)[x - 2]
            owners = own.moment().owners(block)
            expected = own.film.letters.of(owners[0]).letter if owners else "·░"
            assert letter in {"_", *expected} or "by owner" in pane.note


def test_sorted_by_owner_everybody_has_their_share() -> None:
    own = session(busy(blocks=3000, slots=200, requests=900), 300)
    own.plain = True
    pane = blocks_pane(own.scene, 60, 12)
    assert pane.note.endswith("by owner")
    cells = "".join(text_of(row.line)[6:] for row in pane.rows[1:7]).replace(" ", "")
    unit = int(pane.note.split()[3])
    for row in own.moment().running:
        if len(row.blocks) >= 2 * unit:
            assert own.film.letters.of(row.rid).letter in cells
    free = own.moment().free_blocks
    assert abs(cells.count("·") + cells.count("░") - free / unit) <= 1


def test_groups_of_eight_are_apart() -> None:
    own = session(busy(), 120)
    own.plain = True
    first = text_of(blocks_pane(own.scene, 160, 30).rows[1].line)[5:]
    assert all(part == GROUP for part in map(len, first.split(" ")))


@pytest.mark.parametrize("block", [None, 1, 77])
def test_a_block_that_is_looked_up_looks_as_one_that_is_drawn(block: int | None) -> None:
    run = busy().finish()
    for step in range(0, run.last_step, 37):
        for own in (session(run, step), session(run, step, 0)):
            own.attention = Attention(block=block, rid="r9")
            cells = BlockCells(own.scene)
            every = range(1, own.film.total_blocks + 1)
            drawn = [cells._block(each) for each in every]  # noqa: SLF001 - the slower way
            assert cells._each(every) == drawn  # noqa: SLF001 - the faster one


def test_every_cell_has_a_look_at_every_level_and_colouring() -> None:
    own = session(busy(blocks=600), 40)
    own.before()
    seen = set[str]()
    for level, colouring, difference, rid in product(
        range(-3, 4), COLOURINGS, (False, True), (None, own.scene.running[0].rid)
    ):
        own.attention = Attention(
            level=level, colouring=colouring, difference=difference, rid=rid, block=3
        )
        for row in blocks_pane(own.scene, 46, 12).rows:
            for span in row.line:
                assert style_of(span.style, "dark").color is not None
                seen.update(span.style.split())
    assert {"top-l", "low-l", "top-p", "tile1", "later", "picked"} <= seen


def test_a_cached_block_begins_with_the_letter_of_who_computed_it() -> None:
    found = load_scenario(ENGINES / "prefix-caching.toml")
    own = Session(Film(found.run().finish(), scenario=found), 13)
    lines = lines_of(own)
    assert lines[1] == "1  A≡≡≡ A≡≡≡ A≡≡≡ DDDD DDDD DDDD C≡≡≡ DDDD"
    assert "≡ 4 cached: A 3 C 1  · 0 free" in lines[3]
    assert "≡ 4 cached  · 0 free" in lines_of(own, width=36)[4]
