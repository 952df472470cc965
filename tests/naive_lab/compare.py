"""The real engine's run against the naive trace: every event, state, block and figure."""

from collections.abc import Iterator

from core import events
from core.metrics import totals
from core.moment import Moment
from core.run import Run
from tests.naive_lab.cases import LabCase
from tests.naive_lab.engine import trace
from tests.naive_lab.really import run_of
from tests.naive_lab.records import Change, Knobs, Step, Trace


def agree(case: LabCase) -> None:
    """Both come to the same, step by step; a run that never ends is seen to."""
    run = run_of(case)
    naive = trace(list(case.asks), case.knobs, len(run.series))
    assert list(run.series.step) == [step.step for step in naive.steps]
    before: Step | None = None
    for (replica, happened), step in zip(run.replay(), naive.steps, strict=True):
        same_step(Moment(replica, replica.clock.step, happened), step, before, case.knobs)
        before = step
    for step in naive.steps[::5]:
        same_work(run, step, case.knobs)
    same_end(run, naive)
    same_records(run, naive)
    same_results(run, naive)


def same_end(run: Run, naive: Trace) -> None:
    assert run.status in {"finished", "cycling"}
    assert naive.ended == (run.status == "finished")
    assert naive.endless == (run.status == "cycling")


def plain(happened: tuple[events.Event, ...]) -> Iterator[Change]:
    """Write events as the naive engine's tuples: one per block grown, no word about the held."""
    for event in happened:
        if isinstance(event, events.Grew):
            yield from (("grew", rid) for rid, _ in event.growths)
        elif not isinstance(event, events.Held):
            yield (event.kind, *numbers_of(event))


def numbers_of(event: events.Event) -> Change:
    """Whom it is about, and its numbers."""
    match event:
        case events.Preempted(rid, asker, blocks, lost):
            return (rid, asker, len(blocks), lost)
        case events.Hit(rid, blocks, tokens):
            return (rid, len(blocks), tokens)
        case (
            events.Admitted(rid, blocks)
            | events.Finished(rid, blocks)
            | events.Cancelled(rid, blocks)
        ):
            return (rid, len(blocks))
        case events.Chunk(rid, tokens) | events.FirstToken(rid, tokens):
            return (rid, tokens)
        case events.Ran(_, tokens, emitted):
            return (tokens, emitted)
        case _:
            return (event.rid,)


def same_step(moment: Moment, step: Step, before: Step | None, knobs: Knobs) -> None:
    """Check one step: its changes, and the state that it left."""
    assert list(plain(moment.events)) == step.changes
    rows = [*moment.running, *moment.waiting]
    assert [row.rid for row in moment.waiting] == step.waiting
    assert [row.rid for row in moment.running] == step.running
    assert {row.rid: (row.state, row.emitted, row.computed_tokens) for row in rows} == step.lives
    assert {row.rid: row.blocks for row in moment.running} == step.tables
    if knobs.paged:
        assert moment.free == step.free
    assert moment.free_blocks == len(step.free)
    assert list(moment.holding) == step.held_slots
    for block in {block for row in moment.running for block in row.blocks}:
        owners = [rid for rid, table in step.tables.items() if block in table]
        assert list(moment.owners(block)) == owners
    owned = {block for table in step.tables.values() for block in table}
    same_memory(moment, step.used_after, len(owned), knobs)
    same_hold(moment, step, before, knobs)


def same_memory(moment: Moment, used: int, blocks: int, knobs: Knobs) -> None:
    """What is used and what is reserved, in places for tokens; without a limit they are equal."""
    limited = knobs.paged or knobs.space is not None
    reserved = blocks * (knobs.block_size or 1) if limited else used
    told = moment.footprint
    assert (told.used_tokens, told.reserved_tokens) == (used, reserved)


def same_work(run: Run, step: Step, knobs: Knobs) -> None:
    """Look at the moment when the work was done, and nobody has left yet."""
    kinds = [event.kind for event in run.at(step.step).events]
    moment = run.at(step.step, kinds.index("ran") + 1)
    same_memory(moment, step.used_tokens, step.blocks_used, knobs)
    assert [row.rid for row in moment.running] == step.ran


def same_hold(moment: Moment, step: Step, before: Step | None, knobs: Knobs) -> None:
    """Who is held, and why; told when it is another or for another reason than before."""
    holds = [e for e in moment.events if isinstance(e, events.Held)]
    if knobs.prefill == "first":  # who was held at admission may be so no more
        holds = holds[-1:]
    told = [(e.rid, e.cause) for e in holds]
    assert told in ([], [step.hold])
    numbers = [(e.running, e.needed_blocks, e.free_blocks) for e in holds]
    if step.hold is not None and step.hold[1] != "budget":
        assert numbers in ([], [step.hold_numbers])
    if step.hold is not None and (before is None or before.hold != step.hold):
        assert told
    if moment.held is not None:
        assert (moment.held.rid, moment.held.cause) == step.hold
    elif step.hold is not None:
        assert step.waiting[0] != step.hold[0], "the head is held"


def same_records(run: Run, naive: Trace) -> None:
    """Who ran, who sent, and how much, when the work of each step was done."""
    for record, step in zip(run.records(), naive.steps, strict=True):
        assert list(record.running) == step.ran
        assert list(record.emitted) == step.emitted
        assert (record.tokens, record.blocks_used) == (step.tokens, step.blocks_used)
        prompts = [c for c in step.changes if c[0] in {"chunk", "first_token"}]
        decoded = [rid for rid in step.emitted if rid not in {c[1] for c in prompts}]
        scheduled = [*((rid, 1) for rid in decoded), *((c[1], c[2]) for c in prompts)]
        assert list(record.scheduled.items()) == scheduled
    if any(step.held_slots for step in naive.steps):
        assert totals(run)["held_slot_steps"] == sum(step.slots for step in naive.steps)
    if run.cost is not None:
        assert list(run.series.now_ms) == [step.now_ms for step in naive.steps]


def same_results(run: Run, naive: Trace) -> None:
    """Every figure of every request."""
    for rid, result in run.results().items():
        expected = naive.outcomes[rid]
        assert result["state"] == (None if expected.state == "to come" else expected.state)
        assert result["first_token"] == expected.first_token
        assert result["finish"] == expected.finish
        assert result["preemptions"] == expected.preemptions
        assert result["recomputed_tokens"] == expected.recomputed_tokens
        assert result["rehit_tokens"] == expected.rehit_tokens
        assert result["longest_gap"] == expected.longest_gap
        assert dict(result["waited"]) == expected.waited
        assert result["unserved"] == expected.unserved
        assert result["discarded_tokens"] == expected.discarded_tokens
