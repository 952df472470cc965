"""Every time of a run, token by token, from its records alone: fractions, nothing clever."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from core.cost import Cost
from core.record import Record
from core.request import Request


@dataclass
class NaiveLife:
    """One request: when it arrived, was first admitted and sent each token, and its stalls."""

    request: Request
    arrival: Fraction | None = None
    admitted: Fraction | None = None
    sent: list[Fraction] = field(default_factory=list)
    stalls: list[Fraction] = field(default_factory=list)
    computed: int = 0
    decoding: bool = False
    """From a token sent to a preemption."""

    @property
    def gaps(self) -> list[Fraction]:
        """Between two tokens."""
        return [later - earlier for earlier, later in pairwise(self.sent)]


class NaiveClock:
    """Goes through the records of a run with a cost, one by one."""

    def __init__(self, requests: Sequence[Request], cost: Cost, records: Sequence[Record]) -> None:
        """Time all of it."""
        self.cost = cost
        self.lives = {request.rid: NaiveLife(request) for request in requests}
        self.starts: list[Fraction] = []
        self.ends: list[Fraction] = []
        self.now, self.following = Fraction(0), 0
        for record in records:
            self._begin(record)
            self._work(record)

    def _begin(self, record: Record) -> None:
        idle = record.step - self.following
        self.now += idle * Fraction(self.cost.base_ms)
        coming = [r.arrival_ms for r in self._to_come() if r.arrival_ms is not None]
        if coming and self._nobody_is_there():
            self.now = max(self.now, Fraction(min(coming)))
        self.starts.append(self.now)
        for request in self._to_come():
            if request.arrival_ms is None and request.arrival <= record.step:
                self.lives[request.rid].arrival = self.now
            elif request.arrival_ms is not None and request.arrival_ms <= self.now:
                self.lives[request.rid].arrival = Fraction(request.arrival_ms)

    def _to_come(self) -> list[Request]:
        return [life.request for life in self.lives.values() if life.arrival is None]

    def _nobody_is_there(self) -> bool:
        """Whether all who came have all their tokens; nobody is rejected in these workloads."""
        came = [life for life in self.lives.values() if life.arrival is not None]
        return all(len(life.sent) == life.request.output_len for life in came)

    def _work(self, record: Record) -> None:
        for rid in record.preempted:
            self.lives[rid].computed, self.lives[rid].decoding = 0, False
        for rid in record.running:
            life = self.lives[rid]
            life.admitted = self.now if life.admitted is None else life.admitted
        decodes, prefill = self._split(record)
        resident = sum(self.lives[rid].computed for rid in record.running)
        self.now += self._length(decodes, prefill, resident)
        without = self._length(decodes, 0, resident - prefill)
        self.ends.append(self.now)
        self.following = record.step + 1
        for rid in record.emitted:
            life = self.lives[rid]
            if life.sent:
                life.stalls.append(self.now - life.sent[-1] - without)
            life.sent.append(self.now)
            life.decoding = True

    def _split(self, record: Record) -> tuple[int, int]:
        """Tokens of decodes, and of prompts and rebuilds."""
        decodes = prefill = 0
        for rid, tokens in record.scheduled.items():
            life = self.lives[rid]
            if life.decoding:
                decodes += tokens
            else:
                prefill += tokens
            life.computed += tokens
        return decodes, prefill

    def _length(self, decodes: int, prefill: int, resident: int) -> Fraction:
        cost = self.cost
        return (
            Fraction(cost.base_ms)
            + decodes * Fraction(cost.per_sequence_ms)
            + prefill * Fraction(cost.per_prefill_token_ms)
            + resident * Fraction(cost.per_kv_token_ms)
        )

    def gaps(self) -> list[Fraction]:
        """All gaps, the shortest first."""
        return sorted(gap for life in self.lives.values() for gap in life.gaps)


def nearest_rank(ordered: Sequence[Fraction], percent: int) -> Fraction:
    """The smallest of `ordered` that at least `percent` of them do not exceed."""
    shares = [Fraction(100 * (at + 1), len(ordered)) for at in range(len(ordered))]
    return ordered[bisect_left(shares, percent)]
