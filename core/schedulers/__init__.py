"""The order of operations inside one step: a page for each engine, found by name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from core import events
from core.cost import Cost
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Fault, Request
from core.schedulers.driftwood import Driftwood
from core.schedulers.knobs import driftwood_faults
from core.schedulers.names import SHARES, also_called
from core.schedulers.nano_vllm import NanoVllm, nano_vllm_faults
from core.schedulers.orca import Orca, orca_faults
from core.schedulers.own_knobs import defaults_of as defaults_of
from core.schedulers.own_knobs import knobs_of as knobs_of
from core.schedulers.own_knobs import name_of as name_of
from core.schedulers.own_knobs import told_knobs as told_knobs
from core.schedulers.sarathi import Sarathi, sarathi_faults
from core.schedulers.sglang import SgLang
from core.schedulers.sglang.knobs import sglang_faults
from core.schedulers.spellings import (
    TENSORRT,
    VLLM,
    VLLM_V0,
    Respelled,
    Spelling,
    Spellings,
    respelled,
    spelling_of,
    twice_or_too_few,
)
from core.schedulers.tensorrt import TensorRtLlm
from core.schedulers.tensorrt.knobs import tensorrt_faults
from core.schedulers.vllm import Vllm
from core.schedulers.vllm.knobs import vllm_faults
from core.schedulers.vllm.versions import V0_33, VERSIONS, Version
from core.schedulers.vllm_v0 import VllmV0, vllm_v0_faults


class Scheduler(Protocol):
    """What a run drives.

    A frozen value: its fields are its knobs, and everything that changes is in the replica. One
    whose queue is not first come, first served is `Ordered` as well.
    """

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        ...

    def never_fits(self, request: Request) -> NeverFits | None:
        """Why `request` could never run, even alone; None if it could."""
        ...

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """Perform one step and yield each change at once."""
        ...


@runtime_checkable
class Ordered(Protocol):
    """A scheduler with a queue of its own."""

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        ...


@runtime_checkable
class Hiding(Protocol):
    """A scheduler that goes by something that no list or block shows."""

    def hidden_state(self, replica: Replica) -> Mapping[str, float]:
        """The numbers it goes by, from the replica alone: so going back is exact."""
        ...


def hidden_state_of(scheduler: object, replica: Replica) -> Mapping[str, float]:
    """What `scheduler` goes by besides what is seen of `replica`; nothing for most."""
    return scheduler.hidden_state(replica) if isinstance(scheduler, Hiding) else {}


def ranks_as_listed(scheduler: object) -> bool:
    """Whether requests that arrive in one step rank as they are listed, rather than by rid."""
    return bool(getattr(scheduler, "ranks_as_listed", False))


def schedules_in_running_order(scheduler: object) -> bool:
    """Whether decodes and prompts are scheduled in one order, rather than decodes first."""
    return bool(getattr(scheduler, "schedules_in_running_order", False))


def queue_of(scheduler: Scheduler) -> WaitingQueue | None:
    """The queue of a replica at its start; None for first come, first served."""
    return scheduler.waiting_queue() if isinstance(scheduler, Ordered) else None


class Engine(NamedTuple):
    """A scheduler that has a name: what makes it, what is wrong with knobs, how it was checked.

    `absent` are knobs of its kind that this version does not have. Of the blocks that its memory
    has room for it keeps `kept_blocks`, which no request can own and no knob counts. `others` are
    more names that it has for its knobs.
    """

    make: Callable[..., Scheduler]
    faults: Callable[[Mapping[str, object]], Iterator[Fault]]
    kind: type
    checked: str
    absent: tuple[str, ...] = ()
    kept_blocks: int = 0
    others: Spellings = MappingProxyType({})

    @property
    def knobs(self) -> dict[str, object]:
        """Every knob with its default, MISSING where it has to be given."""
        every = fields(self.kind) if is_dataclass(self.kind) else ()
        known = (field for field in every if field.metadata.get("is_knob", True))
        return {field.name: field.default for field in known if field.name not in self.absent}


def _vllm(version: Version) -> Engine:
    make = partial(Vllm, version=version)
    checked = f"equal to vLLM {version.number} on {version.recorded_steps:,} recorded steps"
    return Engine(make, vllm_faults, Vllm, checked, version.absent, kept_blocks=1, others=VLLM)


FROM_SOURCE = "from source, not compared"
"""How an engine was checked whose rules were read, of which no schedule was ever recorded."""
NAIVE = "equal to a second, naive engine on thousands of random workloads in every test run"

SCHEDULERS: Mapping[str, Engine] = {
    "driftwood": Engine(Driftwood, driftwood_faults, Driftwood, NAIVE),
    "vllm": _vllm(V0_33),
    **{name: _vllm(version) for name, version in VERSIONS.items()},
    "vllm-v0": Engine(VllmV0, vllm_v0_faults, VllmV0, FROM_SOURCE, others=VLLM_V0),
    "sarathi": Engine(Sarathi, sarathi_faults, Sarathi, FROM_SOURCE),
    "nano-vllm": Engine(NanoVllm, nano_vllm_faults, NanoVllm, FROM_SOURCE),
    "orca": Engine(Orca, orca_faults, Orca, FROM_SOURCE),
    "sglang": Engine(SgLang, sglang_faults, SgLang, FROM_SOURCE),
    "tensorrt-llm": Engine(TensorRtLlm, tensorrt_faults, TensorRtLlm, FROM_SOURCE, others=TENSORRT),
}
"""Every scheduler by its name in files and on the command line."""


OWN_PAGES = frozenset(engine.kind for engine in SCHEDULERS.values())


def is_own_page(scheduler: object) -> bool:
    """Whether `scheduler` is one of ours, which never look at what a move tells them.

    A user's may: for it no event is blank.
    """
    return type(scheduler) in OWN_PAGES


def clock_fault(scheduler: object, cost: Cost | None) -> Fault | None:
    """Nothing may be given a length in milliseconds where a step has none, for want of a `cost`."""
    if cost is not None or not isinstance(scheduler, Driftwood) or not scheduler.swap_ms_per_block:
        return None
    said = "swap_ms_per_block needs a clock: say how long a step takes, as base_ms of the cost"
    return Fault("swap_ms_per_block", said)


def scheduler_faults(name: object, knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with a scheduler's name and knobs.

    Of a scheduler that is none the values of the knobs are checked that all have.
    """
    if not isinstance(name, str) or name not in SCHEDULERS:
        yield Fault("name", f"there is no scheduler {name!r}; known: {', '.join(SCHEDULERS)}")
        values = driftwood_faults(knobs)
        yield from (fault for fault in values if knobs.get(fault.key) is not None)
        return
    engine = SCHEDULERS[name]
    known = engine.knobs
    unknown = [key for key in knobs if key not in known]
    meant = {key: spelling_of(key, known, engine.others) for key in unknown}
    for key, one in meant.items():
        yield _unknown(name, key, known) if one is None else _not_meant(key, one, knobs[key])
    spelled = {one.knob for one in meant.values() if one is not None}
    missing = [key for key in known if known[key] is MISSING and knobs.get(key) is None]
    needed = [key for key in missing if key not in spelled]
    yield from (Fault(key, f"{name} needs {key}") for key in needed)
    yield from (fault for fault in engine.faults(knobs) if fault.key not in missing)


def by_own_names(name: object, knobs: Mapping[str, object]) -> Respelled:
    """The `knobs` of the scheduler `name` by their own names, where another is meant."""
    engine = SCHEDULERS.get(name) if isinstance(name, str) else None
    if engine is None:
        return Respelled(dict(knobs), {})
    return respelled(knobs, engine.knobs, engine.others)


def _not_meant(key: str, one: Spelling, value: object) -> Fault:
    return Fault(key, twice_or_too_few(key, one, value))


def _unknown(name: str, key: str, known: Mapping[str, object]) -> Fault:
    """What is wrong with `key`, which is no knob of the scheduler `name`."""
    if key == "memory":
        said = f"{name} has a memory of its own: there is no [memory] beside it"
        return Fault(key, said)
    plain = key.replace("-", "_")  # as on an engine's command line
    other = next((each for each in also_called(plain) if each in known), None)
    if other is not None:
        return Fault(key, f"{name} has no knob {key!r}; there it is called {other}")
    if plain in SHARES:
        size = "[memory] has it as gib and bytes_per_token or config"
        return Fault(key, f"{name} has no knob {key!r}: say what it leaves for the cache; {size}")
    near = get_close_matches(plain, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    return Fault(key, f"{name} has no knob {key!r}; {hint}")


def make_scheduler(name: str, **knobs: object) -> Scheduler:
    """The scheduler `name` with `knobs` by the engine's own names; None is "not given".

    Raises as its faults say.
    """
    said = {key: knob for key, knob in knobs.items() if knob is not None}
    given = by_own_names(name, said).knobs
    for fault in scheduler_faults(name, given):
        raise fault.error(fault.message)
    return SCHEDULERS[name].make(**given)
