"""What is asked of the engine: one `Request`, and what can be wrong with one.

`Request` does not validate itself, so that a reader can build them cheaply and report every fault
of a file at once; `core.request_faults` does, before the first step of a run.
"""

from dataclasses import KW_ONLY, dataclass

MOST = 2**62
"""The largest count or step accepted anywhere: what comes of it still fits the arrays of a run."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a workload.

    `arrival` is the first step at which it may be scheduled. `prompt_len` and `output_len` are
    tokens, at least 1. `arrival_ms` is its arrival in milliseconds instead: all requests of a
    workload have it, or none, and `arrival` then stays 0. The smaller `priority`, the more urgent
    it is. `tenant` is whose request it is, "" if nobody's in particular. What its prompt says, for
    sharing: `prefix_len` tokens that it has in common with all of the same `prefix` (as far as the
    shorter goes), or `prompt_ids`, every token of it, or `hash_ids`, an id for each of its first
    blocks of `hash_block_size` tokens, the last of which the prompt may fill in part. Requests with
    an equal `output_key` generate equal tokens; without one its output is its own. `cancel_at` is
    the step at whose start its client leaves, wherever it then is; None if never.
    """

    rid: str
    arrival: int
    prompt_len: int
    output_len: int
    _: KW_ONLY
    arrival_ms: float | None = None
    priority: int = 0
    tenant: str = ""
    prefix: str | None = None
    prefix_len: int = 0
    prompt_ids: tuple[int, ...] = ()
    cancel_at: int | None = None
    output_key: str = ""
    hash_ids: tuple[int, ...] = ()
    hash_block_size: int | None = None

    @property
    def arrived(self) -> float:
        """When it arrives, in steps or in milliseconds, as it was given."""
        return self.arrival if self.arrival_ms is None else self.arrival_ms

    @property
    def most_tokens(self) -> int:
        """The most KV entries it ever needs: its last token's own is never stored."""
        return self.prompt_len + self.output_len - 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a value.

    The `key` it was given for, what is wrong and right, and the kind of error.
    """

    key: str
    message: str
    error: type[ValueError] | type[TypeError] = ValueError


MOST_BITS = 1000
"""A longer number is not written out in an error: Python refuses to, some time."""
MOST_IDS = 2**20
"""The most token ids a request gives."""
MOST_TOKENS = 2**40
"""The longest prompt or output: the tokens of a step of them still fit."""


def count_fault(key: str, given: object, least: int, most: int = MOST) -> Fault | None:
    """What is wrong with `given` as a count of at least `least`, if anything.

    A bool or a float is no count.
    """
    if isinstance(given, bool) or not isinstance(given, int):
        return Fault(key, f"{key} must be an integer, not {given!r}", TypeError)
    if given < least:
        return Fault(key, f"{key} must be at least {least}, not {_shown(given)}")
    if given > most:
        too_large = f"{key} is too large: it must be at most {most:,}, not {_shown(given)}"
        return Fault(key, too_large)
    return None


def _shown(given: int) -> str:
    long = given.bit_length() > MOST_BITS
    return f"a number of more than {MOST_BITS:,} bits" if long else str(given)


def check_integer(name: str, given: object) -> None:
    """Raise `TypeError` if `given`, called `name`, is no integer; a bool is none."""
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(f"{name} must be an integer, not {given!r}")
