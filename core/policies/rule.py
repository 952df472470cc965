"""A victim policy in force: its name, its key, its guard, and what it says of a candidate.

A guard is part of the key: those who have sent enough come before those who have not. Taking the
guarded out of the candidates was the alternative; somebody must go, so it would need another rule
for the case that nobody is left, and that rule would be this order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.key import Key
from core.policies.candidate import Candidate
from core.policies.named import LATEST, VICTIMS, Named
from core.policies.victim import VictimPolicy

LONGEST_KEY = 60


class PolicyError(Exception):
    """A user's policy raised, or gave a key that is none. `place` is its code, `file:line`.

    `kind` is what it is a policy for, as the option that names it.
    """

    def __init__(self, place: str, message: str, kind: str = "victim") -> None:
        """Say what is wrong with what stands at `place`."""
        super().__init__(message)
        self.place, self.kind = place, kind


class Placed(NamedTuple):
    """A candidate in its place of the order, with its key; `is_guarded` if it is spared."""

    candidate: Candidate
    key: Key
    is_guarded: bool


FullKey: TypeAlias = tuple[bool, Key]


@dataclass(frozen=True, slots=True)
class VictimRule:
    """The policy `key`, called `name`, behind a guard of `guard` tokens (0: none).

    `aging` is what says who is less urgent than a head of the queue that others make room for.
    `words` are those of a rule that an engine has and no knob names.

    The guard spares who has sent fewer tokens since its admission, if anyone else can go. If all
    are guarded it spares nobody: the policy chooses among all, since the asker cannot go on without
    a block, so an asker is never left waiting. An asker decodes (but for the admission gate
    `first_chunk`), so with a guard of 1 there always is one that is not guarded, no prefill or
    rebuild is ever thrown away, and nobody starves, whatever the policy. With a larger one, while
    all are guarded, what can starve still can.
    """

    name: str
    key: VictimPolicy
    guard: int = 0
    aging: float | None = None
    words: Named | None = None

    @property
    def _named(self) -> Named | None:
        return self.words or VICTIMS.get(self.name)

    @property
    def is_default(self) -> bool:
        """Whether it is the brief's rule, for which nobody needs to be looked at."""
        return self.name == LATEST and not self.guard

    @property
    def order(self) -> str:
        """Who goes first, in words."""
        named = self._named
        said = named.order if named else f"the smallest key by {self.name} goes first"
        return f"{said}; guard: {self.guard:,} tokens" if self.guard else said

    def placed(self, candidates: Sequence[Candidate]) -> list[Placed]:
        """`candidates`, given the latest admitted first, in the order in which they would go.

        Raises `PolicyError` where the policy raises, or its keys cannot be compared.
        """
        try:
            keys = [(each.emitted_since < self.guard, self.key(each)) for each in candidates]
            for _, key in keys:
                check_key(key)
            order = sorted(range(len(keys)), key=keys.__getitem__)
        except (Exception, SystemExit) as error:  # a user's code may raise anything
            raise PolicyError(place_of(self.key), f"{self.name}: {words_of(error)}") from error
        return [Placed(candidates[at], keys[at][1], keys[at][0]) for at in order]

    def why(self, placed: Placed) -> str:
        """Why a candidate goes, in words that stand beside its name."""
        candidate, named = placed.candidate, self._named
        key = f"first by {self.name} (key {written(placed.key)})"
        said = named.why(candidate) if named else key
        if not self.guard:
            return said
        past = ", all within" if placed.is_guarded else " past"
        return f"{said}{past} the guard of {self.guard:,} tokens"

    def why_not(self, placed: Placed, victim: Placed) -> str:
        """Why a candidate behind `victim` does not go."""
        candidate, named = placed.candidate, self._named
        if placed.is_guarded and not victim.is_guarded:
            return f"guarded: {candidate.emitted_since:,} of {self.guard:,} tokens sent"
        said = named.why_not(candidate) if named else f"a larger key ({written(placed.key)})"
        if victim.key < placed.key:
            return said
        return f"the same ({written(placed.key)}), admitted earlier"


def words_of(error: BaseException) -> str:
    """What an exception says, or that it cannot: a stranger's may raise when it is printed.

    Who asks a candidate for what it has not is told what it has.
    """
    try:
        asked: object = error.obj if isinstance(error, AttributeError) else None
        fields = getattr(type(asked), "_fields", ())
        return f"{error}; it has {', '.join(fields)}" if fields else str(error)
    except Exception as worse:  # noqa: BLE001 - whatever it raises
        return f"its text could not be made ({type(worse).__name__})"


def check_key(key: Key) -> None:
    """Raise `TypeError` for a key without an order: what cannot be compared, or a NaN."""
    if key < key or key != key:  # noqa: PLR0124 - that it is not less than itself is the point
        raise TypeError(f"the key {written(key)} has no order")


def written(key: object) -> str:
    """A key in a message: plain values as Python writes them, else what kind of thing it is."""
    plain = isinstance(key, bool | int | float | str)
    if plain or (isinstance(key, tuple) and all(isinstance(k, int | float | str) for k in key)):
        text = repr(key)
        return text if len(text) <= LONGEST_KEY else f"{text[:LONGEST_KEY]}…"
    return f"a {type(key).__name__}"


def place_of(policy: object) -> str:
    """Where the code of `policy` begins, `file:line`; its kind where it has none in Python."""
    called: object = type(policy).__call__ if callable(policy) else None
    for each in (policy, called):
        code = getattr(each, "__code__", None)
        if code is not None:
            return f"{code.co_filename}:{code.co_firstlineno}"
    return f"a {type(policy).__name__}"
