"""`value`: the decorator of the engine's own small values (states, their pasts).

mypy sees a frozen dataclass, so a state cannot be changed, only followed by the next one. At run
time it is a plain slotted class, because a really frozen dataclass costs about four times as much
to create (0.48 against 0.12 microseconds for four fields) and a run makes several for each
request. Setting DRIFTWOOD_FROZEN=1 before the first import makes the freezing real; CI runs the
tests that way once. What users receive (`Request`, events) is always frozen.
"""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, dataclass_transform

FROZEN = os.environ.get("DRIFTWOOD_FROZEN") == "1"

if TYPE_CHECKING:
    Class = TypeVar("Class")

    @dataclass_transform(frozen_default=True)
    def value(cls: type[Class]) -> type[Class]:
        """Make `cls` an immutable value."""

else:
    value = dataclass(slots=True, frozen=FROZEN)
