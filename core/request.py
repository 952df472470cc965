"""What is asked of the engine: one `Request`, and what can be wrong with one.

`Request` does not validate itself, so that a reader can build them cheaply and report every fault
of a file at once; `check_requests` does, before the first step of a run.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    shorter goes), or `prompt_ids`, every token of it. Requests with an equal `output_key` generate
    equal tokens; without one its output is its own. `cancel_at` is the step at whose start its
    client leaves, wherever it then is; None if never.
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


def request_faults(request: Request) -> Iterator[Fault]:
    """Everything wrong with `request` on its own, in the order of its fields."""
    given: object = request
    if not isinstance(given, Request):
        yield Fault("request", f"must be a Request, not {given!r}", TypeError)
        return
    rid: object = request.rid
    if not isinstance(rid, str):
        yield Fault("rid", f"rid must be a string, not {rid!r}", TypeError)
    counts = (
        ("arrival", request.arrival, 0, MOST),
        ("prompt_len", request.prompt_len, 1, MOST_TOKENS),
        ("output_len", request.output_len, 1, MOST_TOKENS),
        ("priority", request.priority, -MOST, MOST),
    )
    for key, given, least, most in counts:
        if fault := count_fault(key, given, least, most):
            yield fault
    tenant: object = request.tenant
    if not isinstance(tenant, str):
        yield Fault("tenant", f"tenant must be a string, not {tenant!r}", TypeError)
    if request.arrival_ms is not None:
        yield from _arrival_ms_faults(request.arrival_ms, request.arrival)
    if request.cancel_at is not None:
        yield from _cancel_at_faults(request.cancel_at, timed=request.arrival_ms is not None)
    output_key: object = request.output_key
    if not isinstance(output_key, str):
        yield Fault("output_key", f"output_key must be a string, not {output_key!r}", TypeError)
    yield from _prefix_faults(request)
    yield from _ids_faults(request)


def _prefix_faults(request: Request) -> Iterator[Fault]:
    """A prefix has a name and a length, not beyond the prompt."""
    prefix: object = request.prefix
    prompt_len: object = request.prompt_len
    if prefix is not None and not isinstance(prefix, str):
        yield Fault("prefix", f"prefix must be a string, not {prefix!r}", TypeError)
    if fault := count_fault("prefix_len", request.prefix_len, 0, MOST_TOKENS):
        yield fault
    elif (prefix is None) != (request.prefix_len == 0):
        missing = "prefix" if prefix is None else "prefix_len"
        yield Fault(missing, "prefix and prefix_len go together: what is shared, and how much")
    elif isinstance(prompt_len, int) and request.prefix_len > max(0, prompt_len):
        most = f"prefix_len must be at most prompt_len ({prompt_len})"
        yield Fault("prefix_len", f"{most}, not {request.prefix_len}")


def _ids_faults(request: Request) -> Iterator[Fault]:
    """Token ids are integers, one for each token of the prompt, in the place of a prefix."""
    ids: object = request.prompt_ids
    if not isinstance(ids, tuple):
        yield Fault("prompt_ids", "prompt_ids must be a tuple of token ids", TypeError)
    elif not ids:
        return
    elif request.prefix is not None:
        yield Fault("prompt_ids", "give either prompt_ids or a prefix: both say what is shared")
    elif len(ids) > MOST_IDS:
        yield Fault("prompt_ids", f"prompt_ids are {len(ids):,}: at most {MOST_IDS:,} are read")
    elif not all(type(each) is int for each in ids):
        yield Fault("prompt_ids", "prompt_ids must be integers, one for each token", TypeError)
    elif not all(0 <= each <= MOST for each in ids):
        yield Fault("prompt_ids", f"prompt_ids must be between 0 and {MOST:,}")
    elif len(ids) != request.prompt_len:
        said = f"prompt_ids are {len(ids):,}, and prompt_len is {request.prompt_len}"
        yield Fault("prompt_ids", said)


def _cancel_at_faults(given: object, *, timed: bool) -> Iterator[Fault]:
    if fault := count_fault("cancel_at", given, 0):
        yield fault
    if timed:
        yield Fault("cancel_at", "cancel_at is a step: it cannot be given beside arrival_ms")


def _arrival_ms_faults(given: object, arrival: int) -> Iterator[Fault]:
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        yield Fault(
            "arrival_ms", f"arrival_ms must be a number of milliseconds, not {given!r}", TypeError
        )
    elif not 0 <= given <= MOST:
        yield Fault("arrival_ms", f"arrival_ms must be between 0 and {MOST:,}, not {given}")
    if arrival:
        yield Fault("arrival", f"arrival must stay 0 where arrival_ms is given, not {arrival}")


def workload_faults(requests: Iterable[Request]) -> Iterator[tuple[int, Fault]]:
    """Everything wrong with a workload, each with the position of the request (from 0)."""
    seen: dict[str, int] = {}
    timed: bool | None = None
    for position, request in enumerate(requests):
        faults = list(request_faults(request))
        yield from ((position, fault) for fault in faults)
        if any(fault.key in {"request", "rid"} for fault in faults):
            continue
        first = seen.setdefault(request.rid, position)
        if first != position:
            twice = f"rid is used twice: requests {first + 1} and {position + 1}"
            yield position, Fault("rid", twice)
        timed = request.arrival_ms is not None if timed is None else timed
        if timed != (request.arrival_ms is not None):
            all_or_none = "either every request of a workload has arrival_ms, or none"
            yield position, Fault("arrival_ms", all_or_none)


def check_requests(requests: Sequence[Request]) -> None:
    """Raise the first fault of `requests` as its kind of error, naming the request."""
    if all(map(_plainly_right, requests)) and len({r.rid for r in requests}) == len(requests):
        return
    for position, fault in workload_faults(requests):
        rid = getattr(requests[position], "rid", position + 1)
        raise fault.error(f"request {rid!r}: {fault.message}")


def _plainly_right(request: Request) -> bool:
    """Whether a request on the step clock has no fault, at a glance.

    Of the others the faults are looked for.
    """
    return (
        type(request) is Request
        and request.arrival_ms is request.cancel_at is None
        and request.prefix is None
        and type(request.prefix_len) is int
        and not request.prefix_len
        and request.prompt_ids == ()
        and type(request.output_key) is str
        and type(request.rid) is str
        and type(request.tenant) is str
        and type(request.arrival) is type(request.prompt_len) is type(request.output_len) is int
        and type(request.priority) is int
        and -MOST <= request.priority <= MOST
        and 0 <= request.arrival <= MOST
        and 1 <= request.prompt_len <= MOST_TOKENS
        and 1 <= request.output_len <= MOST_TOKENS
    )
