"""vLLM's V1 scheduler: who arrives, then running requests, waiting ones, execute, finish.

Source: the rules that stand beside the schedules recorded from vLLM 0.15 to 0.33, which this page
equals step for step and block for block.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from core import events
from core.lifecycle import NeverFits
from core.memory.paged import blocks_for
from core.memory.strand import Hits
from core.naming import exact
from core.policies import choose
from core.replica import Replica, admitting, caching, planning
from core.replica.plan import Plan
from core.request import Request
from core.schedulers.vllm.settings import Settings


@dataclass(frozen=True, slots=True)
class Vllm(Settings):
    """Continuous batching as vLLM does it."""

    ranks_as_listed: ClassVar[bool] = True
    schedules_in_running_order: ClassVar[bool] = True

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
            asked = self.asking
            yield from asked.waiting(self, replica, plan) if asked else self.waiting(replica, plan)
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
        `reserve_full_isl` for all its known tokens, besides the watermark while anybody runs.
        """
        while head := replica.queue.head:
            hits = admitting.hits_of(replica, head)
            known, found = head.known_tokens, len(hits) * self.block_size
            left = known - found
            tokens = plan.cut(left)
            blocks = self.required(replica, hits, found + tokens)
            most = blocks
            if tokens < left and self.asks_for_all:
                most = self.required(replica, hits, known)
            if len(replica.running) >= self.max_num_seqs:
                held = replica.hold_head("slots", most)
            elif plan.budget <= 0 or (tokens < left and not self.enable_chunked_prefill):
                held = replica.hold_head("budget", most, f"{plan.budget} of the budget left")
            elif plan.preempted:
                held = replica.hold_head("blocks", most, "nobody is admitted beside a preemption")
            elif max(blocks, most) > replica.memory.free_blocks:
                parts = (caching.cache_of(replica).unheld(hits), self.spare_now(replica))
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
        return new + self.spare_now(replica)

    def spare_now(self, replica: Replica) -> int:
        """Blocks that an admission leaves free in this step: none while nobody runs."""
        return self.spare_blocks if self.watermark and replica.running else 0

    def finish(self, replica: Replica) -> Iterable[events.Event]:
        """A request that has sent all its tokens leaves; its blocks are freed, the last first."""
        due = replica.due_to_finish()
        if due and self.in_batches:
            return map(partial(replica.finish, in_batch=True), due)
        return map(replica.finish, due) if due else ()
