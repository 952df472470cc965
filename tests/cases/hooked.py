"""vLLM's rules with hooks where a case breaks one of them; as it is, it breaks none."""

from collections.abc import Iterator, Sequence

from core import events
from core.lifecycle import Cause, Queued
from core.override import override
from core.policies import candidates
from core.policies.candidate import Candidate
from core.replica import KEEP, Replica, Terms, planning
from core.replica.plan import Plan
from core.schedulers.vllm import Vllm


class Hooked(Vllm):
    """First come, first served, without prefix caching, spelled out once more for its hooks."""

    terms: Terms = KEEP
    goes_on_after_itself = False

    @override
    def step(self, replica: Replica) -> Iterator[events.Event]:
        yield from replica.arrive(self.never_fits)
        plan = Plan(self.max_num_batched_tokens, self.threshold(replica))
        yield from self.running(replica, plan)
        yield from self.waiting(replica, plan)
        yield from planning.execute(replica, plan)
        yield from self.finish(replica)

    @override
    def running(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        order, cursor = list(replica.running), 0
        while cursor < len(order) and plan.budget > 0:
            number = order[cursor]
            state = replica.running[number]
            tokens = plan.cut(planning.left(state))
            blocks = planning.missing(replica, state, tokens)
            if blocks > replica.memory.free_blocks:
                self.short(replica)
            while blocks > replica.memory.free_blocks and number in replica.running:
                victim = self.goes(replica, order)
                stood_before = order.index(victim) < cursor
                plan.take_back(victim)
                cursor -= stood_before
                order.remove(victim)
                yield replica.preempt(victim, number, needed=blocks, terms=self.terms)
                self.gone(replica)
            if number in replica.running:
                yield from planning.serve(replica, plan, state, tokens)
                cursor += 1
            elif not self.goes_on_after_itself:
                break
        planning.pause_rest(replica, plan)

    def goes(self, replica: Replica, order: Sequence[int]) -> int:  # noqa: ARG002 - a hook
        """Who is preempted."""
        return order[-1]

    def short(self, replica: Replica) -> None:
        """Fewer blocks are free than somebody needs."""

    def gone(self, replica: Replica) -> None:
        """Somebody was preempted."""

    def hold(
        self, replica: Replica, cause: Cause, blocks: int, why: str = ""
    ) -> Iterator[events.Event]:
        """The head stays."""
        if replica.queue.head and (held := replica.hold_head(cause, blocks, why)):
            yield held

    def fits(self, replica: Replica, queued: Queued, plan: Plan) -> bool:
        """Whether there are blocks for the chunk of `queued`, and for all of it if that counts."""
        tokens = plan.cut(queued.known_tokens)
        most = max(tokens, queued.known_tokens if self.reserve_full_isl else 0)
        return replica.memory.needed(most) <= replica.memory.free_blocks


def of_number(replica: Replica) -> dict[int, Candidate]:
    """Who could be preempted, by admission number."""
    return {each.admission: each for each in candidates(replica)}
