"""What must hold for every run, whatever the workload, checked on a trace alone."""

from tests.naive.records import Ask, Change, NaiveTrace, Settings, StepRecord
from tests.naive.strategies import Case


def check_invariants(case: Case, trace: NaiveTrace) -> None:
    """Limits are kept, the order is strict, and every token, block and wait adds up."""
    asks = {ask.rid: ask for ask in case.asks}
    for record in trace.steps:
        check_limits(record, case.settings)
        if case.settings.victim == "latest_admitted" and not case.settings.victim_guard:
            check_order(record, asks)
    check_blocks_add_up(trace, case.settings)
    check_tokens_add_up(trace, asks)
    check_waits_add_up(trace, asks)
    check_ends(case, trace)


def check_limits(record: StepRecord, settings: Settings) -> None:
    """Slots, memory and budget are never exceeded."""
    assert len(record.ran) <= settings.max_running
    assert record.blocks_used <= (settings.num_blocks or 0)
    assert all(
        blocks >= (1 if settings.block_size else 0) for blocks in record.blocks_after.values()
    )
    if settings.token_budget is not None:
        assert record.tokens <= settings.token_budget
    assert not record.waiting_after or record.ran, "somebody waits and nobody runs"
    assert not record.ran or record.tokens > 0, "a step in which nobody advances"


def check_order(record: StepRecord, asks: dict[str, Ask]) -> None:
    """First come, first served: running, then waiting, stand in (arrival, rid).

    The budget goes down the line too, so whoever emits stands before whoever does not.
    """
    line = record.running_after + record.waiting_after
    assert line == sorted(line, key=lambda rid: (asks[rid].arrival, rid))
    assert record.emitted == record.ran[: len(record.emitted)]


def check_blocks_add_up(trace: NaiveTrace, settings: Settings) -> None:
    """Check that the blocks told by the changes are those held, and none else is freed."""
    held: dict[str, int] = {}
    for record in trace.steps:
        for change in record.changes:
            follow_blocks(held, change)
            assert sum(held.values()) <= (settings.num_blocks or 0)
        assert held == record.blocks_after
    assert held == {}


def follow_blocks(held: dict[str, int], change: Change) -> None:
    kind, rid = change[0], str(change[1])
    if kind == "admitted":
        assert rid not in held
        held[rid] = int(change[2])
    elif kind == "grew":
        held[rid] += 1
    elif kind == "preempted":
        assert held.pop(rid) == change[3]
    elif kind == "finished":
        held.pop(rid)


def check_tokens_add_up(trace: NaiveTrace, asks: dict[str, Ask]) -> None:
    """Tokens processed = sum over the finished of (prompt + output - 1) + recomputed."""
    useful = sum(asks[rid].prompt_len + asks[rid].output_len - 1 for rid in trace.outcomes)
    again = sum(outcome.recomputed_tokens for outcome in trace.outcomes.values())
    lost = [change[4] for change in changes(trace) if change[0] == "preempted"]
    assert sum(int(tokens) for tokens in lost) == again
    assert sum(record.tokens for record in trace.steps) == useful + again


def check_waits_add_up(trace: NaiveTrace, asks: dict[str, Ask]) -> None:
    """Check that waits sum to the steps from each arrival or preemption to the admission."""
    waited = dict.fromkeys(asks, 0)
    for record in trace.steps:
        for change in record.changes:
            if change[0] in ("arrived", "preempted"):
                waited[str(change[1])] -= record.step
            elif change[0] == "admitted":
                waited[str(change[1])] += record.step
    for rid, outcome in trace.outcomes.items():
        assert sum(outcome.waited.values()) == waited[rid], rid


def check_ends(case: Case, trace: NaiveTrace) -> None:
    """Everybody either is rejected or sends exactly its tokens; results keep their order."""
    assert list(trace.results) == [ask.rid for ask in case.asks]
    rejected = {change[1] for change in changes(trace) if change[0] == "rejected"}
    sent = [rid for record in trace.steps for rid in record.emitted]
    for ask in case.asks:
        fits = case.settings.fits_alone(ask)
        assert (ask.rid in rejected) == (not fits)
        assert (ask.rid in trace.outcomes) == fits
        assert sent.count(ask.rid) == (ask.output_len if fits else 0)


def changes(trace: NaiveTrace) -> list[Change]:
    return [change for record in trace.steps for change in record.changes]
