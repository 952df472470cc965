"""A case of the naive lab for the real engine: the same requests and the same choices."""

from collections.abc import Mapping
from dataclasses import asdict

from core.cost import Cost
from core.memory import MemoryModel
from core.policies import WaitingRequest
from core.request import Fault, Request
from core.run import Run
from core.schedulers import make_scheduler, scheduler_faults
from tests.naive_lab.cases import LabCase
from tests.naive_lab.records import Ask, Knobs

MOST_STEPS = 5_000


def own_key(waiting: WaitingRequest) -> float:
    """The same order as `choices.own_key`."""
    first = -10 * waiting.prompt_len - 3 * waiting.preemptions
    return first - waiting.arrival - waiting.since


def requests_of(case: LabCase) -> list[Request]:
    return [request_of(ask, sharing=case.knobs.prefix_sharing) for ask in case.asks]


def request_of(ask: Ask, *, sharing: bool) -> Request:
    """Give it the fields of its own that are not as they are by default, and mean something."""
    more: dict[str, object] = {
        "arrival_ms": ask.arrival_ms,
        "priority": ask.priority or None,
        "tenant": ask.tenant or None,
        "cancel_at": ask.cancel_at,
        "prefix": (sharing and ask.prefix) or None,
        "prefix_len": (sharing and ask.prefix_len) or None,
        "prompt_ids": (sharing and ask.prompt_ids) or None,
    }
    given = {key: value for key, value in more.items() if value is not None}
    make: type[Request] = Request
    return make(ask.rid, ask.arrival, ask.prompt_len, ask.output_len, **given)  # type: ignore[arg-type]  # each as its field has it


def knobs_of(knobs: Knobs) -> Mapping[str, object]:
    """The real engine's knobs, without those that are as by default."""
    named: dict[str, object] = {
        "max_running": knobs.max_running,
        "block_size": knobs.block_size,
        "num_blocks": knobs.num_blocks,
        "token_budget": knobs.token_budget,
        "victim": knobs.victim if knobs.victim != "latest_admitted" else None,
        "victim_guard": knobs.victim_guard or None,
        "queue": own_key if knobs.own_key else (knobs.queue if knobs.queue != "fcfs" else None),
        "aging": knobs.aging,
        "weights": dict(knobs.weights) or None,
        "max_overtakes": knobs.max_overtakes or None,
        "preempt_for_urgent": knobs.preempt_for_urgent or None,
        "admission": knobs.admission if knobs.admission != ("known_text",) else None,
        "watermark_blocks": knobs.watermark_blocks or None,
        "prefill": knobs.prefill if knobs.prefill != "mixed" else None,
        "on_preempt": knobs.on_preempt if knobs.on_preempt != "keep" else None,
        "swap_ms_per_block": knobs.swap_ms_per_block or None,
        "prefix_sharing": knobs.prefix_sharing or None,
        "memory": memory_of(knobs),
    }
    return {key: value for key, value in named.items() if value is not None}


def memory_of(knobs: Knobs) -> MemoryModel | None:
    """The address space, where there is one."""
    if knobs.space is None:
        return None
    reserved = knobs.reserved_tokens
    return MemoryModel("contiguous", tokens=knobs.space, reserved_tokens=reserved)


def faults_of(case: LabCase) -> list[Fault]:
    """Why the real engine refuses the case's choices."""
    return list(scheduler_faults("driftwood", knobs_of(case.knobs)))


def run_of(case: LabCase) -> Run:
    """Run it to its end."""
    scheduler = make_scheduler("driftwood", **knobs_of(case.knobs))
    return Run(requests_of(case), scheduler, cost=cost_of(case), max_steps=MOST_STEPS).finish()


def cost_of(case: LabCase) -> Cost | None:
    """What a step of the case costs."""
    given = case.knobs.cost
    return None if given is None else Cost(**asdict(given))
