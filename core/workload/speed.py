"""How much faster than it was recorded a trace is played."""

import re

SLOWEST, FASTEST = 1e-6, 1e6
TIMES = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*x?\s*")


def speed_of(given: object) -> float:
    """What times are divided by: 2, 0.5, "2x". `ValueError` says what is right."""
    if isinstance(given, str) and (found := TIMES.fullmatch(given)):
        given = float(found[1])
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise ValueError("speed must be a number, such as 2 or 2x")  # noqa: TRY004 - a file's value
    if not SLOWEST <= given <= FASTEST:
        raise ValueError(f"speed must be between {SLOWEST:g} and {FASTEST:,.0f}")
    return float(given)
