"""Counts of steps in which some head of a queue was held, by cause."""

from typing import NamedTuple

from core.lifecycle import Cause
from core.past import HeldSteps

NEVER: HeldSteps = (0, 0, 0)


class Ahead(NamedTuple):
    """Step `step` is counted for `rid` already, as held by `cause`, though it is not over."""

    rid: str
    step: int
    cause: Cause

    def taken_off(self, held: HeldSteps, rid: str, step: int) -> HeldSteps:
        """The steps of `rid` before `step`, of which `held` may count one more."""
        if rid != self.rid or step > self.step:
            return held
        return minus(held, held_after(NEVER, self.cause, 1))


def minus(later: HeldSteps, earlier: HeldSteps) -> HeldSteps:
    """The held steps between two counts."""
    return (later[0] - earlier[0], later[1] - earlier[1], later[2] - earlier[2])


def held_after(counted: HeldSteps, cause: Cause | None, steps: int) -> HeldSteps:
    """`counted` and `steps` more in which `cause` held the head; nothing more without a cause."""
    slots, blocks, budget = counted
    match cause:
        case None:
            return counted
        case "slots":
            return (slots + steps, blocks, budget)
        case "blocks":
            return (slots, blocks + steps, budget)
        case "budget":
            return (slots, blocks, budget + steps)
        case "turn":
            raise AssertionError("the head waits for nobody's turn")
