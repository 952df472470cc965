"""Admission: the head, who must make room for it, who may pass it, and why the others wait."""

from copy import deepcopy

from tests.naive_lab.gates import cause, needed
from tests.naive_lab.moves import admit, preempt
from tests.naive_lab.order import key, ordered
from tests.naive_lab.records import Life
from tests.naive_lab.state import Lab
from tests.naive_lab.victims import first_to_go, is_guarded


def admit_all(lab: Lab) -> None:
    """Admit the head, again and again, until it is held; then say by what.

    Who was passed is held for blocks, whatever those who passed have left over.
    """
    lab.hold, lab.hold_numbers, passed = None, (0, 0, 0), False
    while lab.waiting:
        queue = ordered(lab)
        head = queue[0]
        held = cause(lab, head)
        if held is None or (held != "budget" and make_room(lab, head)):
            admit(lab, head)
            continue
        if not passed:
            lab.hold = (head, held)
            lab.hold_numbers = (lab.slots_taken, needed(lab, head), len(lab.free))
        if held != "blocks" or not somebody_passes(lab, queue):
            return
        passed = True


def make_room(lab: Lab, head: Life) -> bool:
    """Preempt less urgent ones until the head fits; nobody if it would not fit without all."""
    if not lab.knobs.preempt_for_urgent:
        return False
    what_if = deepcopy(lab)
    twin = next(life for life in what_if.waiting if life.rid == head.rid)
    while victims := less_urgent(what_if, twin):
        preempt(what_if, victims[0], twin)
    if cause(what_if, twin) is not None:
        return False
    while cause(lab, head) is not None:
        preempt(lab, first_to_go(lab, less_urgent(lab, head)), head)
    return True


def less_urgent(lab: Lab, head: Life) -> list[Life]:
    """Running requests that the head may preempt."""
    return [
        life
        for life in lab.running
        if key(lab, life) > key(lab, head) and not is_guarded(lab, life)  # type: ignore[operator]  # keys of one order are of one kind
    ]


def somebody_passes(lab: Lab, queue: list[Life]) -> bool:
    """Skip ahead: admit the first behind the head that fits, as far as nobody is passed too often.

    Those before it are overtaken.
    """
    if lab.knobs.queue != "skip_ahead":
        return False
    for place, life in enumerate(queue):
        passed = queue[:place]
        if any(each.overtaken >= lab.knobs.max_overtakes for each in passed):
            return False
        held = cause(lab, life)
        if held is None:
            admit(lab, life)
            for each in passed:
                each.overtaken += 1
            return True
        if held != "blocks":
            return False
    return False


def count_waits(lab: Lab) -> None:
    """Note why each of the queue waits in this step: the head as held, the others for a turn."""
    for life in lab.waiting:
        is_head = lab.hold is not None and life is lab.hold[0]
        life.waited[lab.hold[1] if lab.hold is not None and is_head else "turn"] += 1
