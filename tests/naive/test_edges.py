"""Edge cases of the rules, each worked out on paper before it was run."""

from tests.naive.engine import naive_simulate, naive_trace
from tests.naive.records import Ask, LogEntry
from tests.naive.telling import changes_of, entries, told


def test_the_asker_is_its_own_victim() -> None:
    """At step 1 A takes the last block, B asks next and is the most recently admitted."""
    trace = naive_trace([Ask("A", 0, 2, 3), Ask("B", 0, 2, 3)], 2, 2, 3)
    assert changes_of(trace)[1:] == [
        [("grew", "A"), ("preempted", "B", "B", 1, 2), ("ran", 1, 1)],
        [("ran", 1, 1), ("finished", "A")],
        [("admitted", "B", 2), ("first_token", "B", 3), ("ran", 3, 1)],
        [("ran", 1, 1), ("finished", "B")],
    ]
    assert told(trace.results) == [("A", 0, 2, 0), ("B", 0, 4, 1)]
    b = trace.outcomes["B"]
    assert (b.recomputed_tokens, b.longest_gap, b.waited["blocks"]) == (2, 3, 2)


def test_a_victim_that_is_prefilling_loses_its_progress() -> None:
    """B holds blocks for its whole prompt and has processed 2 of 4 tokens when A asks."""
    trace = naive_trace([Ask("A", 0, 1, 4), Ask("B", 0, 4, 1)], 2, 2, 3, 2)
    assert changes_of(trace) == [
        [
            ("arrived", "A"),
            ("arrived", "B"),
            ("admitted", "A", 1),
            ("admitted", "B", 2),
            ("first_token", "A", 1),
            ("chunk", "B", 1),
            ("ran", 2, 1),
        ],
        [("chunk", "B", 1), ("ran", 2, 1)],
        [("preempted", "B", "A", 2, 2), ("grew", "A"), ("ran", 1, 1)],
        [("ran", 1, 1), ("finished", "A")],
        [("admitted", "B", 2), ("chunk", "B", 2), ("ran", 2, 0)],
        [("first_token", "B", 2), ("ran", 2, 1), ("finished", "B")],
    ]
    assert told(trace.results) == [("A", 0, 3, 0), ("B", 5, 5, 1)]
    assert trace.outcomes["B"].recomputed_tokens == 2
    assert trace.outcomes["B"].longest_gap == 0


FOUR = [Ask(rid, 0, 1, 3) for rid in "ABCD"]


def test_two_victims_in_one_step() -> None:
    """Blocks of one token: each of A and B takes the block of a younger one at step 1."""
    log: list[LogEntry] = []
    trace = naive_trace(FOUR, 4, 1, 4)
    assert changes_of(trace)[1] == [
        ("preempted", "D", "A", 1, 1),
        ("grew", "A"),
        ("preempted", "C", "B", 1, 1),
        ("grew", "B"),
        ("ran", 2, 2),
    ]
    assert trace.steps[1].waiting_after == ["C", "D"]
    assert trace.steps[2].waiting_after == ["B", "C", "D"]
    naive_simulate(FOUR, 4, 1, 4, log=log)
    assert log == entries(
        ("ABCD", "ABCD", 4, 4),
        ("AB", "AB", 2, 4),
        ("A", "A", 1, 3),
        ("B", "B", 3, 3),
        ("CD", "CD", 4, 4),
        ("C", "C", 1, 3),
        ("D", "D", 3, 3),
    )


def test_two_victims_in_one_step_outcomes() -> None:
    trace = naive_trace(FOUR, 4, 1, 4)
    assert told(trace.results) == [("A", 0, 2, 0), ("B", 0, 3, 1), ("C", 0, 5, 1), ("D", 0, 6, 2)]
    told_more = [
        (outcome.recomputed_tokens, outcome.longest_gap, *outcome.waited.values())
        for outcome in trace.outcomes.values()
    ]
    assert told_more == [
        (0, 1, 0, 0, 0, 0),
        (2, 2, 0, 1, 0, 0),
        (1, 4, 0, 2, 0, 1),
        (3, 4, 0, 1, 0, 3),
    ]


def test_a_rebuild_in_chunks_after_a_preemption() -> None:
    """B goes at step 3, returns at step 6 and rebuilds its 3 tokens on a budget of 2."""
    asks = [Ask("A", 0, 2, 6), Ask("B", 0, 2, 4), Ask("C", 6, 1, 2)]
    trace = naive_trace(asks, 2, 2, 4, 2)
    assert changes_of(trace)[3:] == [
        [("grew", "A"), ("preempted", "B", "B", 1, 2), ("ran", 1, 1)],
        [("ran", 1, 1)],
        [("grew", "A"), ("ran", 1, 1), ("finished", "A")],
        [
            ("arrived", "C"),
            ("admitted", "B", 2),
            ("admitted", "C", 1),
            ("chunk", "B", 2),
            ("ran", 2, 0),
        ],
        [("first_token", "B", 1), ("first_token", "C", 1), ("ran", 2, 2)],
        [("ran", 2, 2), ("finished", "C")],
        [("grew", "B"), ("ran", 1, 1), ("finished", "B")],
    ]
    assert told(trace.results) == [("A", 0, 5, 0), ("B", 2, 9, 1), ("C", 7, 8, 0)]
    b, c = trace.outcomes["B"], trace.outcomes["C"]
    assert (b.recomputed_tokens, b.longest_gap, b.waited["blocks"], b.unserved) == (2, 5, 3, 1)
    assert c.unserved == 1


def test_a_younger_prompt_starves_while_an_older_one_takes_the_budget() -> None:
    """A eats 2 of its 9 tokens a step; B, admitted with it, first gets one at step 4."""
    trace = naive_trace([Ask("A", 0, 9, 1), Ask("B", 0, 1, 2)], 2, token_budget=2)
    assert changes_of(trace)[1:] == [
        [("chunk", "A", 2), ("ran", 2, 0)],
        [("chunk", "A", 2), ("ran", 2, 0)],
        [("chunk", "A", 2), ("ran", 2, 0)],
        [("first_token", "A", 1), ("first_token", "B", 1), ("ran", 2, 2), ("finished", "A")],
        [("ran", 1, 1), ("finished", "B")],
    ]
    assert trace.outcomes["B"].unserved == 4
    assert sum(trace.outcomes["B"].waited.values()) == 0


def test_a_decoding_request_takes_its_token_before_a_prompt_gets_any() -> None:
    """Budget 2: A decodes for 1 each step, so B's 3 tokens take the steps 1, 2 and 3."""
    trace = naive_trace([Ask("A", 0, 2, 5), Ask("B", 1, 3, 1)], 2, token_budget=2)
    assert [record.changes[-1] for record in trace.steps[:3]] == [("ran", 2, n) for n in (1, 1, 1)]
    assert told(trace.results) == [("A", 0, 4, 0), ("B", 3, 3, 0)]


def test_nobody_skips_a_head_that_does_not_fit() -> None:
    """B needs 2 of 2 blocks while A holds one; C would fit and still waits for its turn."""
    asks = [Ask("A", 0, 1, 2), Ask("B", 0, 4, 1), Ask("C", 0, 1, 1)]
    trace = naive_trace(asks, 3, 2, 2)
    assert told(trace.results) == [("A", 0, 1, 0), ("B", 2, 2, 0), ("C", 3, 3, 0)]
    assert trace.outcomes["B"].waited == {"slots": 0, "blocks": 2, "budget": 0, "turn": 0}
    assert trace.outcomes["C"].waited == {"slots": 0, "blocks": 1, "budget": 0, "turn": 2}


def test_a_request_too_large_is_rejected_and_the_rest_goes_on() -> None:
    asks = [Ask("A", 0, 1, 1), Ask("B", 0, 5, 1), Ask("C", 0, 2, 1), Ask("D", 7, 1, 9)]
    trace = naive_trace(asks, 3, 2, 2)
    assert changes_of(trace) == [
        [
            ("arrived", "A"),
            ("arrived", "B"),
            ("arrived", "C"),
            ("rejected", "B"),
            ("admitted", "A", 1),
            ("admitted", "C", 1),
            ("first_token", "A", 1),
            ("first_token", "C", 2),
            ("ran", 3, 2),
            ("finished", "A"),
            ("finished", "C"),
        ],
        [("arrived", "D"), ("rejected", "D"), ("ran", 0, 0)],
    ]
    assert trace.results["B"] == {"first_token": None, "finish": None, "preemptions": 0}
    assert list(trace.outcomes) == ["A", "C"]


def test_ranks_compare_rids_as_strings_and_results_keep_the_callers_order() -> None:
    asks = [Ask("r9", 0, 1, 1), Ask("r10", 0, 1, 1)]
    assert told(naive_simulate(asks, 1)) == [("r9", 1, 1, 0), ("r10", 0, 0, 0)]


def test_idle_steps_are_logged_but_cost_nothing_without_a_log() -> None:
    log: list[LogEntry] = []
    naive_simulate([Ask("A", 2, 1, 1), Ask("B", 4, 1, 1)], 1, log=log)
    idle = ("", "", 0, 0)
    assert log == entries(idle, idle, ("A", "A", 1, 0), idle, ("B", "B", 1, 0))
    assert naive_simulate([Ask("A", 10**15, 1, 1)], 1)["A"]["finish"] == 10**15
