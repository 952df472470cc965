"""Some requests of a run, all of them or those of a tenant, and what they came to together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from core.gaps import Gaps
from core.metrics.definitions import CAUSES
from core.metrics.ranks import ranks
from core.metrics.requests import RequestFigures, tpot_steps
from core.request import Request
from core.results import Result

Totals: TypeAlias = dict[str, int | float]


class Member(NamedTuple):
    """A request, how it came out, its figures, and its time to first token in the run's unit."""

    request: Request
    result: Result
    figures: RequestFigures
    first_token_time: float | None


class Frame(NamedTuple):
    """What figures are measured against: the executed steps, and the time, where there is one."""

    steps: int
    duration_ms: float | None


def figures_of(members: Sequence[Member], frame: Frame, gaps: Gaps | None) -> Totals:
    """The figures of `members`, as `definitions.OF_ANYBODY` has them.

    `gaps` are those between their tokens, where there is a clock.
    """
    return {
        **_ends(members),
        **_work(members, frame),
        **_waits(members),
        **_slots(members, frame),
        **(_steps(members) if gaps is None else _times(members, gaps)),
    }


def _ends(members: Sequence[Member]) -> Totals:
    states = [member.result["state"] for member in members]
    return {
        "requests": len(members),
        "finished": states.count("finished"),
        "rejected": states.count("rejected"),
        "cancelled": states.count("cancelled"),
    }


def emitted(members: Sequence[Member]) -> int:
    """Tokens they have sent."""
    return sum([member.result["emitted_tokens"] for member in members])


def turns(members: Sequence[Member]) -> int:
    """Their admissions."""
    return sum([member.result["turns"] for member in members])


def _work(members: Sequence[Member], frame: Frame) -> Totals:
    sent = emitted(members)
    figures: Totals = {
        "emitted_tokens": sent,
        "tokens_per_step": sent / frame.steps if frame.steps else 0.0,
        "turns": turns(members),
        "preemptions": sum([member.result["preemptions"] for member in members]),
        "recomputed_tokens": sum([member.result["recomputed_tokens"] for member in members]),
        "discarded_tokens": sum([member.result["discarded_tokens"] for member in members]),
    }
    if frame.duration_ms is not None:
        # A step has a length, but beside a late enough arrival a float cannot tell it.
        figures["tokens_per_s"] = sent / frame.duration_ms * 1000 if frame.duration_ms else 0.0
    return figures


def _waits(members: Sequence[Member]) -> Totals:
    results = [member.result for member in members]
    waits = [each["waited"] for each in results]
    return {
        **{f"waited_{cause}": sum([each[cause] for each in waits]) for cause in CAUSES},
        "unserved": sum([each["unserved"] for each in results]),
        "longest_gap": max([each["longest_gap"] for each in results], default=0),
    }


def _slots(members: Sequence[Member], frame: Frame) -> Totals:
    held = sum([member.figures.held_slot_steps for member in members])
    useful = sum([member.figures.useful_slot_steps for member in members])
    figures: Totals = {
        "held_slot_steps": held,
        "useful_slot_steps": useful,
        "idle_slot_steps": held - useful,
        "occupancy": held / frame.steps if frame.steps else 0.0,
        "real_demand": useful / frame.steps if frame.steps else 0.0,
    }
    if held:
        figures["utilisation"] = useful / held
        figures["tokens_per_slot_step"] = emitted(members) / held
    return figures


def _steps(members: Sequence[Member]) -> Totals:
    waits = [member.figures.queue_wait_steps for member in members]
    paces = [tpot_steps(member.result) for member in members]
    return {
        **ranks("ttft_steps", _firsts(members)),
        **ranks("queue_wait_steps", [wait for wait in waits if wait is not None]),
        **ranks("tpot_steps", [pace for pace in paces if pace is not None]),
        **ranks("e2e_steps", _whole_steps(members)),
    }


def _whole_steps(members: Sequence[Member]) -> Iterator[int]:
    """From its arrival to its last token, both steps counted, of each that finished."""
    for member in members:
        if (finish := member.result["finish"]) is not None:
            yield finish - member.request.arrival + 1


def _firsts(members: Sequence[Member]) -> Iterator[float]:
    times = (member.first_token_time for member in members)
    return (time for time in times if time is not None)


def _times(members: Sequence[Member], gaps: Gaps) -> Totals:
    waits = [member.result.get("queue_wait_ms") for member in members]
    paces = [member.result.get("tpot_ms") for member in members]
    wholes = [member.result.get("e2e_ms") for member in members]
    return {
        **ranks("ttft_ms", _firsts(members)),
        **ranks("queue_wait_ms", [wait for wait in waits if wait is not None]),
        **ranks("tpot_ms", [pace for pace in paces if pace is not None]),
        **ranks("e2e_ms", [whole for whole in wholes if whole is not None]),
        **(_gaps(gaps) if gaps.count else {}),
    }


def _gaps(gaps: Gaps) -> Totals:
    return {
        "itl_ms_mean": gaps.mean,
        "itl_ms_p50": gaps.percentile(50),
        "itl_ms_p99": gaps.percentile(99),
        "longest_gap_ms": gaps.longest,
        "worst_stall_ms": gaps.worst_stall,
    }
