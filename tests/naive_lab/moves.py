"""What can happen to one request: each move written once, with its change told."""

from tests.naive_lab.gates import first_hole, new_blocks, reservation, shared, tokens_there
from tests.naive_lab.order import use_turn
from tests.naive_lab.records import Life
from tests.naive_lab.state import Lab


def admit(lab: Lab, life: Life) -> None:
    """Take a slot, and blocks: shared ones first, then free ones."""
    common, already = shared(lab, life), tokens_there(lab, life)
    if lab.knobs.space is not None:
        piece = first_hole(lab, reservation(lab, life))
        assert piece is not None
        lab.free = sorted(set(lab.free) - set(piece))
        life.table = piece
    else:
        life.table = common + lab.take(new_blocks(lab, life))
    lab.changes.append(("admitted", life.rid, len(life.table) - len(common)))
    if common:
        lab.changes.append(("hit", life.rid, len(common), already))
        again = min(already, life.lost)
        life.recomputed, life.rehit = life.recomputed - again, life.rehit + again
    if life.swapped:
        lab.swapped_blocks += lab.blocks_for(life.computed)
    life.computed, life.swapped = already, False
    life.state, life.emitted_before = "running", life.emitted
    lab.waiting.remove(life)
    lab.running.append(life)
    if lab.knobs.queue == "round_robin":
        use_turn(lab, life.ask.tenant)


def preempt(lab: Lab, victim: Life, asker: Life) -> None:
    """Take slot and blocks from the victim, and put it at the front of the queue."""
    swap = lab.knobs.on_preempt == "swap"
    lost = 0 if swap else victim.computed
    freed = lab.release(victim)
    lab.changes.append(("preempted", victim.rid, asker.rid, freed, lost))
    if swap:
        lab.swapped_blocks += lab.blocks_for(victim.computed)
    lab.running.remove(victim)
    lab.waiting.insert(0, victim)
    victim.state, victim.since, victim.overtaken = "preempted", lab.step, 0
    victim.preemptions += 1
    victim.recomputed, victim.lost = victim.recomputed + lost, lost
    victim.swapped = swap and victim.computed > 0
    if not swap:
        victim.computed, victim.decoding = 0, False
    if lab.knobs.on_preempt == "discard":
        victim.discarded += victim.emitted
        victim.emitted = 0


def emit(lab: Lab, life: Life) -> None:
    """Send a token."""
    life.emitted += 1
    life.most_emitted = max(life.most_emitted, life.emitted)
    life.emit_steps.append(lab.step)
    life.decoding = True


def finish(lab: Lab, life: Life) -> None:
    """Leave with its blocks freed; in a static batch its slot is held on."""
    freed = lab.release(life)
    lab.running.remove(life)
    life.state, life.finish = "finished", lab.step
    lab.changes.append(("finished", life.rid, freed))
    if "static" in lab.knobs.admission:
        lab.held_slots.append(life)


def cancel(lab: Lab, life: Life) -> None:
    """Its client leaves, from whatever state."""
    freed = lab.release(life)
    if life in lab.running:
        lab.running.remove(life)
    if life in lab.waiting:
        lab.waiting.remove(life)
    life.state = "cancelled"
    lab.changes.append(("cancelled", life.rid, freed))
