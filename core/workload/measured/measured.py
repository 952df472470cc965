"""What is known of a measured run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.request import Request
from core.schedulers import Scheduler


class Served(NamedTuple):
    """A request as it was served: lengths in tokens, times in ms since the first was queued."""

    rid: str
    prompt_len: int
    output_len: int
    queued_ms: float
    first_token_ms: float
    last_token_ms: float

    @property
    def ttft_ms(self) -> float:
        """The time to first token: from its queueing."""
        return self.first_token_ms - self.queued_ms

    @property
    def tpot_ms(self) -> float | None:
        """The time per output token after the first; None where there is one token alone."""
        gaps = self.output_len - 1
        return (self.last_token_ms - self.first_token_ms) / gaps if gaps else None

    def request(self, hash_ids: tuple[int, ...] = (), block_size: int | None = None) -> Request:
        """What was asked, with the blocks of its prompt by their contents where these are known."""
        return Request(
            self.rid,
            0,
            self.prompt_len,
            self.output_len,
            arrival_ms=self.queued_ms,
            hash_ids=hash_ids,
            hash_block_size=block_size if hash_ids else None,
        )


class Sample(NamedTuple):
    """A moment of the time series: seconds on a clock of its own, who ran and who waited then.

    `kv_percent` is the part of the cache in use; None where nothing says.
    """

    at_s: float
    running: int
    waiting: int
    kv_percent: float | None


@dataclass(frozen=True, slots=True)
class MeasuredEngine:
    """What was measured: its `name` with the version, and the scheduler that has its rules.

    `knobs` are the scheduler's own, as the engine had them. `dataset` is the name of the file that
    the prompts came from and `dataset_hash` its SHA-256, "" where nothing says.
    """

    name: str
    scheduler_name: str
    scheduler: Scheduler
    knobs: Mapping[str, object]
    dataset: str
    dataset_hash: str

    @property
    def block_size(self) -> int:
        """Tokens in a block."""
        return self._count("block_size")

    @property
    def num_blocks(self) -> int:
        """Blocks that requests can own."""
        return self._count("num_blocks")

    def _count(self, knob: str) -> int:
        found = self.knobs[knob]
        assert isinstance(found, int)
        return found


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured run, `served` in the order in which they were queued, then of the file.

    `prompts` are the full blocks of prompts by rid, equal ones with an equal number; empty where
    the prompts are not known.
    """

    name: str
    served: tuple[Served, ...]
    samples: tuple[Sample, ...]
    engine: MeasuredEngine
    prompts: Mapping[str, tuple[int, ...]]

    @property
    def requests(self) -> tuple[Request, ...]:
        """The workload of it."""
        size = self.engine.block_size
        return tuple(one.request(self.prompts.get(one.rid, ()), size) for one in self.served)

    @property
    def span_ms(self) -> float:
        """From the first that was queued to the last token."""
        return max(one.last_token_ms for one in self.served)
