"""What TensorRT-LLM's capacity policy has decided in a step, before anybody has any tokens."""

from collections.abc import Iterator

from core import events
from core.lifecycle import Cause, Decoding, Prefilling, Queued, Running
from core.naming import visible
from core.replica import Replica, planning
from core.replica.plan import Plan
from core.schedulers.tensorrt import sums
from core.schedulers.tensorrt.places import by_place, started_last


class Chosen:
    """Who fits, in the order of the list: `generations` and `contexts`.

    If `everyone` that generates fits they are not listed. `slots` and `blocks` are what all of them
    will have taken, the blocks in this step; at most `most` slots there are. `refusals` say of who
    waits, by rid, what keeps it out: the cause, the blocks it needs, and the sum in words.
    """

    __slots__ = (
        *("_most", "_replica", "blocks", "contexts", "everyone"),
        *("generations", "refusals", "slots"),
    )

    def __init__(self, replica: Replica, most: int, *, everyone: bool) -> None:
        """Start with everyone that generates in `replica`, or with nobody."""
        self._replica, self._most, self.everyone = replica, most, everyone
        self.slots = replica.decoding if everyone else 0
        self.blocks = len(replica.due_to_grow()) if everyone else 0
        self.generations: list[Decoding] = []
        self.contexts: list[Prefilling | Queued] = []
        self.refusals: dict[str, tuple[Cause, int, str]] = {}

    @property
    def is_full(self) -> bool:
        """Whether as many fit as may run."""
        return self.slots >= self._most

    def fits(self, blocks: int) -> bool:
        """Whether one more that takes `blocks` in this step does."""
        return not self.is_full and self.blocks + blocks <= self._replica.memory.free_blocks

    def take(self, one: Running | Queued, blocks: int = 0) -> None:
        """`one` fits, and will take so many blocks."""
        self.slots += 1
        self.blocks += blocks
        if isinstance(one, Decoding):
            self.generations.append(one)
        else:
            self.contexts.append(one)

    def refuse(self, one: Running | Queued, cause: Cause, blocks: int, why: str = "") -> None:
        """`one`, which needs `blocks` blocks, stays out because of `cause`."""
        self.refusals[one.request.rid] = (cause, blocks, why)

    def refuse_step(self, one: Running | Queued, blocks: int) -> None:
        """`one` does not fit."""
        free = self._replica.memory.free_blocks
        if self.is_full:
            self.refuse(one, "slots", blocks)
        else:
            self.refuse(one, "blocks", blocks, sums.step_words(blocks, free, self.blocks))

    def pause(self, victim: Running, asker: Running | Queued, blocks: int) -> events.Preempted:
        """`victim` makes room for `asker`, which takes `blocks`."""
        rid, replica = asker.request.rid, self._replica
        why = f"paused in this step for {visible(rid)}"
        choice = started_last(self.blocks)
        paused = replica.preempt_for(victim.admission, rid, choice, blocks)
        known = victim.request.prompt_len + paused.emitted
        self.refuse(victim, "blocks", replica.memory.needed(known), why)
        return paused

    def generate(self, plan: Plan) -> Iterator[events.Event]:
        """Those that generate get a token each, as far as `plan` goes."""
        replica = self._replica
        served = planning.serve_decodes(replica, plan) if self.everyone else None
        if served is not None:
            yield from served
            return
        every = self.generations
        if self.everyone:
            states = by_place(replica, replica.running.values())
            every = [state for state in states if isinstance(state, Decoding)]
        for state in every[: plan.budget]:
            yield from planning.serve(replica, plan, state, 1)
        planning.pause_rest(replica, plan)

    def held(self) -> Iterator[events.Held]:
        """Why the head of the queue stays, when everybody else has what they get."""
        head = self._replica.queue.head
        if head is None:
            return
        cause, blocks, why = self.refusals[head.request.rid]
        if held := self._replica.hold_head(cause, blocks, why):
            yield held
