"""What vLLM's versions differ by, as named flags.

Source: the schedules recorded from each version's own scheduler (`tests/engines`), and their table
of differences.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Version:
    """One version.

    `has_watermark` and `has_full_isl`: it knows the watermark, and admission on room for all known
    tokens. `frees_to_front`: a freed block without content is taken before any other, else after
    all. `spares_alone`: the long-prefill threshold is ignored while one request is in the system.
    `keeps_cursor`: by priority, a victim that stood before the cursor always moves it back, not
    only one that was scheduled in this step (else the next request is skipped).
    `goes_on`: by priority, after an asker preempted itself the others still get their turn.
    `recorded_steps`: how many steps were recorded from it, in all of which this one is equal.
    """

    name: str
    recorded_steps: int
    has_watermark: bool = True
    has_full_isl: bool = True
    frees_to_front: bool = True
    spares_alone: bool = True
    keeps_cursor: bool = True
    goes_on: bool = True

    @property
    def absent(self) -> tuple[str, ...]:
        """Knobs of later versions."""
        knobs = {"watermark": self.has_watermark, "reserve_full_isl": self.has_full_isl}
        return tuple(knob for knob, is_there in knobs.items() if not is_there)

    @property
    def number(self) -> str:
        """`0.33`."""
        return self.name.removeprefix("vllm@")


V0_33 = Version("vllm@0.33", 33_117)
V0_24 = Version("vllm@0.24", 6_611, spares_alone=False, keeps_cursor=False, goes_on=False)
V0_21 = Version(
    "vllm@0.21",
    6_581,
    has_watermark=False,
    frees_to_front=False,
    spares_alone=False,
    keeps_cursor=False,
    goes_on=False,
)
V0_15 = Version(
    "vllm@0.15",
    6_547,
    has_watermark=False,
    has_full_isl=False,
    frees_to_front=False,
    spares_alone=False,
    keeps_cursor=False,
    goes_on=False,
)
VERSIONS: Mapping[str, Version] = {each.name: each for each in (V0_33, V0_24, V0_21, V0_15)}
"""Every version by name, the newest first; `vllm` alone is the newest."""
