"""TensorRT-LLM's scheduler: who arrives, then capacity, tokens, execute, finish.

Source: the capacity scheduler, the micro batch scheduler and the sums of the KV cache manager in
the engine's own code, as of late 2026. No schedule of it was ever recorded, so nothing is compared.
Left out are block reuse, beams, draft tokens and more than one micro batch; and that the engine
cuts the context of a paused request at its longest input, to send what is beyond once more: kept
whole, one that no step has the tokens for never starts again.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from core import events
from core.lifecycle import NeverFits, Prefilling
from core.memory import Cached, Memory
from core.memory.paged import blocks_for
from core.memory.strand import NO_HITS
from core.policies import VictimRule
from core.replica import Replica, admitting, planning
from core.replica.plan import Plan
from core.replica.queues import KeyedQueue, WaitingQueue
from core.request import Request
from core.schedulers.own_knobs import knobs_of
from core.schedulers.tensorrt import places, sums
from core.schedulers.tensorrt.chosen import Chosen
from core.schedulers.tensorrt.knobs import MAX_UTILIZATION, NO_EVICT, STATIC_BATCH, tensorrt_faults


@dataclass(frozen=True, slots=True)
class TensorRtLlm:
    """In-flight batching as TensorRT-LLM does it, with its own names.

    Memory is `max_tokens` tokens in blocks of `tokens_per_block`, the last one rounded up.
    """

    max_tokens: int
    _: KW_ONLY
    max_batch_size: int = 2048
    max_num_tokens: int = 8192
    tokens_per_block: int = 32
    capacity_scheduler_policy: str = NO_EVICT
    enable_chunked_prefill: bool = False

    name: ClassVar[str] = "tensorrt-llm"
    ranks_as_listed: ClassVar[bool] = True
    victim_rule: ClassVar[VictimRule] = places.LAST_STARTED

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in tensorrt_faults(knobs_of(self)):
            raise fault.error(fault.message)

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        blocks = blocks_for(self.max_tokens, self.tokens_per_block)
        return Cached(self.tokens_per_block, blocks, caching=False, freed_to_front=True)

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start: in the order of the list."""
        return KeyedQueue(places.ListPlaces())

    def never_fits(self, request: Request) -> NeverFits | None:
        """A request that needs more blocks than there are could never run, even alone.

        Where nobody is paused those are the blocks to its completion. Without chunks a prompt that
        is longer than `max_num_tokens` could never run either.
        """
        if request.prompt_len > self.max_num_tokens and not self.enable_chunked_prefill:
            return NeverFits(request.prompt_len, self.max_num_tokens, "prompt")
        blocks = blocks_for(self.max_tokens, self.tokens_per_block)
        pauses = self.capacity_scheduler_policy == MAX_UTILIZATION
        most = request.most_tokens if pauses else request.prompt_len + request.output_len
        needed = blocks_for(most, self.tokens_per_block)
        return NeverFits(needed, blocks) if needed > blocks else None

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then capacity, tokens, execute, finish."""
        yield from replica.arrive(self.never_fits)
        if self.capacity_scheduler_policy == MAX_UTILIZATION:
            chosen = yield from self.max_utilization(replica)
        elif self.capacity_scheduler_policy == STATIC_BATCH:
            chosen = self.static_batch(replica)
        else:
            chosen = self.guaranteed_no_evict(replica)
        plan = Plan(self.max_num_tokens)
        yield from self.tokens(replica, plan, chosen)
        yield from chosen.held()
        yield from planning.execute(replica, plan)
        yield from self.finish(replica)

    def guaranteed_no_evict(self, replica: Replica) -> Chosen:
        """Every running request keeps the blocks to its completion, so nobody is ever paused.

        Those are the blocks of its prompt and all its output. Who waits comes in, in the order of
        the list, while fewer than `max_batch_size` run and the blocks to its completion are not
        kept for others. The first that does not fit ends it.
        """
        chosen = Chosen(replica, self.max_batch_size, everyone=True)
        if not (replica.prefilling or replica.queue.head):
            return chosen
        kept, total = sums.promised(replica), replica.memory.total_blocks
        contexts = places.by_place(replica, replica.prefilling.values())
        for one in places.with_waiting(replica, contexts):
            if not isinstance(one, Prefilling):
                life = sums.life(replica, one.request)
                if chosen.is_full:
                    chosen.refuse(one, "slots", life)
                    break
                if life > total - kept:
                    chosen.refuse(one, "blocks", life, sums.kept_words(life, total, kept))
                    break
                kept += life
            chosen.take(one)
        return chosen

    def static_batch(self, replica: Replica) -> Chosen:
        """As `guaranteed_no_evict`, but while anybody generates no context is looked at.

        So nobody joins a batch that generates, and a context in the middle of its chunks waits for
        those that are further.
        """
        if not replica.decoding:
            return self.guaranteed_no_evict(replica)
        chosen = Chosen(replica, self.max_batch_size, everyone=True)
        if head := replica.queue.head:
            chosen.refuse(
                head, "slots", sums.life(replica, head.request), sums.batch_words(replica)
            )
        return chosen

    def max_utilization(self, replica: Replica) -> Generator[events.Event, None, Chosen]:
        """Everybody in the list is asked in order for the blocks of one more step.

        Those are the next token's, or the whole prompt's of one that starts. While they are not
        there, the last started one from there on is paused, and the list ends before it. It frees
        its blocks and keeps its place, and the tokens it has sent are computed again as part of its
        prompt. Where nobody is left to be paused, who waits stays out, and that ends it.
        """
        everyone = places.nobody_is_paused(replica)
        chosen = Chosen(replica, self.max_batch_size, everyone=everyone)
        started = [] if everyone else places.by_place(replica, replica.running.values())
        rank, end = replica.arrivals.rank, len(replica.arrivals)
        for one in places.with_waiting(replica, tuple(started)):
            here, needed = rank(one.request), sums.of_a_step(replica, one)
            while here < end and not chosen.fits(needed):
                if not started or rank(started[-1].request) < here:
                    chosen.refuse_step(one, needed)
                    return chosen
                victim = started.pop()
                end = rank(victim.request)
                yield chosen.pause(victim, one, needed)
            if here >= end:
                break
            chosen.take(one, needed)
        return chosen

    def tokens(self, replica: Replica, plan: Plan, chosen: Chosen) -> Iterator[events.Event]:
        """Of those that fit generations come first, a token of `max_num_tokens` each.

        Then come contexts. One gets all it has left; if that is too much, it ends the batch. With
        `enable_chunked_prefill` it then gets as many whole blocks of tokens as there are, and who
        comes after it the rest, if that is enough for all of it or for a block. Who gets tokens
        takes its blocks, those of the whole prompt at once; who gets none has not started.
        """
        yield from chosen.generate(plan)
        unit = self.tokens_per_block if self.enable_chunked_prefill else 0
        for one in chosen.contexts:
            left = planning.left(one) if isinstance(one, Prefilling) else one.known_tokens
            part = plan.budget // unit * unit if unit else 0
            tokens = left if left <= plan.budget else part
            if not tokens:
                why = sums.token_words(left, plan.budget, unit)
                chosen.refuse(one, "budget", sums.of_a_step(replica, one), why)
                if not unit:
                    break
            elif isinstance(one, Prefilling):
                yield from planning.serve(replica, plan, one, tokens)
            else:
                room = one.known_tokens
                yield from admitting.admit(replica, plan, NO_HITS, tokens, queued=one, room=room)

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves; its blocks are freed."""
        for number in replica.due_to_finish():
            yield replica.finish(number)

    def hidden_state(self, replica: Replica) -> Mapping[str, float]:
        """Blocks that nobody has taken and no newcomer gets, where those that run keep any."""
        pauses = self.capacity_scheduler_policy == MAX_UTILIZATION
        return {} if pauses else {"reserved": sums.reserved(replica)}
