"""The naive lab's run: every step in which somebody arrives, waits or runs, until none is left."""

from itertools import pairwise

from tests.naive_lab import phases
from tests.naive_lab.admitting import admit_all, count_waits
from tests.naive_lab.gates import needed
from tests.naive_lab.order import ordered
from tests.naive_lab.records import Ask, Knobs, Life, Outcome, Step, Trace
from tests.naive_lab.state import Lab

MOST_STEPS = 3_000


def trace(asks: list[Ask], knobs: Knobs, most: int = MOST_STEPS) -> Trace:
    """Run to the end, or for at most so many steps, or until the state repeats for ever."""
    lab, steps = Lab(asks, knobs), list[Step]()
    seen: set[tuple[object, ...]] = set()
    endless = False
    while len(steps) < most and go_to_next_step(lab):
        steps.append(execute(lab))
        if (lab.waiting or lab.running) and nothing_comes(lab):
            endless = endless or everything(lab) in seen
            seen.add(everything(lab))
        lab.now_ms += length(lab, steps[-1])
        lab.step += 1
    outcomes = {life.rid: outcome(life) for life in lab.lives}
    return Trace(steps, outcomes, ended=not go_to_next_step(lab), endless=endless)


def go_to_next_step(lab: Lab) -> bool:
    """Stay if somebody waits or runs, else jump to the next arrival; False if there is none."""
    to_come = [life.ask.arrived for life in lab.lives if life.state == "to come"]
    if lab.waiting or lab.running:
        return True
    if not to_come:
        return False
    if phases.is_timed(lab):
        lab.now_ms = max(lab.now_ms, min(to_come))
    elif min(to_come) > lab.step:
        idle = int(min(to_come)) - lab.step
        lab.step += idle
        lab.now_ms += idle * (lab.knobs.cost.base_ms if lab.knobs.cost else 0)
    return True


def execute(lab: Lab) -> Step:
    """One step, in the order that the `prefill` knob gives its phases."""
    lab.changes, lab.swapped_blocks = [], 0
    phases.clients_leave(lab)
    phases.arrive(lab)
    if lab.knobs.prefill != "first":
        phases.grow(lab, phases.growing(lab))
    admit_all(lab)
    count_waits(lab)
    if lab.knobs.prefill == "first":
        grow_late(lab)
    tokens, emitted = phases.run(lab)
    ran, slots = rids(lab.running), lab.slots_taken
    blocks_used, used_tokens = lab.blocks_used, resident(lab)
    phases.finish_all(lab)
    hold = None if lab.hold is None else (lab.hold[0].rid, lab.hold[1])
    return Step(
        step=lab.step,
        now_ms=lab.now_ms,
        changes=lab.changes,
        ran=ran,
        emitted=emitted,
        tokens=tokens,
        slots=slots,
        blocks_used=blocks_used,
        used_tokens=used_tokens,
        used_after=resident(lab),
        hold=hold,
        hold_numbers=lab.hold_numbers,
        running=rids(lab.running),
        waiting=rids(ordered(lab)),
        held_slots=rids(lab.held_slots),
        tables={life.rid: tuple(life.table) for life in lab.running},
        free=tuple(lab.free),
        lives={x.rid: (state(x), x.emitted, x.computed) for x in lab.running + lab.waiting},
    )


def grow_late(lab: Lab) -> None:
    """Prefill first: those that will work grow; decodes only if nobody prefills, or does so still.

    Who must go now waits in this step: for blocks if it stands at the head, else behind it.
    """
    before = list(lab.waiting)
    phases.grow(lab, [life for life in phases.growing(lab) if not life.decoding])
    if not lab.prefilling:
        phases.grow(lab, phases.growing(lab))
    gone = [life for life in lab.waiting if life not in before]
    head = ordered(lab)[0] if gone else None
    for life in gone:
        life.waited["blocks" if life is head else "turn"] += 1
    if head is not None and head in gone:
        lab.hold = (head, "blocks")
        lab.hold_numbers = (lab.slots_taken, needed(lab, head), len(lab.free))


def rids(lives: list[Life]) -> list[str]:
    return [life.rid for life in lives]


def state(life: Life) -> str:
    """Its state by the real engine's word."""
    if life.state == "running":
        return "decoding" if life.decoding else "prefilling"
    return life.state


def resident(lab: Lab) -> int:
    """KV entries in the cache: of each block the part that its fullest owner has filled."""
    if not lab.knobs.paged:
        return sum(life.computed for life in lab.running)
    size = lab.knobs.block_size or 0
    filled: dict[int, int] = {}
    for life in lab.running:
        for index, block in enumerate(life.table):
            entries = min(size, max(0, life.computed - index * size))
            filled[block] = max(filled.get(block, 0), entries)
    return sum(filled.values())


def length(lab: Lab, step: Step) -> float:
    """What the step took, in ms."""
    cost = lab.knobs.cost
    if cost is None:
        return 0.0
    prefilled = sum(int(c[2]) for c in step.changes if c[0] in {"chunk", "first_token"})
    return (
        cost.base_ms
        + cost.per_sequence_ms * (step.tokens - prefilled)
        + cost.per_prefill_token_ms * prefilled
        + lab.knobs.swap_ms_per_block * lab.swapped_blocks
    )


def everything(lab: Lab) -> tuple[object, ...]:
    """All that decides what comes next, the clock and the ids of blocks taken out."""
    met = list(dict.fromkeys(block for life in lab.running for block in life.table))
    return (
        tuple((x.rid, state(x), x.decoding, x.emitted, x.computed) for x in lab.waiting),
        tuple((x.rid, state(x), x.emitted, x.computed, x.emitted_since) for x in lab.running),
        tuple(tuple(met.index(block) for block in life.table) for life in lab.running),
        tuple(life.overtaken for life in lab.waiting),
        (*rids(lab.held_slots), lab.pointer, lab.turns_used),
    )


def nothing_comes(lab: Lab) -> bool:
    """Whether nobody will arrive or be cancelled."""
    present = lab.waiting + lab.running
    leaving = any(x.ask.cancel_at is not None and x.ask.cancel_at > lab.step for x in present)
    return not leaving and all(life.state != "to come" for life in lab.lives)


def outcome(life: Life) -> Outcome:
    """Tell a life; the longest gap lies between two consecutive tokens, 0 for only one."""
    sent = life.emit_steps
    return Outcome(
        state=state(life),
        first_token=sent[0] if sent else None,
        finish=life.finish,
        preemptions=life.preemptions,
        recomputed_tokens=life.recomputed,
        rehit_tokens=life.rehit,
        discarded_tokens=life.discarded,
        longest_gap=max((later - earlier for earlier, later in pairwise(sent)), default=0),
        waited=life.waited,
        unserved=life.unserved,
    )
