"""A test for each queue order, by its name: who stands where, who is admitted when, and why."""

import pytest

from core import Request, Run, WaitingRequest
from core.event_parts import EventKind
from core.events import Preempted
from core.explain import reason, why_waiting
from core.policies import QueuePolicy, queue_rule_in_force, rule_in_force
from core.ranking import ranking
from core.schedulers.driftwood import Driftwood
from core.story import story
from tests.rules.asking import events_of

LENGTHS = (
    Request("A", 0, 4, 6),
    Request("B", 0, 9, 1),
    Request("C", 0, 2, 9),
    Request("D", 1, 3, 1),
)


def one_slot(queue: str | QueuePolicy | None) -> Run:
    """One slot, which A, B, C and D want."""
    return Run(LENGTHS, Driftwood(1, queue=queue)).finish()


def order(run: Run) -> str:
    """Who was admitted, in order."""
    return "".join("".join(rids(run, step, "admitted")) for step in run.series.step)


def rids(run: Run, step: int, kind: EventKind) -> list[str]:
    """Whom the events of `kind` in `step` are about."""
    found = events_of(run, step, kind)
    return [rid for each in found if isinstance(rid := getattr(each, "rid", None), str)]


def waiting(run: Run, step: int) -> str:
    """Who waits after `step`, in order."""
    return "".join(row.rid for row in run.at(step).waiting)


@pytest.mark.parametrize("queue", [None, "fcfs"])
def test_fcfs(queue: str | None) -> None:
    assert order(one_slot(queue)) == "ABCD"


def test_shortest_prompt() -> None:
    run = one_slot("shortest_prompt")
    assert (waiting(run, 0), waiting(run, 1)) == ("AB", "DAB")
    assert order(run) == "CDAB"


def test_shortest_remaining() -> None:
    """Ten tokens each for A and B, A first; C has eleven; D has four and comes when A runs."""
    run = one_slot("shortest_remaining")
    assert (waiting(run, 0), waiting(run, 1)) == ("BC", "DBC")
    assert order(run) == "ADBC"


def test_an_order_of_ones_own_sees_what_is_known_and_no_more() -> None:
    seen: list[WaitingRequest] = []

    def longest(one: WaitingRequest) -> int:
        seen.append(one)
        return -one.prompt_len

    run = one_slot(longest)
    assert order(run) == "BADC"
    assert seen[0] == WaitingRequest("A", 0, 4, 0, 4, 0, "", 0, 0)
    rule = queue_rule_in_force(run.scheduler)
    assert (rule.name, rule.first) == ("longest", "the smallest key by longest first")


PRIORITIES = (
    Request("A", 0, 1, 4, priority=2),
    Request("B", 0, 1, 1, priority=2),
    Request("C", 1, 1, 1, priority=1),
    Request("D", 3, 1, 1, priority=0),
)


def test_priority_smallest_first_and_equals_by_arrival() -> None:
    run = Run(PRIORITIES, Driftwood(1, queue="priority")).finish()
    assert [waiting(run, step) for step in range(4)] == ["B", "CB", "CB", "DCB"]
    assert order(run) == "ADCB"
    assert run.results()["C"]["waited"] == {"slots": 3, "blocks": 0, "budget": 0, "turn": 1}
    assert run.results()["B"]["waited"] == {"slots": 2, "blocks": 0, "budget": 0, "turn": 4}


@pytest.mark.parametrize(("aging", "admitted"), [(0.25, "ABCD"), (1, "ABCD"), (2, "ACDB")])
def test_aging_makes_a_level_worth_some_waiting(aging: float, admitted: str) -> None:
    """With 1 C is a level more urgent and a step later than B: a tie, and B came first."""
    run = Run(PRIORITIES, Driftwood(1, queue="priority", aging=aging)).finish()
    assert order(run) == admitted


def test_the_preempted_returns_to_the_front_of_its_own_class() -> None:
    requests = [
        Request("L", 0, 4, 6, priority=1),
        Request("M", 0, 4, 6, priority=1),
        Request("N", 1, 4, 6, priority=1),
        Request("U", 1, 4, 9, priority=0),
    ]
    run = Run(requests, Driftwood(2, 4, 3, queue="priority")).finish()
    assert waiting(run, 0) == ""
    assert rids(run, 1, "preempted") == ["M"]
    assert waiting(run, 1) == "MN"


def tenants(weights: dict[str, int] | None) -> Run:
    """X has four requests and y two, all of a step, in one slot."""
    requests = [Request(f"x{n}", 0, 1, 1, tenant="x") for n in range(4)]
    requests += [Request(f"y{n}", 0, 1, 1, tenant="y") for n in range(2)]
    return Run(requests, Driftwood(1, queue="round_robin", weights=weights)).finish()


@pytest.mark.parametrize(
    ("weights", "admitted"),
    [
        (None, "x0 y0 x1 y1 x2 x3"),
        ({"x": 2}, "x0 x1 y0 x2 x3 y1"),
        ({"y": 2}, "x0 y0 y1 x1 x2 x3"),
        ({"x": 9, "nobody": 3}, "x0 x1 x2 x3 y0 y1"),
    ],
)
def test_round_robin(weights: dict[str, int] | None, admitted: str) -> None:
    """And the display is the order in which they would be admitted."""
    run, line = tenants(weights), admitted.split()
    for step, rid in enumerate(line):
        assert rids(run, step, "admitted") == [rid]
        assert [row.rid for row in run.at(step).waiting] == line[step + 1 :]


def test_a_head_that_is_held_keeps_its_turn() -> None:
    """Y's request needs four blocks, and x's behind it would fit."""
    requests = [
        Request("x0", 0, 4, 4, tenant="x"),
        Request("y0", 0, 16, 1, tenant="y"),
        Request("x1", 0, 4, 1, tenant="x"),
    ]
    run = Run(requests, Driftwood(3, 4, 4, queue="round_robin")).finish()
    assert waiting(run, 0) == "y0x1"
    assert order(run) == "x0y0x1"


def skipping(most: int) -> Run:
    """A holds two of four blocks, B needs three, and c0, c1, c2 one each."""
    requests = [Request("A", 0, 9, 8), Request("B", 1, 18, 3)]
    requests += [Request(f"c{n}", 2 + n, 4, 2) for n in range(3)]
    return Run(requests, Driftwood(4, 8, 4, queue="skip_ahead", max_overtakes=most)).finish()


def test_skip_ahead_passes_the_head_as_often_as_is_allowed() -> None:
    run = skipping(2)
    assert order(run) == "ABc2".replace("B", "c0c1B")
    assert [events_of(run, step, "held") != [] for step in (1, 2, 3)] == [True, False, False]
    assert why_waiting(run.at(2), 0) == "needs 3 blocks, 1 free; passed 1 of 2 times"
    last = "; passed 2 of 2 times, so nobody may again"
    assert why_waiting(run.at(4), 0) == f"needs 3 blocks, 1 free, now 2{last}"
    assert why_waiting(run.at(4), 1) == "turn: behind B, whom nobody may pass any more"
    assert run.results()["B"]["waited"] == {"slots": 0, "blocks": 7, "budget": 0, "turn": 0}


def test_who_is_passed_is_held_for_blocks_also_where_the_slots_are_gone_then() -> None:
    requests = [Request("A", 0, 9, 8), Request("B", 1, 18, 3), Request("c", 1, 4, 2)]
    scheduler = Driftwood(2, 8, 4, queue="skip_ahead", max_overtakes=2)
    run = Run(requests, scheduler).finish()
    held = run.at(1).held
    assert held is not None
    assert (held.rid, held.cause, held.running) == ("B", "blocks", 2)


def urgent(guard: int | None = None, victim: str | None = None) -> Run:
    """Three slots of L, M and N when U comes; M and N are less urgent than L, and all than U."""
    requests = [
        Request("L", 0, 4, 9, priority=1),
        Request("M", 0, 8, 9, priority=2),
        Request("N", 1, 4, 9, priority=2),
        Request("U", 3, 4, 2, priority=1),
    ]
    scheduler = Driftwood(
        3, queue="priority", preempt_for_urgent=True, victim=victim, victim_guard=guard
    )
    return Run(requests, scheduler).finish()


@pytest.mark.parametrize(
    ("guard", "victim", "gone"),
    [(None, None, "N"), (None, "largest_cache", "M"), (3, None, "M"), (4, None, "")],
)
def test_preempt_for_urgent(guard: int | None, victim: str | None, gone: str) -> None:
    """Of the less urgent past the guard the policy chooses; L is as urgent as U."""
    run = urgent(guard, victim)
    assert "".join(rids(run, 3, "preempted")) == gone
    assert rids(run, 3, "admitted") == (["U"] if gone else [])


def test_what_is_told_of_it() -> None:
    run = urgent(3)
    event = run.at(3).events[1]
    assert isinstance(event, Preempted)
    assert (event.asker, event.urgent_for) == ("U", "slots")
    assert reason(event) == (
        "M, admitted last, makes room for U, more urgent, for a slot: 10 computed tokens to redo"
    )
    found = ranking(run.at(3, 1), event, None, rule_in_force(run.scheduler))
    assert [(one.rid, one.why) for one in found.candidates] == [
        ("M", "chosen: admitted last"),
        ("N", "guarded: 2 of 3 tokens sent"),
        ("L", "not less urgent than U"),
    ]


def test_nobody_goes_where_that_would_not_be_enough() -> None:
    """U needs all four blocks, and L, as urgent as it, has one."""
    requests = [
        Request("L", 0, 2, 3, priority=1),
        Request("M", 0, 2, 3, priority=2),
        Request("U", 1, 16, 1, priority=1),
    ]
    scheduler = Driftwood(3, 4, 4, queue="priority", preempt_for_urgent=True)
    run = Run(requests, scheduler).finish()
    assert run.results()["M"]["preemptions"] == 0
    assert rids(run, 1, "held") == ["U"]


def test_the_story_of_both() -> None:
    run = urgent(3)
    texts = [line.text for line in story(run, "U")]
    assert texts[0] == "a prompt of 4 tokens, 2 tokens asked for, priority 1"
    assert any(text.endswith("; M had to make room for it") for text in texts)
    assert any("M, admitted last, makes room for U, more urgent" in t.text for t in story(run, "M"))
