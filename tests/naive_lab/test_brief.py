"""With every knob at its default the naive lab is the brief's naive engine, event for event."""

from dataclasses import asdict

import pytest

from tests.naive.records import Change, NaiveTrace, Settings
from tests.naive.strategies import Case, random_cases, trace_case, with_victim
from tests.naive.test_traces_agree import rejected_in_place
from tests.naive_lab.engine import trace
from tests.naive_lab.records import Ask, Knobs, Trace

RULES = [
    ("latest_admitted", 0),
    ("earliest_admitted", 1),
    ("largest_cache", 4),
    ("least_computed", 0),
    ("fewest_output_tokens", 1),
]


def lab_trace(case: Case) -> Trace:
    asks = [Ask(ask.rid, ask.arrival, ask.prompt_len, ask.output_len) for ask in case.asks]
    return trace(asks, knobs_of(case.settings))


def knobs_of(settings: Settings) -> Knobs:
    return Knobs(**asdict(settings))


def as_chunks(changes: list[Change]) -> list[Change]:
    """In words that both engines have.

    The brief's tells the end of a rebuild as a first token, and no blocks of who has finished.
    """
    words = {"first_token": "chunk"}
    told = [(words.get(str(kind), kind), *rest) for kind, *rest in changes]
    return [change[:2] if change[0] == "finished" else change for change in told]


def same(lab: Trace, brief: NaiveTrace) -> None:
    assert [step.step for step in lab.steps] == [record.step for record in brief.steps]
    for step, record in zip(lab.steps, brief.steps, strict=True):
        assert as_chunks(step.changes) == as_chunks(rejected_in_place(record.changes))
        assert (step.ran, step.emitted) == (record.ran, record.emitted)
        assert (step.tokens, step.blocks_used) == (record.tokens, record.blocks_used)
        assert (step.running, step.waiting) == (record.running_after, record.waiting_after)
        assert {rid: len(table) for rid, table in step.tables.items()} == record.blocks_after
        assert {rid: sent for rid, (_, sent, _) in step.lives.items()} == record.emitted_after
    for rid, expected in brief.outcomes.items():
        told = asdict(lab.outcomes[rid])
        assert {key: told[key] for key in asdict(expected)} == asdict(expected)
    rejected = {rid for rid, result in lab.outcomes.items() if result.state == "rejected"}
    assert rejected == set(lab.outcomes) - set(brief.outcomes)
    assert not lab.endless


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_the_lab_at_its_defaults_is_the_brief(victim: str, guard: int) -> None:
    for case in random_cases(201, 120, rejections=True):
        given = with_victim(case, victim, guard)
        same(lab_trace(given), trace_case(given))
