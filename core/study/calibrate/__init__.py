"""What the steps of a measured run cost: the constants of `core.cost` that make ours like it."""

from core.study.calibrate.calibration import Judged, halves, judged
from core.study.calibrate.errors import Figure
from core.study.calibrate.fit import MOST_TRIALS, Fit, FitError, Trial
from core.study.calibrate.levels import Levels

__all__ = [
    "MOST_TRIALS",
    "Figure",
    "Fit",
    "FitError",
    "Judged",
    "Levels",
    "Trial",
    "halves",
    "judged",
]
