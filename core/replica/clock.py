"""The clock of a replica: steps, milliseconds where a step has a length, and ticks.

Time is not added up step by step, which would drift: the clock counts steps and work in whole
numbers since its last idle jump and multiplies them by the cost. Where all steps cost the same
that is one product, as exact as a float can be, and work need not be counted, a fortieth of the
engine's time; where they do not it is four, after any number of steps. (A compensated sum costs as
much a step and is never exact.)
"""

from core.cost import Cost

NOTHING = (0, 0)


class Clock:
    """Where a replica stands in time.

    `step` is the step being executed or about to be, `now_ms` when it starts (None if a step has
    no length), `worked` the prefill tokens and resident KV tokens it is charged for, (0, 0) until
    its work is done. A tick is a round in which decodes ran: `tick` counts the closed ones, the
    last of them in step `ticked_at`. The progress of every decoding request is read off it. `now`
    is the step or the millisecond, whichever arrivals are given in (`timed`).
    """

    __slots__ = (
        "_cost",
        "_decodes",
        "_even_ms",
        "_from_ms",
        "_from_step",
        "_kv_tokens",
        "_moved_blocks",
        "_prefill_tokens",
        "_start_ms",
        "_timed",
        "now",
        "now_ms",
        "step",
        "tick",
        "ticked_at",
        "worked",
    )

    def __init__(self, cost: Cost | None, *, timed: bool) -> None:
        """Start at step 0. A step takes what `cost` says, if that is given; timed arrivals need it.

        A jumped step, in which nobody is there, takes the cost's base.
        """
        assert cost is not None or not timed
        self._cost = cost
        self._even_ms = cost.base_ms if cost and cost.is_even else 0.0
        self._timed = timed
        self._start_counting(0, 0.0)
        self.worked = NOTHING
        self.step = 0
        self.now: float = 0
        self.now_ms = None if cost is None else 0.0
        self.tick = 0
        self.ticked_at = -1

    def _start_counting(self, step: int, at_ms: float) -> None:
        self._from_step, self._from_ms, self._start_ms = step, at_ms, at_ms
        self._moved_blocks = 0
        self._decodes = self._prefill_tokens = self._kv_tokens = 0

    def copy(self) -> "Clock":
        """The same time."""
        twin = Clock.__new__(Clock)
        for name in Clock.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def charge(self, decodes: int, prefill_tokens: int, kv_tokens: int) -> None:
        """So much work was done in the step, which is as long as that takes."""
        self.worked = (prefill_tokens, kv_tokens)
        if self._even_ms:
            return
        self._decodes += decodes
        self._prefill_tokens += prefill_tokens
        self._kv_tokens += kv_tokens

    def charge_move(self, blocks: int, ms_per_block: float) -> None:
        """So many blocks went to host memory or came from there, which lengthens the step."""
        self._moved_blocks += blocks
        self._from_ms = self._start_ms + self._moved_blocks * ms_per_block

    def move_to(self, step: int) -> None:
        """Let the time until `step` pass."""
        self.step = step
        if self._cost is not None:
            steps = step - self._from_step
            self.now_ms = self._from_ms + (steps * self._even_ms or self._length_of(steps))
            self.worked = NOTHING
        self.now = self.now_ms if self._timed and self.now_ms is not None else step

    def _length_of(self, steps: int) -> float:
        assert self._cost is not None
        return self._cost.of(steps, self._decodes, self._prefill_tokens, self._kv_tokens)

    def jump_to_arrival(self, coming: float, following: int) -> None:
        """Go to the arrival at `coming`, in a step not before `following`.

        An idle gap costs nothing.

        With timed arrivals the gap moves the clock, not the step number; else each step of it
        takes the base.
        """
        if self._timed:
            self.move_to(following)
            if coming > self.now:
                self.now = self.now_ms = coming
                self._start_counting(following, coming)
        else:
            self.move_to(max(following, int(coming)))
