"""How long a step takes: the clock.

Without a cost the clock is the step number and nothing has a duration. Now every step takes the
same time; what depends on the work of a step is not there yet.
"""

from dataclasses import dataclass

TRACE_STEP_MS = 20.0
"""What a step of a timed trace takes when nobody says otherwise."""


MOST_MS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """A step takes `base_ms` milliseconds, more than 0."""

    base_ms: float

    def __post_init__(self) -> None:
        """Refuse what is no duration."""
        given: object = self.base_ms
        if isinstance(given, bool) or not isinstance(given, (int, float)):
            raise TypeError(f"base_ms must be a number of milliseconds, not {given!r}")
        if not 0 < given <= MOST_MS:
            raise ValueError(f"base_ms must be above 0 and at most {MOST_MS:,}, not {given}")
