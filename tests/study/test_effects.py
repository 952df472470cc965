"""Which knob moved what."""

from core.study.effects import effects
from core.study.grid import Axis, Grid

GRID = Grid((Axis("blocks", ("1", "2")), Axis("slots", ("a", "b")), Axis("same", ("x",))))


def test_a_knob_is_averaged_over_the_others() -> None:
    figures = {n: {"f": value} for n, value in enumerate((10.0, 20.0, 30.0, 40.0))}
    blocks, slots = effects(GRID, figures, ["f"])
    assert (blocks.knob, blocks.means, blocks.sets) == ("blocks", {"1": 15, "2": 35}, 2)
    assert (slots.knob, slots.means) == ("slots", {"a": 20, "b": 30})
    assert (blocks.lowest, blocks.highest, blocks.factor) == ("1", "2", 35 / 15)


def test_a_point_without_the_figure_takes_its_whole_set_along() -> None:
    figures = {n: {"f": value} for n, value in ((0, 10.0), (1, 20.0), (2, 30.0))}
    blocks, slots = effects(GRID, figures, ["f"])
    assert (blocks.means, blocks.sets) == ({"1": 10, "2": 30}, 1)
    assert (slots.means, slots.sets) == ({"a": 10, "b": 20}, 1)


def test_what_no_set_has_is_left_out() -> None:
    assert list(effects(GRID, {0: {"f": 1.0}}, ["f", "g"])) == []


def test_from_nothing_it_moves_without_end() -> None:
    figures = {n: {"f": float(n > 1)} for n in range(4)}
    blocks, slots = effects(GRID, figures, ["f"])
    assert (blocks.factor, slots.factor) == (float("inf"), 1)
