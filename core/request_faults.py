"""What can be wrong with a request, or with those of a workload together."""

from collections.abc import Iterable, Iterator, Sequence

from core.prompt_faults import is_plainly_said, prompt_faults
from core.request import MOST, MOST_TOKENS, Fault, Request, count_fault


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
    yield from prompt_faults(request)


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
    if all(map(_is_plainly_right, requests)) and _agree(requests):
        return
    for position, fault in workload_faults(requests):
        rid = getattr(requests[position], "rid", position + 1)
        raise fault.error(f"request {rid!r}: {fault.message}")


def _agree(requests: Sequence[Request]) -> bool:
    """Whether no rid is used twice, and all are on one clock."""
    clocks = {request.arrival_ms is None for request in requests}
    return len(clocks) < 2 and len({request.rid for request in requests}) == len(requests)  # noqa: PLR2004 - steps and milliseconds


def _is_plainly_right(request: Request) -> bool:
    """Whether a request that says no prefix and no token ids has no fault, at a glance.

    Of the others the faults are looked for.
    """
    return (
        type(request) is Request
        and request.cancel_at is None
        and (request.arrival_ms is None or _is_plain_time(request))
        and type(request.output_key) is str
        and type(request.rid) is str
        and type(request.tenant) is str
        and type(request.arrival) is type(request.prompt_len) is type(request.output_len) is int
        and type(request.priority) is int
        and -MOST <= request.priority <= MOST
        and 0 <= request.arrival <= MOST
        and 1 <= request.prompt_len <= MOST_TOKENS
        and 1 <= request.output_len <= MOST_TOKENS
        and is_plainly_said(request)
    )


def _is_plain_time(request: Request) -> bool:
    time = request.arrival_ms
    return type(time) is float and 0 <= time <= MOST and request.arrival == 0
