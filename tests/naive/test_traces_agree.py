"""The real engine's events, moments and figures against the naive trace, step by step."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from core import Run, events
from core.moment import Moment
from tests.naive.records import Change, NaiveTrace, StepRecord
from tests.naive.strategies import Case, cases, random_cases, trace_case
from tests.walk.driven import job


def run_really(case: Case) -> Run:
    return job(case).run().finish()


def plain(happened: tuple[events.Event, ...]) -> Iterator[Change]:
    """Write events as the naive engine's tuples: one per growth, and no word about the held."""
    for event in happened:
        match event:
            case events.Grew():
                yield from (("grew", rid) for rid, _ in event.growths)
            case events.Preempted(rid, asker, blocks, lost):
                yield ("preempted", rid, asker, len(blocks), lost)
            case events.Admitted(rid, blocks):
                yield ("admitted", rid, len(blocks))
            case events.Chunk(rid, tokens, computed, known):
                yield ("first_token" if computed == known else "chunk", rid, tokens)
            case events.FirstToken(rid, tokens):
                yield ("first_token", rid, tokens)
            case events.Ran(_, tokens, emitted):
                yield ("ran", tokens, emitted)
            case events.Held() | events.Hit() | events.Evicted():
                continue
            case events.Arrived() | events.Rejected() | events.Finished() | events.Cancelled():
                yield (event.kind, event.rid)


def rejected_in_place(changes: list[Change]) -> list[Change]:
    """Put a rejection in the place of its arrival, as the real engine tells it."""
    rejected = {change[1] for change in changes if change[0] == "rejected"}
    return [
        ("rejected", change[1]) if change[0] == "arrived" and change[1] in rejected else change
        for change in changes
        if change[0] != "rejected"
    ]


def same_step(moment: Moment, record: StepRecord) -> None:
    """Check one step: its changes, then who waits, who runs and what they hold."""
    assert list(plain(moment.events)) == rejected_in_place(record.changes)
    assert [row.rid for row in moment.waiting] == record.waiting_after
    assert [row.rid for row in moment.running] == record.running_after
    assert {row.rid: len(row.blocks) for row in moment.running} == record.blocks_after
    alive = [*moment.running, *moment.waiting]
    assert {row.rid: row.emitted for row in alive} == record.emitted_after
    assert moment.used_blocks == sum(record.blocks_after.values())


def same_run(run: Run, trace: NaiveTrace) -> None:
    """Check that the same steps were executed, each with the same changes and state."""
    assert list(run.series.step) == [record.step for record in trace.steps]
    for record in trace.steps:
        same_step(run.at(record.step), record)


def same_figures(run: Run, trace: NaiveTrace) -> None:
    """Check every figure of every request, and that the rejected have none."""
    results = run.results()
    assert list(results) == list(trace.results)
    for rid, result in results.items():
        assert (result["state"] == "finished") == (rid in trace.outcomes)
        assert (result["state"] == "rejected") == (rid not in trace.outcomes)
        for key, expected in trace.results[rid].items():
            assert dict(result)[key] == expected, (rid, key)
    for rid, outcome in trace.outcomes.items():
        told = results[rid]
        assert told["recomputed_tokens"] == outcome.recomputed_tokens, rid
        assert told["longest_gap"] == outcome.longest_gap, rid
        assert dict(told["waited"]) == outcome.waited, rid
        assert told["unserved"] == outcome.unserved, rid


def traces_agree(case: Case) -> None:
    run, trace = run_really(case), trace_case(case)
    same_run(run, trace)
    same_figures(run, trace)


@settings(max_examples=200)
@given(cases(rejections=True))
def test_traces_agree_on_drawn_cases(case: Case) -> None:
    traces_agree(case)


@pytest.mark.parametrize("rejections", [False, True])
def test_traces_agree_on_random_cases(rejections: bool) -> None:
    for case in random_cases(21, 500, rejections):
        traces_agree(case)
