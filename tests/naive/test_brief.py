"""The brief's three worked examples, results and whole logs, worked out on paper."""

from tests.naive.engine import naive_simulate, naive_trace
from tests.naive.records import Ask, Change, LogEntry
from tests.naive.telling import changes_of, entries, told

ONE = [Ask("A", 0, 4, 3), Ask("B", 0, 2, 1), Ask("C", 1, 3, 2)]
TWO = [Ask("A", 0, 6, 4), Ask("B", 0, 4, 5), Ask("C", 1, 3, 2)]
THREE = [Ask("A", 0, 6, 3), Ask("B", 0, 3, 2)]


def test_example_1_continuous_batching() -> None:
    log: list[LogEntry] = []
    results = naive_simulate(ONE, 2, log=log)
    assert told(results) == [("A", 0, 2, 0), ("B", 0, 0, 0), ("C", 1, 2, 0)]
    assert log == entries(
        ("AB", "AB", 6, 0),
        ("AC", "AC", 4, 0),
        ("AC", "AC", 2, 0),
    )


def test_example_2_paged_memory() -> None:
    log: list[LogEntry] = []
    results = naive_simulate(TWO, 3, block_size=4, num_blocks=4, log=log)
    assert told(results) == [("A", 0, 3, 0), ("B", 0, 5, 1), ("C", 4, 5, 0)]
    assert log == entries(
        ("AB", "AB", 10, 3),
        ("AB", "AB", 2, 4),
        ("AB", "AB", 2, 4),
        ("A", "A", 1, 3),
        ("BC", "BC", 10, 3),
        ("BC", "BC", 2, 3),
    )


def test_example_3_chunked_prefill() -> None:
    log: list[LogEntry] = []
    results = naive_simulate(THREE, 2, token_budget=4, log=log)
    assert told(results) == [("A", 1, 3, 0), ("B", 2, 3, 0)]
    assert log == entries(
        ("AB", "", 4, 0),
        ("AB", "A", 4, 0),
        ("AB", "AB", 2, 0),
        ("AB", "AB", 2, 0),
    )


def test_example_1_changes() -> None:
    trace = naive_trace(ONE, 2)
    assert changes_of(trace) == [
        [
            ("arrived", "A"),
            ("arrived", "B"),
            ("admitted", "A", 0),
            ("admitted", "B", 0),
            ("first_token", "A", 4),
            ("first_token", "B", 2),
            ("ran", 6, 2),
            ("finished", "B"),
        ],
        [
            ("arrived", "C"),
            ("admitted", "C", 0),
            ("first_token", "C", 3),
            ("ran", 4, 2),
        ],
        [("ran", 2, 2), ("finished", "A"), ("finished", "C")],
    ]


def test_example_2_changes() -> None:
    """B sent 3 tokens: 4 + 3 - 1 = 6 of its tokens must be computed again."""
    trace = naive_trace(TWO, 3, 4, 4)
    expected: list[list[Change]] = [
        [
            ("arrived", "A"),
            ("arrived", "B"),
            ("admitted", "A", 2),
            ("admitted", "B", 1),
            ("first_token", "A", 6),
            ("first_token", "B", 4),
            ("ran", 10, 2),
        ],
        [("arrived", "C"), ("grew", "B"), ("ran", 2, 2)],
        [("ran", 2, 2)],
        [("preempted", "B", "A", 2, 6), ("grew", "A"), ("ran", 1, 1), ("finished", "A")],
        [
            ("admitted", "B", 2),
            ("admitted", "C", 1),
            ("first_token", "B", 7),
            ("first_token", "C", 3),
            ("ran", 10, 2),
        ],
        [("ran", 2, 2), ("finished", "B"), ("finished", "C")],
    ]
    assert changes_of(trace) == expected


def test_example_2_state_and_outcomes() -> None:
    trace = naive_trace(TWO, 3, 4, 4)
    after = trace.steps[3]
    assert (after.running_after, after.waiting_after) == ([], ["B", "C"])
    assert (after.blocks_after, after.emitted_after) == ({}, {"B": 3, "C": 0})
    assert trace.steps[1].blocks_after == {"A": 2, "B": 2}
    b, c = trace.outcomes["B"], trace.outcomes["C"]
    assert (b.recomputed_tokens, b.longest_gap, b.unserved) == (6, 2, 0)
    assert b.waited == {"slots": 0, "blocks": 1, "budget": 0, "turn": 0}
    assert c.waited == {"slots": 0, "blocks": 2, "budget": 0, "turn": 1}


def test_example_3_changes() -> None:
    trace = naive_trace(THREE, 2, token_budget=4)
    assert changes_of(trace) == [
        [
            ("arrived", "A"),
            ("arrived", "B"),
            ("admitted", "A", 0),
            ("admitted", "B", 0),
            ("chunk", "A", 4),
            ("ran", 4, 0),
        ],
        [("first_token", "A", 2), ("chunk", "B", 2), ("ran", 4, 1)],
        [("first_token", "B", 1), ("ran", 2, 2)],
        [("ran", 2, 2), ("finished", "A"), ("finished", "B")],
    ]
    assert trace.outcomes["B"].unserved == 1
