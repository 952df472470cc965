"""How a check came out."""

import json
from collections.abc import Sequence
from decimal import Decimal

from core.explain import counted
from core.workload import FileFault, InputError, Miss


class CheckReport:
    """What was checked so far: `scenarios`, with `variants`, their `expectations` and `misses`.

    `unusable` files were not checked for their `faults`.
    """

    def __init__(self) -> None:
        """Nothing is checked yet."""
        self.scenarios = 0
        self.variants = 0
        self.expectations = 0
        self.misses: list[Miss] = []
        self.unusable = 0
        self.faults: list[FileFault] = []

    def add(self, expectations: int, misses: Sequence[Miss], variants: int = 0) -> None:
        """A scenario ran, with so many variants."""
        self.scenarios += 1
        self.variants += variants
        self.expectations += expectations
        self.misses += misses

    def refuse(self, error: InputError) -> None:
        """A file could not be used."""
        self.unusable += 1
        self.faults += error.faults

    def summary(self) -> str:
        """The last line."""
        unusable = f", {counted(self.unusable, 'file')} unusable" if self.unusable else ""
        return f"{self._checked()}{unusable}"

    def _checked(self) -> str:
        if not self.scenarios:
            return "no scenario was checked"
        scenarios = counted(self.scenarios, "scenario")
        if self.variants:
            scenarios += f" with {counted(self.variants, 'variant')}"
        if not self.expectations:
            return f"{scenarios}, no expectation"
        met = f"{len(self.misses):,} not met" if self.misses else "all met"
        return f"{scenarios}, {counted(self.expectations, 'expectation')}, {met}"

    def json(self) -> str:
        """The document of `driftwood check --json`, format 1."""
        document = {
            "format": 1,
            "scenarios": self.scenarios,
            "variants": self.variants,
            "expectations": self.expectations,
            "misses": [_miss(miss) for miss in self.misses],
            "unusable": self.unusable,
            "faults": [_fault(fault) for fault in self.faults],
        }
        return json.dumps(document, default=_number)


def _miss(miss: Miss) -> dict[str, object]:
    return {
        "where": miss.where,
        "variant": miss.variant,
        "key": miss.key,
        "expected": miss.expected,
        "got": miss.got,
        "reason": miss.reason,
    }


def _fault(fault: FileFault) -> dict[str, object]:
    return {
        "file": fault.file,
        "line": fault.line,
        "key": fault.key,
        "message": fault.message,
    }


def _number(expected: object) -> float:
    """What JSON has for a number written with decimals."""
    assert isinstance(expected, Decimal)
    return float(expected)
