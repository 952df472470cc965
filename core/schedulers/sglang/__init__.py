"""SGLang's scheduler: who arrives, then a prefill or else a decode step, execute, finish.

Source: the notes on SGLang 0.5 and the engine's own code, as of late 2026, with its overlap of
scheduling and work off. No schedule of it was ever recorded, so nothing is compared. Left out are
priorities, the grouping of equal prompts that wait, what the radix tree evicts beyond need, and the
crash of a mixed step that runs out of memory: its decodes have their pages first.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from core import events
from core.lifecycle import Decoding, NeverFits
from core.memory import Memory, Radix
from core.policies import VictimRule
from core.replica import Replica, admitting, caching, planning
from core.replica.plan import Plan
from core.replica.queues import ListedQueue, WaitingQueue
from core.request import Request
from core.schedulers.own_knobs import knobs_of
from core.schedulers.sglang.adder import Adder, Limits, Refusal
from core.schedulers.sglang.batch import (
    full_words,
    hold,
    latest_first,
    publish,
    refusal_words,
    slot_words,
)
from core.schedulers.sglang.knobs import FCFS, NO_CHUNKS, sglang_faults
from core.schedulers.sglang.order import hits, put_in_order
from core.schedulers.sglang.ratio import Hidden, at_start
from core.schedulers.sglang.retraction import FEWEST_SENT, lacks_pages, retract

WITHOUT_END = 2**62
"""Tokens of a plan that is bounded by other sums."""


@dataclass(frozen=True, slots=True)
class SgLang:
    """Continuous batching as SGLang does it, with its own names.

    The pool is `max_total_tokens` tokens in whole pages. `clip_max_new_tokens_estimation` is the
    most that anybody is taken to send still, `random_seed` what the policy random goes by.
    """

    max_total_tokens: int
    _: KW_ONLY
    max_running_requests: int = 2048
    page_size: int = 1
    chunked_prefill_size: int = 8192
    max_prefill_tokens: int = 16384
    schedule_policy: str = FCFS
    schedule_conservativeness: float = 1.0
    enable_mixed_chunk: bool = False
    disable_radix_cache: bool = False
    clip_max_new_tokens_estimation: int = 4096
    random_seed: int = 0

    name: ClassVar[str] = "sglang"
    ranks_as_listed: ClassVar[bool] = True
    victim_rule: ClassVar[VictimRule] = FEWEST_SENT

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in sglang_faults(knobs_of(self)):
            raise fault.error(fault.message)

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        pages = self.max_total_tokens // self.page_size
        return Radix(self.page_size, pages, caching=not self.disable_radix_cache)

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start."""
        return ListedQueue()

    def never_fits(self, request: Request) -> NeverFits | None:
        """Its prompt and the tokens it is taken to send must be fewer than those of the pool.

        (The engine cuts an output that is too long for the pool when it arrives. Here it is taken
        as it is: who outgrows the pool in the end is given up.)
        """
        total = self.max_total_tokens // self.page_size * self.page_size
        more = min(request.output_len, self.clip_max_new_tokens_estimation)
        needed = request.prompt_len + more
        return NeverFits(needed, total, "estimate") if needed >= total else None

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then a prefill or else a decode step, execute, finish."""
        if not (replica.running or replica.queue.head):
            replica.hidden = self.remembered(replica).idle()
        yield from replica.arrive(self.never_fits)
        plan = Plan(WITHOUT_END)
        refusal = yield from self.prefill(replica, plan)
        if not plan.tokens and not (yield from self.decode(replica, plan)):
            replica.hidden = self.remembered(replica).idle()
            refusal = yield from self.prefill(replica, plan)
        yield from hold(replica, refusal)
        yield from self.execute(replica, plan)
        yield from self.finish(replica, plan)

    def prefill(
        self, replica: Replica, plan: Plan
    ) -> Generator[events.Event, None, Refusal | None]:
        """Unless the batch is full, those that wait are asked in the order of `schedule_policy`.

        That is the order in which they joined (fcfs), the longest prefix in the cache first (lpm,
        for 128 waiting at most), the longest output first (lof), or a random one. A prompt in the
        middle of its chunks goes before all, and there is only one such. Somebody fits while fewer
        than `max_running_requests` are in the batch, and what is left to compute of it and the
        tokens it may still send are fewer than the pages hold that are free or cached, less what
        those in the batch may still send times the new-token ratio, less all that those added
        before it compute and may send. All together compute `max_prefill_tokens` at most, but for
        the first, and `chunked_prefill_size`, to which a longer prompt is cut in whole pages. The
        first that does not fit ends it. If that was for slots or memory the batch is full, and
        nobody is asked again before a step has found that somebody left it.
        """
        hidden, chunk = self.remembered(replica), replica.next_prefill
        if chunk is None and (hidden.is_full or not replica.queue.head):
            return Refusal(hidden.cause, full_words(hidden.why))
        put_in_order(replica, self.schedule_policy, self.random_seed)
        mixed = hidden.seen if self.enable_mixed_chunk else 0
        adder = Adder(replica, self._limits, hidden.ratio, mixed)
        if mixed and lacks_pages(replica):
            return Refusal("blocks", "those that decode lack pages")
        if chunk is not None and (tokens := adder.going_on(chunk)):
            yield from planning.serve(replica, plan, chunk, tokens)
            adder.charge(chunk.request, tokens, whole=tokens == planning.left(chunk))
        refusal = None
        while refusal is None and (head := replica.queue.head):
            if len(plan.tokens) >= self.max_running_requests - hidden.seen:
                refusal = Refusal(
                    "slots",
                    slot_words(replica, hidden.seen, len(plan.tokens), self.max_running_requests),
                )
                break
            found = hits(replica, head, head.known_tokens - 1)
            unheld, left = caching.cache_of(replica).unheld(found), head.known_tokens
            left -= len(found) * self.page_size
            answer = adder.new(head, left, unheld, len(plan.tokens))
            if isinstance(answer, Refusal):
                refusal = answer
                break
            room = head.known_tokens if answer == left else None
            yield from admitting.admit(replica, plan, found, answer, room=room)
            adder.charge(head.request, answer, whole=answer == left, locked=unheld)
            refusal = adder.stop
        if refusal and refusal.cause != "budget":
            replica.hidden = hidden.filled(refusal.cause, refusal_words(replica, refusal))
        return refusal

    def decode(self, replica: Replica, plan: Plan) -> Generator[events.Event, None, bool]:
        """If nobody is prefilled, everyone in the batch gets the page of its next token, if any.

        Cached pages that nobody holds are taken when no other is free. If that is not enough,
        requests are retracted until it is: those that have sent fewest first, of equals those with
        the longest prompt. One at least stays. Who is retracted keeps the tokens it has sent and
        goes to the end of the queue. The ratio is then what the rest have sent and 20 tokens for
        each of them, of one more than all that they may send, 1 at most; else it falls by a 600th
        of the way to 0.14 of its start. If the last one cannot go on alone, it is given up. Where
        nothing is left to decode the ratio is reset, and those that wait are asked once more.
        """
        hidden = self.remembered(replica)
        if not replica.decoding:
            return False
        if lacks_pages(replica):
            hidden = yield from retract(replica, hidden)
        else:
            hidden = hidden.decayed()
        replica.hidden = hidden.looked(replica.decoding)
        if replica.decoding:
            yield from planning.serve_decodes(replica, plan) or ()
        return replica.decoding > 0

    def execute(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        """Prompts are computed, or decodes; with `enable_mixed_chunk` the decodes as well.

        What was computed of a prompt can be hit from the next step on.
        """
        decodes = replica.decoding
        mixed = decodes and self.enable_mixed_chunk
        if mixed and plan.tokens:
            yield from planning.serve_decodes(replica, plan) or ()
        stalled = decodes if plan.tokens and not mixed else 0
        for number, tokens in plan.tokens.items():
            state = replica.prefilling[number]
            done = replica.prefill(state, tokens, ticks=0 if stalled else 1)
            publish(replica, state, state.computed_tokens, state.computed_tokens + tokens)
            yield done
        processed = replica.prefilled
        if stalled:
            yield replica.close_stalled(processed, stalled)
        else:
            yield replica.close_tick(processed + decodes)

    def finish(self, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves; its pages stay in the cache.

        In the order of the batch, in which prompts mixed with decodes stand before them.
        """
        finished = replica.due_to_finish()
        if self.enable_mixed_chunk:
            finished = latest_first(replica, finished)
        for number in finished:
            state = replica.running[number]
            assert isinstance(state, Decoding)
            known, most = state.prefilling.known_tokens, state.request.most_tokens
            publish(replica, state, known, most)
            yield replica.finish(number)
        if plan.tokens:
            left = [number for number in plan.tokens if number in replica.running]
            joined = sum(number not in replica.prefilling for number in left)
            shrank = bool(finished) or bool(replica.prefilling)
            hidden = self.remembered(replica)
            members = replica.decoding if self.enable_mixed_chunk else hidden.seen + joined
            replica.hidden = hidden.merged(members, shrank=shrank)

    def remembered(self, replica: Replica) -> Hidden:
        """What it goes by from step to step: the ratio, and whether the batch is full."""
        hidden = replica.hidden
        return hidden if isinstance(hidden, Hidden) else at_start(self.schedule_conservativeness)

    def hidden_state(self, replica: Replica) -> Mapping[str, float]:
        """The new-token ratio, and whether the batch is taken to be full."""
        hidden = self.remembered(replica)
        return {"ratio": hidden.ratio, "full": int(hidden.is_full)}

    @property
    def _limits(self) -> Limits:
        size, clip = self.chunked_prefill_size, self.clip_max_new_tokens_estimation
        return Limits(self.max_prefill_tokens, None if size == NO_CHUNKS else size, clip)
