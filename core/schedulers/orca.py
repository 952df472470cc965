"""Orca: who arrives, then admit, run, finish; by iteration, or by request as what came before it.

Source: the paper "Orca" (Yu et al., OSDI 2022), its scheduling algorithm and what it compares with;
no schedules were recorded from it. A slot of its memory is the place of one token. As in the
comparisons called Orca (Oracle), how long an answer will be is known at admission.
"""

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from core import events
from core.lifecycle import NeverFits
from core.memory import Contiguous, Memory, Unlimited
from core.policies.admission import Admission, admission_of
from core.replica import Replica
from core.request import Fault, Request
from core.schedulers.driftwood.variants import finish_in_batch
from core.schedulers.own_knobs import knobs_of
from core.schedulers.sourced import count_faults, word_faults
from core.schedulers.work import leave, work_in_order

SCHEDULING = ("iteration", "request")


def orca_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    yield from count_faults(knobs, ("max_bs", "n_slots"))
    if knobs.get("scheduling") is not None:
        yield from word_faults("scheduling", knobs["scheduling"], SCHEDULING)


@dataclass(frozen=True)
class Orca:
    """Requests join and leave a batch at every iteration, or all together.

    `max_bs` caps the batch. `n_slots` is the memory in tokens, None for no limit. `scheduling` is
    by `iteration`, as Orca does it, or by `request`: static batching, as engines did before it.
    """

    max_bs: int
    _: KW_ONLY
    n_slots: int | None = None
    scheduling: str = "iteration"

    name: ClassVar[str] = "orca"
    ranks_as_listed: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in orca_faults(knobs_of(self)):
            raise fault.error(fault.message)

    @property
    def in_batches(self) -> bool:
        """Whether a slot is given back only when the whole batch is done."""
        return self.scheduling == "request"

    @property
    def admission(self) -> str:
        """The gate in force, by its name in the policy lab."""
        return "static" if self.in_batches else "known_text"

    @property
    def _gates(self) -> Admission:
        return admission_of(self.admission, self.max_bs, None, None)

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        return Unlimited() if self.n_slots is None else Contiguous(self.n_slots)

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then admit, run, finish."""
        yield from replica.arrive(self.never_fits)
        yield from self.admit(replica)
        yield from self.run(replica)
        yield from self.finish(replica)

    def never_fits(self, request: Request) -> NeverFits | None:
        """A request that would reserve more slots than there are could never run, even alone."""
        return None if self.n_slots is None else Contiguous(self.n_slots).never_fits(request)

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """The head is admitted while fewer than `max_bs` run and its whole life fits into memory.

        It reserves slots for its prompt and all its output, in one piece, so nobody is ever
        preempted. If it is not admitted, stop: first come, first served. By request only while the
        batch forms: in a step at whose start nobody held a place in one.
        """
        return self._gates.admit(replica)

    def run(self, replica: Replica) -> Iterator[events.Event]:
        """An iteration: each decode, one token, and beside them each new prompt, whole."""
        return work_in_order(replica, None)

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves; its slots are freed.

        By request its place in the batch is given back when the longest of the batch is done, all
        of them at once.
        """
        return finish_in_batch(replica) if self.in_batches else leave(replica)
