"""Keys of a table: known, not there yet, and others, which are mistakes and suggest the nearest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from core.workload.faults import inert

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Keys:
    """What may stand in a table: `known` keys; `later` ones are refused as not there yet."""

    table: str
    known: Sequence[str]
    later: Sequence[str] = ()

    def faults(self, given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
        """Each key of `given` that may not stand here, with the sentence that says so."""
        for key, value in given.items():
            if key not in self.known:
                yield key, self._refusal(key, value)

    def _refusal(self, key: str, value: object) -> str:
        named = f"{quoted(key)} in {self.table}"
        if key in self.later:
            return f"{named} is not there yet"
        if key in OWN and self.table != TOP.table and not isinstance(value, dict):
            return (
                f"{named} is unknown; move it above the first [table]: there it is the scenario's"
            )
        return f"{named} is unknown; {self._hint(key)}"

    def _hint(self, key: str) -> str:
        near = nearest(key, (*self.known, *self.later))
        if near is None:
            return f"known: {', '.join(self.known)}"
        later = " (which is not there yet)" if near in self.later else ""
        return f"did you mean {near}{later}?"


TOP = Keys(
    "a scenario",
    (
        "title",
        "notes",
        "scheduler",
        "request",
        "requests",
        "workload",
        "cost",
        "run",
        "memory",
        "expect",
        "variant",
    ),
    ("fault",),
)
OWN = ("title", "notes", "requests")
"""Keys of the scenario itself, which under a [table] header would be that table's."""

REQUEST = Keys(
    "[[request]]",
    (
        *("rid", "arrival", "prompt_len", "output_len", "arrival_ms", "priority", "tenant"),
        *("prefix", "prefix_len", "prompt_ids", "hash_ids", "hash_block_size"),
        *("output_key", "count", "every", "cancel_at"),
    ),
)
WORKLOAD = Keys(
    "[workload]",
    (
        *("trace", "format", "columns", "limit", "window", "speed"),
        *("arrivals", "hash_block_size"),
        *("generator", "rate", "seed", "cv", "requests", "prompt_len", "output_len"),
    ),
)
VARIANT = Keys(
    "[[variant]]",
    (
        "name",
        "notes",
        "scheduler",
        "cost",
        "memory",
        "run",
        "request",
        "requests",
        "workload",
        "expect",
    ),
)
POLICIES = Keys("[scheduler]", ("name",), ())
COST = Keys("[cost]", ("base_ms", "per_sequence_ms", "per_prefill_token_ms", "per_kv_token_ms"))
MEMORY = Keys(
    "[memory]",
    (
        "model",
        "gib",
        "bytes",
        "bytes_per_token",
        "config",
        "kv_dtype",
        "table_bytes_per_block",
        "tokens",
        "reserved_tokens",
    ),
)
RUN = Keys("[run]", ("max_steps",))
EXPECT = Keys("[expect]", ("request", "run", "tenant", "priority", "at", "difference"))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` that is written most like `name`; None if none is near."""
    return _nearest(name[:LONGEST_NAME], tuple(known))


@lru_cache
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    """Kept, since a machine makes the same mistake in every table."""
    found = get_close_matches(name, known, 1)
    return found[0] if found else None


def quoted(name: str) -> str:
    """A name from outside in a message: bare if a plain word, else in quotes; inert, short."""
    return name if _is_plain(name) else shown(name)


def _is_plain(name: str) -> bool:
    return name.isascii() and name.replace("_", "").isalnum() and len(name) <= LONGEST_NAME


def shown(value: object) -> str:
    """A value from outside in a message: as it would be written, inert and short."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_NAME else f"{value[:LONGEST_NAME]}…")
    return inert(str(value), LONGEST_NAME)
