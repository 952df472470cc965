"""The phases of a step but admission: leave, arrive, grow, run, finish, from plain lists."""

from tests.naive_lab.moves import cancel, emit, finish, preempt
from tests.naive_lab.order import ordered
from tests.naive_lab.plans import next_chunk, room
from tests.naive_lab.records import Life
from tests.naive_lab.state import Lab
from tests.naive_lab.victims import victim_for_blocks


def clients_leave(lab: Lab) -> None:
    """First thing in the step: whose client leaves now."""
    leaving = [life for life in lab.waiting + lab.running if life.ask.cancel_at == lab.step]
    for life in sorted(leaving, key=lambda life: life.rid):
        cancel(lab, life)
    end_batch(lab)
    lab.forming = lab.slots_taken == 0


def end_batch(lab: Lab) -> None:
    """Static: the finished give their slots back when nobody runs and nobody is to rejoin next."""
    if not lab.running and not any(life.state == "preempted" for life in ordered(lab)[:1]):
        lab.held_slots = []


def arrive(lab: Lab) -> None:
    """Who comes joins the back of the queue in rank order, save who could never fit."""
    now = lab.step if lab.knobs.cost is None or not is_timed(lab) else lab.now_ms
    newcomers = [x for x in lab.lives if x.state == "to come" and x.ask.arrived <= now]
    for life in sorted(newcomers, key=lab.rank):
        if lab.never_fits(life.ask):
            life.state = "rejected"
            lab.changes.append(("rejected", life.rid))
            continue
        lab.changes.append(("arrived", life.rid))
        life.state, life.since = "waiting", lab.step
        lab.waiting.append(life)
        if life.ask.tenant not in lab.tenants:
            lab.tenants.append(life.ask.tenant)
        if life.ask.cancel_at is not None and life.ask.cancel_at <= lab.step:
            cancel(lab, life)


def is_timed(lab: Lab) -> bool:
    """Whether arrivals are times."""
    return any(life.ask.arrival_ms is not None for life in lab.lives)


def grow(lab: Lab, askers: list[Life]) -> None:
    """Each of the askers, oldest first, takes the blocks it needs in this step."""
    for asker in askers:
        while asker in lab.running and (needed := missing_blocks(lab, asker)) > 0:
            if needed > len(lab.free):
                preempt(lab, victim_for_blocks(lab), asker)
                continue
            asker.table += lab.take(needed)
            lab.changes += [("grew", asker.rid)] * needed


def missing_blocks(lab: Lab, asker: Life) -> int:
    """Blocks it has too few of for the tokens of this step."""
    if asker.decoding:
        return lab.blocks_for(asker.known) - len(asker.table)
    older = lab.running[: lab.running.index(asker)]
    chunk = next_chunk(lab, asker.known - asker.computed, older)
    return lab.blocks_for(asker.computed + chunk) - len(asker.table)


def growing(lab: Lab) -> list[Life]:
    """Who may have to grow: contiguous reservations never do."""
    return list(lab.running) if lab.knobs.paged else []


def run(lab: Lab) -> tuple[int, list[str]]:
    """Do the step's work: decodes and prompts as the `prefill` knob says."""
    decoding, prefilling = lab.decoding, lab.prefilling
    stalled = lab.knobs.prefill == "first" and prefilling
    starved = lab.knobs.prefill == "last" and decoding
    tokens, before = 0, {life.rid: len(life.emit_steps) for life in lab.running}
    for life in decoding:
        if stalled:
            life.unserved += 1
            continue
        life.computed += 1
        tokens += 1
        emit(lab, life)
    for life in prefilling:
        left = lab.knobs.token_budget
        chunk = min(life.known - life.computed, room(lab, life))
        chunk = chunk if left is None else min(chunk, left - tokens)
        tokens += process(lab, life, 0 if starved else chunk)
    sent = [life.rid for life in lab.running if len(life.emit_steps) > before[life.rid]]
    lab.changes.append(("ran", tokens, len(sent)))
    return tokens, sent


def process(lab: Lab, life: Life, tokens: int) -> int:
    """Process so much of a prompt or rebuild; a whole text sends its next token."""
    if tokens == 0:
        life.unserved += 1
        return 0
    life.computed += tokens
    if life.computed == life.known:
        lab.changes.append(("chunk" if life.emit_steps else "first_token", life.rid, tokens))
        emit(lab, life)
    else:
        lab.changes.append(("chunk", life.rid, tokens))
    return tokens


def finish_all(lab: Lab) -> None:
    """Who has sent all its tokens leaves; a batch that is over gives its slots back."""
    for life in list(lab.running):
        if life.emitted == life.ask.output_len:
            finish(lab, life)
    end_batch(lab)
