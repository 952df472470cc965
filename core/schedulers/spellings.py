"""What else an engine calls its knobs, so that its settings can be pasted as they are.

Engines have several names for the same: one of the command line, one of an inner class, one in a
group of a file; and words are joined by `-` as well as by `_`.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Spelling(NamedTuple):
    """The knob that another name stands for, and how many `more` it counts."""

    knob: str
    more: int = 0


Spellings: TypeAlias = Mapping[str, Spelling]

VLLM: Spellings = {
    "scheduling_policy": Spelling("policy"),
    "scheduler_reserve_full_isl": Spelling("reserve_full_isl"),
    "num_gpu_blocks_override": Spelling("num_blocks", 1),
}
"""vLLM's engine arguments. It keeps a block, which is counted by its own name for their number."""

VLLM_V0: Spellings = {"num_gpu_blocks_override": Spelling("num_gpu_blocks")}
"""The same of V0, which keeps none."""

TENSORRT: Spellings = {
    "kv_cache_config.max_tokens": Spelling("max_tokens"),
    "kv_cache_config.tokens_per_block": Spelling("tokens_per_block"),
    "scheduler_config.capacity_scheduler_policy": Spelling("capacity_scheduler_policy"),
}
"""The groups of TensorRT-LLM's arguments and of its configuration files."""

GROUPS = frozenset(name.partition(".")[0] for name in TENSORRT)
"""Tables of knobs that are knobs of the engine."""


class Respelled(NamedTuple):
    """Knobs by their own names, and where those stood that had another: a path of keys."""

    knobs: dict[str, object]
    places: dict[str, tuple[str, ...]]


def spelling_of(name: str, known: Mapping[str, object], others: Spellings) -> Spelling | None:
    """The knob among the `known` that `name` stands for, or by one of the `others`; None if none.

    A knob's own name is no other.
    """
    plain = name.replace("-", "_")
    if plain in known:
        return None if plain == name else Spelling(plain)
    return others.get(plain)


def respelled(
    given: Mapping[str, object], known: Mapping[str, object], others: Spellings
) -> Respelled:
    """What is `given` by the names that are `known`.

    A name stays as it is if it cannot be meant: the knob is given by another one too, or the number
    counts fewer than there are `more`. `twice_or_too_few` says so then.
    """
    flat = dict(_flat(given, others))
    found = {name: spelling_of(name, known, others) for name in flat}
    meant = [name if (one := found[name]) is None else one.knob for name in flat]
    knobs: dict[str, object] = {}
    places: dict[str, tuple[str, ...]] = {}
    for name, (path, value) in flat.items():
        one = found[name]
        is_clear = one is not None and meant.count(one.knob) == 1 and _holds(value, one.more)
        own = one.knob if one is not None and is_clear else name
        knobs[own] = _less(value, one.more) if one is not None and is_clear else value
        if path != (own,):
            places[own] = path
    return Respelled(knobs, places)


def twice_or_too_few(name: str, one: Spelling, value: object) -> str:
    """What is wrong with `value` by a `name` that stays, though it stands for the knob of `one`."""
    if _holds(value, one.more):
        return f"{name} is {one.knob} by another name: give one of them, not both"
    least, keeps = one.more + 1, f"{one.more} more than {one.knob}"
    return f"{name} must be an integer of at least {least}, {keeps}, not {value!r:.60}"


def _flat(
    given: Mapping[str, object], others: Spellings
) -> dict[str, tuple[tuple[str, ...], object]]:
    """Each name with its path and value; of a group each with the group's before it."""
    flat: dict[str, tuple[tuple[str, ...], object]] = {}
    for key, value in given.items():
        if isinstance(value, Mapping) and any(name.startswith(f"{key}.") for name in others):
            flat |= {f"{key}.{name}": ((key, name), one) for name, one in value.items()}
        else:
            flat[key] = ((key,), value)
    return flat


def _holds(value: object, more: int) -> bool:
    """Whether a `value` that counts `more` can be one; None is "not given"."""
    return not more or value is None or (type(value) is int and value > more)


def _less(value: object, more: int) -> object:
    return value - more if more and isinstance(value, int) else value
