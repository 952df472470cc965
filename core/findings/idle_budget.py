"""Idle budget: tokens of a step's budget were left over although somebody could have used them.

When the step's work was done, a running request still had some of its prompt or rebuild to process
and room for it in its blocks, and fewer tokens were processed than the budget allows (any number,
without a budget). The right rules give the rest of the budget away until it or the work is used
up; where prompts come last they may get nothing in a step with decodes, and where chunks are whole
blocks less than one may be left over. Where a step is planned as vLLM does it, a prompt that got as
much as its threshold allows has had its share, and a step with a preemption may end there; with
prompts in chunks a head that is held for the budget could have used the rest of it, too. Where what
decodes may still take is estimated, a prompt beside them may get less than its blocks would hold.
"""

from collections.abc import Iterable

from core.events import Chunk, FirstToken, Preempted
from core.findings.finding import Finding, finding
from core.findings.look import Limits, Look
from core.naming import visible
from core.policies.admission.chunks import room_of


class IdleBudget:
    """Steps whose budget was not used up while a prefill had work left."""

    def __init__(self, limits: Limits, *, last: bool = False) -> None:
        """Nothing is seen yet of a scheduler that keeps `limits`; prompts may come `last`."""
        self._last = last
        self._limits, self._budget = limits, limits.budget
        self._first: Finding | None = None
        self._steps = 0
        self._idle = 0

    def see(self, look: Look) -> None:
        """Look at the next step."""
        if (self._last or self._limits.batches) and look.tokens and not _prefilled(look):
            return
        tokens = look.tokens
        if self._limits.estimates and tokens > _prefilled_tokens(look):
            return
        if self._budget is not None and self._budget - tokens < self._limits.unit:
            return
        if self._limits.plans and any(isinstance(event, Preempted) for event in look.events):
            return
        could = self._could_go_on_in_plan if self._limits.plans else _could_go_on
        if could(look):
            found = _found(look, tokens, self._budget)
        elif self._head_could_begin(look):
            found = _found_of_head(look, tokens, self._budget)
        else:
            return
        self._steps += 1
        self._idle += 0 if self._budget is None else self._budget - tokens
        self._first = self._first or found

    def _could_go_on_in_plan(self, look: Look) -> bool:
        """Whether a prefill has work left and could have more in a step: it takes blocks for it."""
        longest, chunks = self._limits.longest, [e for e in look.events if isinstance(e, Chunk)]
        had_most = {event.rid for event in chunks if 0 < longest <= event.tokens}
        return any(one.request.rid not in had_most for one in look.replica.prefilling.values())

    def _head_could_begin(self, look: Look) -> bool:
        """Whether the head is held for the budget, where a chunk of any size can begin."""
        held, head = look.replica.held, look.replica.queue.head
        can_begin = self._limits.plans and self._limits.fits_by_blocks and head is not None
        return can_begin and held is not None and held[0] is head and held[1] == "budget"

    def findings(self) -> Iterable[Finding]:
        """One finding, about the first of them."""
        if (first := self._first) is not None:
            more = f"; so in {self._steps:,} steps" if self._steps > 1 else ""
            numbers = {"in_steps": self._steps, "idle_tokens": self._idle, **first.numbers}
            title = first.title + more
            yield finding(first.kind, title, first.jump, first.rids, first.steps, **numbers)


def _could_go_on(look: Look) -> bool:
    """Whether a prefill has work left, and room for it. Without blocks there is always room."""
    replica, paged = look.replica, look.replica.memory.total_blocks > 0
    return any(not paged or room_of(replica, each) > 0 for each in replica.prefilling.values())


def _found(look: Look, tokens: int, budget: int | None) -> Finding:
    state = next(iter(look.replica.prefilling.values()))
    left = state.known_tokens - state.computed_tokens
    title = f"{_processed(look, tokens, budget)} while {visible(state.request.rid)} had {left:,}"
    rids = (each.request.rid for each in look.replica.prefilling.values())
    told = f"{title} left to process"
    return finding("idle_budget", told, look.end, rids, [look.step], tokens=tokens, left=left)


def _found_of_head(look: Look, tokens: int, budget: int | None) -> Finding:
    head = look.replica.queue.head
    assert head is not None
    rid, left = head.request.rid, head.known_tokens
    title = (
        f"{_processed(look, tokens, budget)} while {visible(rid)}, which has {left:,} to process"
    )
    told = f"{title}, was held for the budget"
    return finding("idle_budget", told, look.end, [rid], [look.step], tokens=tokens, left=left)


def _processed(look: Look, tokens: int, budget: int | None) -> str:
    of = "" if budget is None else f" of {budget:,}"
    return f"step {look.step:,} processed {tokens:,}{of} tokens"


def _prefilled(look: Look) -> bool:
    """Whether anything of a prompt was processed."""
    return _prefilled_tokens(look) > 0


def _prefilled_tokens(look: Look) -> int:
    """Tokens of prompts and rebuilds that were processed."""
    return sum(event.tokens for event in look.events if isinstance(event, Chunk | FirstToken))
