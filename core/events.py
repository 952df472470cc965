"""What happened: an event for each change of a step, in order, with the numbers of its reason.

An ordinary decode has no event of its own: `Ran` counts them, and progress is read off the clock.
Consecutive growths are one event (one event for each was a quarter of the engine's cost). `kind`
is the fixed word for scripts; `rid` is the request it is about, where it is about one.
"""

from dataclasses import field
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from core.event_parts import Admissions, Contents
from core.frozen import frozen
from core.lifecycle import Cause, NeverFits
from core.past import OnHost


@frozen
class Arrived:
    """Joined the queue with `prompt_len` tokens to process."""

    kind: ClassVar[Literal["arrived"]] = "arrived"
    rid: str


@frozen
class Rejected:
    """Refused at its arrival: it could never run, even alone.

    Or its engine gave it up for that reason after `emitted` tokens, and it gave back `blocks`.
    """

    kind: ClassVar[Literal["rejected"]] = "rejected"
    rid: str
    why: NeverFits
    emitted: int = 0
    blocks: tuple[int, ...] = ()


@frozen
class Grew:
    """Decoding requests took one more block each; `free_blocks` were left after it.

    Or a prefilling one took those of its next chunk. `numbers` are their admissions in order,
    `blocks` what they took, `admitted` the run's requests by number (from 1), for `growths`.
    """

    kind: ClassVar[Literal["grew"]] = "grew"
    numbers: tuple[int, ...]
    blocks: tuple[int, ...]
    free_blocks: int
    admitted: Admissions = field(repr=False, compare=False)

    @property
    def rid(self) -> str:
        """The first of those that grew."""
        return self.growths[0][0]

    @property
    def growths(self) -> tuple[tuple[str, int], ...]:
        """Who took which block: (rid, block)."""
        rids = (self.admitted[number - 1].rid for number in self.numbers)
        return tuple(zip(rids, self.blocks, strict=True))


class Choice(NamedTuple):
    """Why it was this one: the `policy` by its name, its `key` as written, and the words.

    A user's policy has a name and a key of its own; where admission alone decides the key is "".
    """

    policy: str
    key: str
    why: str


ADMITTED_LAST = Choice("latest_admitted", "", "admitted last")


@frozen
class Preempted:
    """Lost its slot and `blocks` because `asker` needed `needed_blocks` and too few were free.

    `shared_blocks` more that it had stay with their other owners. `lost_tokens` tokens must
    be recomputed, but for those of `cached_tokens` that the prefix cache still has when it comes
    back. `emitted` sent tokens are kept, `discarded` ones thrown away, to be sent again. `swapped`
    is the copy of its cache in host memory, if there is one. `choice` says why it was the victim,
    `urgent_for` what held a more urgent asker at the head; None for one that runs.
    """

    kind: ClassVar[Literal["preempted"]] = "preempted"
    rid: str
    asker: str
    blocks: tuple[int, ...]
    lost_tokens: int
    emitted: int
    choice: Choice = ADMITTED_LAST
    needed_blocks: int = 1
    free_blocks: int = 0
    shared_blocks: int = 0
    urgent_for: Cause | None = None
    discarded: int = 0
    swapped: OnHost | None = None
    cached_tokens: int = 0


@frozen
class Admitted:
    """Took a slot and `blocks` for its `known_tokens`; `resumed` after a preemption.

    `free_blocks` were left after it. If it `begins` its blocks are those of its first chunk alone.
    `swapped` is the copy that came back from host memory, if one was there.
    """

    kind: ClassVar[Literal["admitted"]] = "admitted"
    rid: str
    blocks: tuple[int, ...]
    known_tokens: int
    resumed: bool
    free_blocks: int
    begins: bool = False
    swapped: OnHost | None = None


@frozen
class Hit:
    """Found `tokens` of what it knows in `blocks`, and owns these as well: it took none for them.

    They are the first of its `known_tokens`. `from_cache` of the blocks nobody held. Of the tokens
    it had `own_tokens` before the preemption that it comes back from.
    """

    kind: ClassVar[Literal["hit"]] = "hit"
    rid: str
    blocks: tuple[int, ...]
    tokens: int
    known_tokens: int
    from_cache: int = 0
    own_tokens: int = 0


@frozen
class Evicted:
    """Took `blocks`, whose content nobody can hit from now on; it stood for `keys`.

    `numbers` are the admissions that took them, block for block, in one event before this one.
    """

    kind: ClassVar[Literal["evicted"]] = "evicted"
    numbers: tuple[int, ...]
    blocks: tuple[int, ...]
    keys: tuple[int, ...]
    admitted: Admissions = field(repr=False, compare=False)
    contents: Contents = field(repr=False, compare=False)

    @property
    def rid(self) -> str:
        """The first of those that took them."""
        return self.admitted[self.numbers[0] - 1].rid

    @property
    def evictions(self) -> tuple[tuple[str, int, str], ...]:
        """Who took which block, and who had computed what it kept: (rid, block, rid)."""
        rids = (self.admitted[number - 1].rid for number in self.numbers)
        return tuple(zip(rids, self.blocks, map(self.contents.owner, self.keys), strict=True))


@frozen
class Held:
    """Stood at the head of the queue and was not admitted.

    No slot, with `running` of them taken, or `needed_blocks` with only `free_blocks` free: `why`
    says it where a gate has another reason. In contiguous memory they must be in one piece, and
    `largest_piece` is free. `hit_blocks` of the needed are hits that nobody holds, `spare_blocks`
    the watermark's. Told when the head or its cause changes; `Moment.held` tells it of every step.
    """

    kind: ClassVar[Literal["held"]] = "held"
    rid: str
    cause: Cause
    running: int
    needed_blocks: int
    free_blocks: int
    largest_piece: int | None = None
    why: str = ""
    hit_blocks: int = 0
    spare_blocks: int = 0


@frozen
class Chunk:
    """Processed `tokens` of its prompt or rebuild.

    If that was the last of a rebuild, its next token was sent.
    """

    kind: ClassVar[Literal["chunk"]] = "chunk"
    rid: str
    tokens: int
    computed_tokens: int
    known_tokens: int


@frozen
class FirstToken:
    """Processed the last `tokens` of its prompt and sent its first token."""

    kind: ClassVar[Literal["first_token"]] = "first_token"
    rid: str
    tokens: int


@frozen
class Ran:
    """The step's work is done: `requests` ran, `tokens` were processed, `emitted` were sent.

    Decodes count from here on. `stalled` of the requests had to stand still.
    """

    kind: ClassVar[Literal["ran"]] = "ran"
    requests: int
    tokens: int
    emitted: int
    stalled: int = 0


@frozen
class Finished:
    """Sent its last token and gave back `blocks` and `slots`.

    In a static batch it keeps its slot, 0, until the last one gives back those of all.
    """

    kind: ClassVar[Literal["finished"]] = "finished"
    rid: str
    blocks: tuple[int, ...]
    slots: int = 1


@frozen
class Cancelled:
    """Its client left, after `emitted` tokens: it gave back `blocks`."""

    kind: ClassVar[Literal["cancelled"]] = "cancelled"
    rid: str
    blocks: tuple[int, ...]
    emitted: int


Told: TypeAlias = Hit | Evicted | Held | Chunk | FirstToken | Ran | Finished | Cancelled
Event: TypeAlias = Arrived | Rejected | Grew | Preempted | Admitted | Told
