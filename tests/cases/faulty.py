"""The faulty rules of the cases, in vLLM's place: each breaks one rule, as somebody really did.

The number is that of the case in `fixtures/cases`.
"""

from collections.abc import Iterator, Sequence

from core import events
from core.lifecycle import Cause, NeverFits, Queued
from core.memory.paged import blocks_for
from core.memory.strand import NO_HITS
from core.override import override
from core.replica import Replica, Terms, admitting, caching, planning
from core.replica.plan import Plan
from core.request import Request
from core.schedulers.vllm import Vllm
from tests.cases.hooked import Hooked, of_number


class MakesRoomForTheHead(Hooked):
    """1: where the head does not fit, admission preempts the last running until it does."""

    @override
    def waiting(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        if plan.preempted:
            yield from self.hold(replica, "blocks", 1, "nobody is admitted beside a preemption")
            return
        while (head := replica.queue.head) and plan.budget > 0:
            while not self.fits(replica, head, plan) and replica.running:
                victim = replica.latest_admitted
                plan.take_back(victim)
                yield replica.preempt_for(victim, head.request.rid, events.ADMITTED_LAST, 1)
            yield from admitting.admit(
                replica, plan, NO_HITS, plan.cut(head.known_tokens), queued=head
            )
        yield from self.hold(replica, "budget", 1, "0 of the budget left")


class NeverSaysNever(Vllm):
    """2: what could never fit is taken for what does not fit now."""

    @override
    def never_fits(self, request: Request) -> NeverFits | None:  # noqa: ARG002 - the fault
        return None


class CountsTheReservedBlock(Vllm):
    """3: what could never fit is judged by all blocks, one of which is nobody's."""

    @override
    def never_fits(self, request: Request) -> NeverFits | None:
        needed = blocks_for(request.most_tokens, self.block_size)
        return NeverFits(needed, self.num_blocks + 1) if needed > self.num_blocks + 1 else None


class TheFirstGoes(Hooked):
    """6: the first running is preempted."""

    @override
    def goes(self, replica: Replica, order: Sequence[int]) -> int:  # noqa: ARG002 - a hook
        return order[0]


class TokensAreDropped(Hooked):
    """6 and 16: who is preempted begins its answer anew."""

    terms = Terms("discard")


class TheFirstGoesAndIsDropped(TheFirstGoes):
    """6: both."""

    terms = Terms("discard")


class WholeLife(Hooked):
    """7 and 8, no fault: the head comes in if the whole lives of all that run fit beside it."""

    @override
    def waiting(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        while (head := replica.queue.head) and plan.budget > 0:
            requests = [head.request, *(one.request for one in replica.running.values())]
            promised = sum(blocks_for(r.most_tokens, self.block_size) for r in requests)
            if promised > self.num_blocks:
                why = f"whole life: {promised} of {self.num_blocks} blocks promised"
                yield from self.hold(replica, "blocks", promised, why)
                return
            yield from admitting.admit(replica, plan, NO_HITS, plan.cut(head.known_tokens))
        yield from self.hold(replica, "budget", 1, "0 of the budget left")


class LeastComputedGoes(Hooked):
    """9: whoever has computed least is preempted, of equals the last."""

    @override
    def goes(self, replica: Replica, order: Sequence[int]) -> int:
        computed = {number: each.computed_tokens for number, each in of_number(replica).items()}
        return min(reversed(order), key=computed.__getitem__)


class LeastComputedGoesOn(LeastComputedGoes):
    """9: and the others still have their turn where the asker went itself."""

    goes_on_after_itself = True


class TheFirstGoesOn(TheFirstGoes):
    """9: the same with the first."""

    goes_on_after_itself = True


class SkipsAhead(Hooked):
    """10: whoever fits is admitted, whoever stands before it."""

    @override
    def waiting(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        if plan.preempted:
            yield from self.hold(replica, "blocks", 1, "nobody is admitted beside a preemption")
            return
        for queued in list(replica.queue):
            if plan.budget > 0 and self.fits(replica, queued, plan):
                tokens = plan.cut(queued.known_tokens)
                yield from admitting.admit(replica, plan, NO_HITS, tokens, queued=queued)
        if head := replica.queue.head:
            blocks = replica.memory.needed(head.known_tokens)
            cause: Cause = "blocks" if plan.budget > 0 else "budget"
            yield from self.hold(replica, cause, blocks, "" if plan.budget > 0 else "0 left")


class TakesSlots(Hooked):
    """11, no fault: a slot is taken from somebody strictly less urgent."""

    from_equals = False

    @override
    def waiting(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        evicted: set[str] = set()
        while (head := replica.queue.head) and plan.budget > 0:
            if head.request.rid in evicted:
                yield from self.hold(replica, "slots", 1, "its slot was taken in this step")
                return
            if len(replica.running) >= self.max_num_seqs:
                victim = max(replica.running, key=lambda number: self.urgency(replica, number))
                request = replica.running[victim].request
                if not self.is_before(head, request):
                    yield from self.hold(replica, "slots", 1)
                    return
                plan.take_back(victim)
                evicted.add(request.rid)
                yield replica.preempt_for(victim, head.request.rid, events.ADMITTED_LAST, 1)
            yield from admitting.admit(
                replica, plan, NO_HITS, plan.cut(head.known_tokens), queued=head
            )

    def is_before(self, head: Queued, running: Request) -> bool:
        """Whether `head` may take the slot of `running`."""
        if self.from_equals:
            return head.request.priority <= running.priority
        return head.request.priority < running.priority


class TakesSlotsFromEquals(TakesSlots):
    """11: or equally urgent."""

    from_equals = True


class OnePromptAStep(Vllm):
    """13: no prompt is cut while another one's chunk, even its last, runs in the step."""

    @override
    def waiting(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        head = replica.queue.head
        chunk_runs = any(number in replica.prefilling for number in plan.tokens)
        if head is not None and chunk_runs and plan.cut(head.known_tokens) < head.known_tokens:
            if held := replica.hold_head("budget", 1):
                yield held
            return
        yield from Vllm.waiting(self, replica, plan)


class TakesSome(Hooked):
    """14: where too few blocks are free those are taken, and are in no table."""

    @override
    def short(self, replica: Replica) -> None:
        cache = caching.cache_of(replica)
        cache.take_with(-1 - replica.preemptions, NO_HITS, cache.free_blocks)


class ForgetsToFree(Hooked):
    """14: what a failed attempt rolls back is not given back."""

    @override
    def gone(self, replica: Replica) -> None:
        cache = caching.cache_of(replica)
        before = 1
        cache.take_with(-1 - replica.preemptions, NO_HITS, cache.free_blocks - before)


class CountsHitsAsFree(Vllm):
    """15: blocks that are hit count as free for the others that it needs."""

    @override
    def required(self, replica: Replica, hits: Sequence[int], tokens: int) -> int:
        return caching.cache_of(replica).needed(tokens) - len(hits)


class SleepsWhenEmpty(Vllm):
    """18: stops when nobody runs any more, until somebody arrives."""

    @override
    def step(self, replica: Replica) -> Iterator[events.Event]:
        awake = bool(replica.running)
        for event in replica.arrive(self.never_fits):
            awake = awake or isinstance(event, events.Arrived)
            yield event
        plan = Plan(self.max_num_batched_tokens)
        yield from self.running(replica, plan)
        if awake:
            yield from self.waiting(replica, plan)
        yield from planning.execute(replica, plan)
        yield from self.finish(replica)


class AllGo(Hooked):
    """19: where the pool is full all that run go."""

    @override
    def running(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        needed = sum(
            planning.missing(replica, state, min(planning.left(state), plan.budget))
            for state in replica.running.values()
        )
        if needed > replica.memory.free_blocks:
            for victim in reversed([*replica.running]):
                plan.preempted = True
                yield replica.preempt(victim, victim)
        yield from super().running(replica, plan)
