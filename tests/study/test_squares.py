"""Constants from equations: none below 0, outliers apart, open questions shared."""

from random import Random

import pytest

from core.study.calibrate.squares import Equation, solved


def equations(constants: tuple[float, ...], count: int, seed: int) -> list[Equation]:
    """Equations by chance that `constants` fulfil."""
    random = Random(seed)
    found = []
    for _ in range(count):
        work = (random.randint(1, 9), *(random.randint(0, 10**at) for at in range(1, 4)))
        ms = sum(a * b for a, b in zip(work, constants, strict=True))
        found.append(Equation(tuple(map(float, work)), ms, 10.0))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_what_fulfils_all_is_found(seed: int) -> None:
    constants = (12.0, 3.5, 0.5, 0.02)
    assert solved(equations(constants, 40, seed)) == pytest.approx(constants, rel=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_outliers_pull_no_more_than_others(seed: int) -> None:
    """A quarter of the equations is off by a hundred times: squares would follow them."""
    constants = (12.0, 3.5, 0.5, 0.02)
    sound = equations(constants, 60, seed)
    off = [one._replace(ms=one.ms * 100) if at % 4 == 0 else one for at, one in enumerate(sound)]
    assert solved(off) == pytest.approx(constants, rel=0.02)


def test_none_is_below_0() -> None:
    """The more of the second, the shorter it took: the best that makes sense is 0."""
    falling = [Equation((1.0, float(n)), 10 - n, 1.0) for n in range(5)]
    found = solved(falling)
    assert found is not None
    assert found[1] == 0
    assert found[0] == pytest.approx(8, abs=0.1)  # what most of them are nearest to


def test_what_equations_leave_open_is_shared() -> None:
    """Two columns that say the same: each gets its half, as they would be had they been one."""
    found = solved([Equation((2.0, 2.0), 20.0, 1.0)] * 5)
    assert found == pytest.approx((5, 5), rel=0.01)


def test_work_that_is_never_done_costs_nothing() -> None:
    found = solved([Equation((float(n), 0.0), 3.0 * n, 1.0) for n in range(1, 5)])
    assert found == pytest.approx((3.0, 0.0), rel=1e-3)


def test_there_may_be_no_solution() -> None:
    assert solved([]) is None
    assert solved([Equation((1.0, 1.0), -5.0, 1.0)]) is None
    assert solved([Equation((0.0, 0.0), 5.0, 1.0)]) is None
