"""vLLM's waiting requests under gates beside its own, or where others pass a head that is held.

It takes the place of the page's `waiting` where a knob asks for it: each that is asked is looked at
in one go, which costs more than the page's own way of saying the same.

Liveness. The oldest of those that run is preempted for nobody by vLLM's own victim, and its prompt
and its answer go on in every step; so every run ends, whoever is asked first.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple, Protocol

from core import events
from core.lifecycle import Queued
from core.memory.strand import Hits
from core.policies.admission import gate_names
from core.policies.admission.gate import Gate, Refusal
from core.policies.admission.named import Named
from core.policies.admission.static import static
from core.policies.admission.whole_life import whole_life
from core.replica import Replica, admitting, caching
from core.replica.plan import Plan
from core.replica.queues import SkippingQueue


class Page(Protocol):
    """What is asked of vLLM's page: its limits, and the blocks that an admission needs."""

    @property
    def max_num_seqs(self) -> int:
        """How many run at most."""
        ...

    @property
    def enable_chunked_prefill(self) -> bool:
        """Whether a prompt may be split."""
        ...

    @property
    def asks_for_all(self) -> bool:
        """Whether blocks must be free for all that is known."""
        ...

    def required(self, replica: Replica, hits: Hits, tokens: int) -> int:
        """Free blocks that an admission needs to hold `tokens`."""
        ...

    def spare_now(self, replica: Replica) -> int:
        """Those of them that it leaves free."""
        ...


SHORT = Refusal("blocks")
"""Fewer blocks are free than it needs."""


class Look(NamedTuple):
    """What somebody who waits would get now.

    It finds `hits` and processes `tokens` more, for which `blocks` must be free. Without a
    `refusal` it may come in.
    """

    hits: Hits
    tokens: int
    blocks: int
    refusal: Refusal | None


class Asking(NamedTuple):
    """How those that wait are asked, if otherwise than the page says.

    The gate `first` is asked before slots and budget, `then` before blocks. If it `skips`, who fits
    passes a head that is held for blocks, and so those behind it.
    """

    first: Gate | None
    then: Gate | None
    skips: bool

    @property
    def in_batches(self) -> bool:
        """Whether a slot is given back only when the whole batch is done."""
        return self.first is static

    def waiting(self, page: Page, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        """The head is admitted until there is none or something refuses it; then others pass."""
        while head := replica.queue.head:
            hits, tokens, blocks, refusal = self.look(page, replica, plan, head)
            if refusal is None:
                yield from admitting.admit(replica, plan, hits, tokens)
                continue
            parts = _parts(page, replica, hits) if refusal is SHORT else ()
            if held := replica.hold_head(refusal.cause, blocks, refusal.why, *parts):
                yield held
            if self.skips and refusal.cause == "blocks" and not plan.preempted:
                yield from self._pass(page, replica, plan)
            break

    def look(self, page: Page, replica: Replica, plan: Plan, queued: Queued) -> Look:
        """What `queued` would get now, and the first reason that it may not come in."""
        hits, known = admitting.hits_of(replica, queued), queued.known_tokens
        found = len(hits) * caching.cache_of(replica).block_size
        tokens = plan.cut(known - found)
        blocks = page.required(replica, hits, known if page.asks_for_all else found + tokens)
        refusal = self._refusal(page, replica, plan, queued, (blocks, tokens < known - found))
        return Look(hits, tokens, blocks, refusal)

    def _refusal(
        self, page: Page, replica: Replica, plan: Plan, queued: Queued, needs: tuple[int, bool]
    ) -> Refusal | None:
        """Why `queued` may not come in, which `needs` so many blocks, and to be split or not."""
        blocks, is_split = needs
        if self.first and (refusal := self.first(replica, queued, blocks)):
            return refusal
        if replica.slots_taken >= page.max_num_seqs:
            return Refusal("slots")
        if plan.budget <= 0 or (is_split and not page.enable_chunked_prefill):
            return Refusal("budget", f"{plan.budget} of the budget left")
        if plan.preempted:
            return Refusal("blocks", "nobody is admitted beside a preemption")
        if self.then and (refusal := self.then(replica, queued, blocks)):
            return refusal
        return SHORT if blocks > replica.memory.free_blocks else None

    def _pass(self, page: Page, replica: Replica, plan: Plan) -> Iterator[events.Event]:
        """The first behind the head that may come in passes all before it; and so on."""
        while found := self._first_behind(page, replica, plan):
            queued, look = found
            yield from admitting.admit(replica, plan, look.hits, look.tokens, queued=queued)

    def _first_behind(self, page: Page, replica: Replica, plan: Plan) -> tuple[Queued, Look] | None:
        """Who may pass now; all before it must still be held for blocks, the head as well.

        What passes leaves nobody before it more than there was, and may leave it less budget.
        Everybody needs a block at least, for the token that is always left to compute.
        """
        assert isinstance(replica.queue, SkippingQueue)
        if replica.memory.free_blocks <= page.spare_now(replica):
            return None
        for queued in chain(islice(replica.queue, 1), replica.queue.behind_the_head()):
            look = self.look(page, replica, plan, queued)
            if look.refusal is None:
                return queued, look
            if look.refusal.cause != "blocks":
                break
        return None


def _parts(page: Page, replica: Replica, hits: Hits) -> tuple[int, int]:
    """Of the blocks needed, those that are hits which nobody holds, and the watermark's."""
    return (caching.cache_of(replica).unheld(hits), page.spare_now(replica))


def asking_of(admission: Named, *, skips: bool) -> Asking | None:
    """What the knobs ask for; None if it is the page's own way."""
    names = () if admission is None else gate_names(admission)
    if not names and not skips:
        return None
    first = static if "static" in names else None
    return Asking(first, whole_life if "whole_life" in names else None, skips)
