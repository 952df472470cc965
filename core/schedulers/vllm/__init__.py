"""vLLM's V1 scheduler: who arrives, then running requests, waiting ones, execute, finish.

Source: the rules that stand beside the schedules recorded from vLLM 0.15 to 0.33, which this page
equals step for step and block for block.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar

from core import events
from core.lifecycle import NeverFits
from core.memory import Cached, Memory
from core.memory.paged import blocks_for
from core.memory.strand import Hits
from core.naming import exact
from core.policies import VictimPolicy, VictimRule, choose, rule_of
from core.policies.admission.whole_life import whole_life
from core.policies.named import LATEST
from core.replica import Replica, admitting, caching, planning
from core.replica.plan import Plan
from core.replica.queues import KeyedQueue, WaitingQueue
from core.request import Request
from core.schedulers.own_knobs import NO_KNOB, knobs_of
from core.schedulers.vllm.knobs import vllm_faults
from core.schedulers.vllm.priority import (
    LEAST_URGENT,
    LEAST_URGENT_OF_A_STAMP,
    PriorityOrder,
)
from core.schedulers.vllm.versions import V0_33, Version

LAST_IN = rule_of(None, None)
MODIFIED = "modified"
"""What is added to the name of an engine with a policy that is not its own."""


@dataclass(frozen=True, slots=True)
class Vllm:
    """Continuous batching as vLLM does it, with its own names.

    `num_blocks` is what requests can own: vLLM itself holds one more. `victim` is a policy in the
    place of vLLM's own, `admission` a gate beside its own. `version` is what it differs by;
    `one_stamp` says that requests which arrive in the same step share a time (else each has its
    own, in the order listed): by priority, of equals the first in running order is preempted then.
    """

    num_blocks: int
    _: KW_ONLY
    max_num_seqs: int = 128
    max_num_batched_tokens: int = 2048
    block_size: int = 16
    policy: str = "fcfs"
    enable_prefix_caching: bool = True
    enable_chunked_prefill: bool = True
    reserve_full_isl: bool = True
    watermark: float = 0.0
    long_prefill_token_threshold: int = 0
    victim: str | VictimPolicy | None = None
    admission: str | None = None
    version: Version = field(default=V0_33, metadata=NO_KNOB)
    one_stamp: bool = field(default=False, metadata=NO_KNOB)

    ranks_as_listed: ClassVar[bool] = True
    schedules_in_running_order: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in vllm_faults(knobs_of(self)):
            raise fault.error(fault.message)

    @property
    def name(self) -> str:
        """`vllm@0.33`; "modified" where a policy is not vLLM's own."""
        return f"{self.version.name} {MODIFIED}" if self.is_modified else self.version.name

    @property
    def is_modified(self) -> bool:
        """Whether somebody else may be preempted, or admitted, than vLLM would."""
        own = LATEST if self.policy == "fcfs" else None
        is_other = self.victim is not None and self.victim != own
        return is_other or self.admission is not None

    @property
    def victim_rule(self) -> VictimRule:
        """How the candidates of a preemption are ranked; `victim` chooses the first."""
        if self.victim is not None:
            return rule_of(self.victim, None)
        if self.policy == "fcfs":
            return LAST_IN
        return LEAST_URGENT_OF_A_STAMP if self.one_stamp else LEAST_URGENT

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        return Cached(
            self.block_size,
            self.num_blocks,
            caching=self.enable_prefix_caching,
            freed_to_front=self.version.frees_to_front,
        )

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        return None if self.policy == "fcfs" else KeyedQueue(PriorityOrder())

    def never_fits(self, request: Request) -> NeverFits | None:
        """A request that needs more blocks than there are could never run, even alone."""
        needed = blocks_for(request.most_tokens, self.block_size)
        return NeverFits(needed, self.num_blocks) if needed > self.num_blocks else None

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then running, waiting, execute, finish."""
        yield from replica.arrive(self.never_fits)
        threshold = self.long_prefill_token_threshold and self.threshold(replica)
        plan = Plan(self.max_num_batched_tokens, threshold)
        decodes_alone = not (replica.prefilling or replica.unscheduled)
        serve = planning.serve_decodes if decodes_alone else planning.serve_all
        served = serve(replica, plan)
        yield from self.running(replica, plan) if served is None else served
        if replica.queue.head:
            yield from self.waiting(replica, plan)
        yield from planning.execute(replica, plan)
        yield from self.finish(replica)

    def threshold(self, replica: Replica) -> int:
        """The long-prefill threshold in force: none while only one request is in the system."""
        return self.threshold_among(len(replica.running) + len(replica.queue))

    def threshold_among(self, requests: int) -> int:
        """The threshold with so many requests in the system; 0 for none."""
        spared = requests == 1 and self.version.spares_alone
        return 0 if spared else self.long_prefill_token_threshold

    def running(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        """Running requests, in order of admission, get what they have left, while budget lasts.

        It is cut to the threshold and to the budget. They take the blocks they need for it. While
        these are not free somebody is preempted: the last of them, or by priority the one with the
        largest (priority, arrival). What it had got in this step goes back to the budget.
        """
        order, changing = list(replica.running), planning.changing(replica)
        cursor = 0
        while cursor < len(order) and plan.budget > 0:
            number = order[cursor]
            if number not in changing:  # a decode within its last block
                plan.tokens[number] = 1  # `plan.give`, written out, as everybody gets one
                plan.budget -= 1
                cursor += 1
                continue
            state = replica.running[number]
            tokens = plan.cut(planning.left(state))
            blocks = planning.missing(replica, state, tokens)
            while blocks > replica.memory.free_blocks and number in replica.running:
                victim, choice = self.makes_room(replica, order)
                stood_before = order.index(victim) < cursor
                had = plan.take_back(victim)
                cursor -= stood_before and (had > 0 or self.version.keeps_cursor)
                order.remove(victim)
                yield replica.preempt(victim, number, choice, needed=blocks)
            if number in replica.running:
                yield from planning.serve(replica, plan, state, tokens)
                cursor += 1
            elif self.policy == "fcfs" or not self.version.goes_on:
                break
        planning.pause_rest(replica, plan)

    def makes_room(self, replica: Replica, order: Sequence[int]) -> tuple[int, events.Choice]:
        """The last in running order; by priority the one with the largest (priority, arrival).

        With `victim` it is the first by that policy instead.
        """
        if self.victim is not None:
            return choose(replica, self.victim, None)
        if self.policy == "fcfs":
            return order[-1], events.ADMITTED_LAST
        number = max(order, key=lambda each: self.urgency(replica, each))
        priority, arrival, _ = self.urgency(replica, number)
        key = f"priority {priority:,}, arrival {exact(arrival)}"
        return number, events.Choice("priority", key, "least urgent, then latest to arrive")

    def urgency(self, replica: Replica, number: int) -> tuple[int, float, int]:
        """By what a running request is compared with others."""
        request = replica.running[number].request
        rank = 0 if self.one_stamp else replica.arrivals.rank(request)
        return (request.priority, request.arrival_ms or request.arrival, rank)

    def waiting(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        """Unless somebody was preempted, the head is admitted while slots, budget and blocks last.

        What the prefix cache holds of it counts as computed, its last known token excepted. What is
        left is cut to the threshold and to the budget. Blocks must be free for that, and with
        `reserve_full_isl` for all its known tokens, besides the watermark while anybody runs. With
        `admission` whole_life its whole life must fit beside those of all that run.
        """
        while head := replica.queue.head:
            hits = admitting.hits_of_head(replica)
            known, found = head.known_tokens, len(hits) * self.block_size
            left = known - found
            tokens = plan.cut(left)
            whole = self.reserve_full_isl and self.version.has_full_isl
            blocks = self.required(replica, hits, found + tokens)
            most = blocks
            if whole and tokens < left:
                most = self.required(replica, hits, known)
            if len(replica.running) >= self.max_num_seqs:
                held = replica.hold_head("slots", most)
            elif plan.budget <= 0 or (tokens < left and not self.enable_chunked_prefill):
                held = replica.hold_head("budget", most, f"{plan.budget} of the budget left")
            elif plan.preempted:
                held = replica.hold_head("blocks", most, "nobody is admitted beside a preemption")
            elif self.admission and (refusal := whole_life(replica, head, most)):
                held = replica.hold_head(refusal.cause, most, refusal.why)
            elif max(blocks, most) > replica.memory.free_blocks:
                parts = (caching.cache_of(replica).unheld(hits), self._spare_now(replica))
                held = replica.hold_head("blocks", max(blocks, most), "", *parts)
            else:
                yield from admitting.admit(replica, plan, hits, tokens)
                continue
            if held:
                yield held
            break

    def required(self, replica: Replica, hits: Hits, tokens: int) -> int:
        """Free blocks that an admission needs to hold `tokens`: hits that nobody holds count."""
        cache = caching.cache_of(replica)
        new = cache.needed(tokens) - len(hits) + (cache.unheld(hits) if hits else 0)
        return new + self._spare_now(replica)

    def _spare_now(self, replica: Replica) -> int:
        """Blocks that an admission leaves free in this step: none while nobody runs."""
        return self.spare_blocks if self.watermark and replica.running else 0

    @property
    def spare_blocks(self) -> int:
        """Blocks that an admission leaves free while anybody runs: the watermark's."""
        return int(self.watermark * (self.num_blocks + 1)) if self.version.has_watermark else 0

    def finish(self, replica: Replica) -> Iterable[events.Event]:
        """A request that has sent all its tokens leaves; its blocks are freed, the last first."""
        due = replica.due_to_finish()
        return map(replica.finish, due) if due else ()
