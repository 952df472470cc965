"""The knobs of vLLM's scheduler, and what is derived from them."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from core.memory import Cached, Memory
from core.policies import QueuePolicy, VictimPolicy, VictimRule, queue_rule_in_force, rule_of
from core.policies.admission import names_kept
from core.policies.named import LATEST
from core.replica.queues import KeyedQueue, WaitingQueue
from core.schedulers.modified import MODIFIED
from core.schedulers.own_knobs import NO_KNOB, knobs_of
from core.schedulers.vllm.admission import Asking, asking_of
from core.schedulers.vllm.knobs import vllm_faults
from core.schedulers.vllm.priority import LEAST_URGENT, LEAST_URGENT_OF_A_STAMP, PriorityOrder
from core.schedulers.vllm.versions import V0_33, Version

LAST_IN = rule_of(None, None)


@dataclass(frozen=True, slots=True)
class Settings:
    """What may be set of vLLM, by its own names.

    `num_blocks` is what requests can own: vLLM itself holds one more. `victim` and `queue` are
    policies in the place of vLLM's own, with what an order takes; `admission` are gates beside its
    own, and `asking` is how both have those asked that wait, None for the page's own way. `version`
    is what it differs by; `one_stamp` says that requests which arrive in the same step share a time
    (else each has its own, in the order listed): by priority, of equals the first in running order
    is preempted then.
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
    admission: str | Sequence[str] | None = None
    queue: str | QueuePolicy | None = None
    aging: float | None = None
    weights: Mapping[str, int] | None = field(default=None, hash=False)
    max_overtakes: int | None = None
    version: Version = field(default=V0_33, metadata=NO_KNOB)
    one_stamp: bool = field(default=False, metadata=NO_KNOB)
    asking: Asking | None = field(init=False, repr=False, compare=False, metadata=NO_KNOB)

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in vllm_faults(knobs_of(self)):
            raise fault.error(fault.message)
        asking = asking_of(self.admission, skips=self.max_overtakes is not None)
        object.__setattr__(self, "asking", asking)
        object.__setattr__(self, "admission", names_kept(self.admission))
        object.__setattr__(self, "weights", None if self.weights is None else {**self.weights})

    @property
    def name(self) -> str:
        """`vllm@0.33`; "modified" where a policy is not vLLM's own."""
        return f"{self.version.name} {MODIFIED}" if self.is_modified else self.version.name

    @property
    def is_modified(self) -> bool:
        """Whether somebody else may be preempted, or admitted, than vLLM would."""
        own = LATEST if self.policy == "fcfs" else None
        is_other = self.victim is not None and self.victim != own
        return is_other or self.admission is not None or not queue_rule_in_force(self).is_default

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
        if self.policy == "fcfs":
            return queue_rule_in_force(self).queue()
        return KeyedQueue(PriorityOrder())

    @property
    def asks_for_all(self) -> bool:
        """Whether an admission needs blocks for all that is known."""
        return self.reserve_full_isl and self.version.has_full_isl

    @property
    def in_batches(self) -> bool:
        """Whether a slot is given back only when the whole batch is done."""
        return self.asking is not None and self.asking.in_batches

    @property
    def spare_blocks(self) -> int:
        """Blocks that an admission leaves free while anybody runs: the watermark's."""
        return int(self.watermark * (self.num_blocks + 1)) if self.version.has_watermark else 0
