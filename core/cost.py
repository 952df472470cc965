"""How long a step takes, in milliseconds: the clock.

Without a cost the clock is the step number and nothing has a duration. With one, a step takes
`base_ms`, and more for its work: `per_sequence_ms` for each sequence that decodes a token in it,
`per_prefill_token_ms` for each token of a prompt or a rebuild, `per_kv_token_ms` for each KV entry
resident when its work is done, before anybody leaves. A step that decodes and prefills is charged
for both; a sequence whose prompt ends in a step is charged as prefill there, not as a decode.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from core.request import Fault

TRACE_STEP_MS = 20.0
"""What a step of a timed trace takes when nobody says otherwise."""


MOST_MS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds: `base_ms` is more than 0, the others are at least 0, all at most 10⁹."""

    base_ms: float
    per_sequence_ms: float = 0.0
    per_prefill_token_ms: float = 0.0
    per_kv_token_ms: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no duration."""
        for fault in cost_faults({field.name: getattr(self, field.name) for field in fields(self)}):
            raise fault.error(fault.message)

    @property
    def is_even(self) -> bool:
        """Whether every step costs the same."""
        return not (self.per_sequence_ms or self.per_prefill_token_ms or self.per_kv_token_ms)

    def of_each(
        self, decodes: Sequence[int], prefill_tokens: Sequence[int], kv_tokens: Sequence[int]
    ) -> "array[float]":
        """What each of some steps takes, in which so much was done: `of` of one step."""
        base, sequence = self.base_ms, self.per_sequence_ms
        prefill, kv = self.per_prefill_token_ms, self.per_kv_token_ms
        if self.is_even:
            return array("d", (base,)) * len(decodes)
        work = zip(decodes, prefill_tokens, kv_tokens, strict=True)
        return array("d", [base + a * sequence + b * prefill + c * kv for a, b, c in work])

    def of_prefill(self, prefill_tokens: Sequence[int]) -> "array[float]":
        """What each of some steps takes longer for so many prefill tokens, resident as well."""
        prefill, kv = self.per_prefill_token_ms, self.per_kv_token_ms
        if self.is_even:
            return array("d", (0.0,)) * len(prefill_tokens)
        return array("d", [tokens * prefill + tokens * kv for tokens in prefill_tokens])

    def of(self, steps: int, decodes: int, prefill_tokens: int, kv_tokens: int) -> float:
        """What `steps` steps take together, in which so much was done in all.

        `decodes` are tokens decoded, `kv_tokens` the resident entries summed over the steps. The
        counts are whole numbers, so the error is that of four products, however many steps.
        """
        return (
            steps * self.base_ms
            + decodes * self.per_sequence_ms
            + prefill_tokens * self.per_prefill_token_ms
            + kv_tokens * self.per_kv_token_ms
        )


def cost_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with constants of a cost, each by its name."""
    for key, value in given.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            message = f"{key} must be a number of milliseconds, not {value!r}"
            yield Fault(key, message, TypeError)
        elif key == "base_ms" and not 0 < value <= MOST_MS:
            yield Fault(key, f"{key} must be above 0 and at most {MOST_MS:,}, not {value}")
        elif not 0 <= value <= MOST_MS:
            yield Fault(key, f"{key} must be at least 0 and at most {MOST_MS:,}, not {value}")
