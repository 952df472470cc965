"""The rules of SGLang, one by one."""

import pytest

from core.events import Event
from core.explain import reason, why_waiting
from core.request import Request
from core.run import Run
from core.schedulers import make_scheduler
from core.schedulers.sglang import SgLang
from core.schedulers.sglang.ratio import Hidden, at_start

ASKED = (("A", 0, 8, 16), ("B", 2, 8, 13), ("C", 6, 4, 6), ("D", 7, 8, 3))
"""The scenario `engines/ratio-too-optimistic`."""


def engine(*tokens: int, **knobs: object) -> SgLang:
    """A pool of 40 tokens, or so many."""
    made = make_scheduler("sglang", max_total_tokens=sum(tokens) or 40, **knobs)
    assert isinstance(made, SgLang)
    return made


def run_of(scheduler: SgLang, *asked: tuple[str, int, int, int]) -> Run:
    return Run([Request(*one) for one in asked], scheduler).finish()


def first(run: Run, kind: str) -> tuple[int, Event]:
    """The first event of a kind, and its step."""
    found = ((s, e) for s in range(run.last_step + 1) for e in run.at(s).events)
    return next((step, event) for step, event in found if event.kind == kind)


def test_a_prompt_and_what_it_may_send_must_be_below_the_pool() -> None:
    assert engine().never_fits(Request("A", 0, 20, 19)) is None
    assert str(engine().never_fits(Request("A", 0, 20, 20))) == (
        "is taken to need 40 tokens, which is not below the 40 there are"
    )


def test_a_pool_has_whole_pages() -> None:
    assert engine(43, page_size=4).new_memory().total_blocks == 10


def test_the_estimate_is_what_those_that_run_may_send_times_the_ratio() -> None:
    run = run_of(engine(), *ASKED)
    assert why_waiting(run.at(6), 0) == ("needs 4 + 6 tokens, 3.1 left: 17 free - 13.9 for others")


def test_the_ratio_falls_with_each_decode_step_alone() -> None:
    run = run_of(engine(), *ASKED)
    assert [event.kind for event in run.at(2).events if event.kind == "first_token"]
    ratios = [run.at(step).hidden_state(run.scheduler)["ratio"] for step in (0, 1, 2, 3)]
    fall = (0.7 - 0.7 * 0.14) / 600
    assert ratios == [0.7, 0.7 - fall, 0.7 - fall, 0.7 - fall - fall]


def test_the_ratio_stops_at_a_share_of_its_start() -> None:
    assert Hidden(0.7, 0.0981).decayed().ratio == 0.7 * 0.14
    assert at_start(3.0).ratio == 1.0


def test_the_ratio_is_reset_when_idle() -> None:
    run = run_of(engine(), ("A", 0, 4, 10), ("B", 20, 4, 3))
    assert run.at(9).hidden_state(run.scheduler)["ratio"] < 0.7
    assert run.at(20).hidden_state(run.scheduler)["ratio"] == 0.7


def test_the_ratio_is_estimated_after_a_retraction() -> None:
    assert at_start(1.0).estimated(40, 400, 3).ratio == 100 / 401
    run = run_of(engine(), *ASKED)
    assert run.at(14).hidden_state(run.scheduler)["ratio"] == 1.0


def test_who_has_sent_fewest_is_retracted_to_the_end_of_the_queue() -> None:
    run = run_of(engine(), *ASKED)
    step, event = first(run, "preempted")
    assert (step, reason(event)) == (
        14,
        (
            "B, with the fewest sent tokens (12, prompt 8), makes room for A: "
            "frees 19 blocks, 19 computed tokens to redo, 8 of them still cached"
        ),
    )
    assert run.at(14).waiting.rids == ["C", "D", "B"]
    assert run.at(14).waiting[2].emitted == 12


def test_of_equals_the_longest_prompt_is_retracted() -> None:
    asked = (("A", 0, 4, 12), ("B", 1, 7, 12), ("C", 2, 5, 12))
    run = run_of(engine(34, schedule_conservativeness=0.0), *asked)
    step, event = first(run, "preempted")
    assert [row.emitted for row in run.at(step, 0).running] == [7, 7, 7]
    assert reason(event).startswith("B, with the fewest sent tokens (7, prompt 7)")


def test_a_full_batch_asks_nobody_before_a_step_finds_that_somebody_left() -> None:
    run = run_of(engine(), *ASKED)
    assert run.at(6).hidden_state(run.scheduler)["full"] == 1
    assert why_waiting(run.at(10), 0) == (
        "not asked, the batch was full: C needs 4 + 6 tokens, 3.1 left"
    )
    slots = run_of(engine(max_running_requests=2), ("A", 0, 2, 3), ("B", 0, 2, 9), ("C", 1, 2, 2))
    assert slots.results()["A"]["finish"] == 2
    assert slots.results()["C"]["first_token"] == 4


def test_who_has_just_left_still_takes_a_slot() -> None:
    run = run_of(engine(max_running_requests=2), ("A", 0, 2, 3), ("B", 0, 2, 9), ("C", 3, 2, 2))
    assert why_waiting(run.at(3), 0) == (
        "finds 2 of 2 slots taken, 1 of them by who has left since the last decode step"
    )
    assert run.results()["C"]["first_token"] == 4


def test_prompts_go_first_and_decodes_stand_still() -> None:
    run = run_of(engine(), ("A", 0, 4, 4), ("B", 1, 4, 2))
    assert dict(list(run.records())[1].scheduled) == {"B": 4}


def test_with_mixed_chunks_decodes_go_on() -> None:
    run = run_of(engine(enable_mixed_chunk=True), ("A", 0, 4, 4), ("B", 1, 4, 2))
    assert dict(list(run.records())[1].scheduled) == {"A": 1, "B": 4}


def test_there_is_one_prompt_in_chunks_and_it_goes_first() -> None:
    run = run_of(engine(80, chunked_prefill_size=8), ("A", 0, 20, 3), ("B", 0, 6, 3))
    records = [dict(record.scheduled) for record in run.records()]
    assert records[:4] == [{"A": 8}, {"A": 8}, {"A": 4, "B": 4}, {"B": 2}]


def test_chunks_are_whole_pages() -> None:
    scheduler = engine(80, chunked_prefill_size=10, page_size=4)
    records = [dict(r.scheduled) for r in run_of(scheduler, ("A", 0, 20, 2)).records()]
    assert records[:3] == [{"A": 8}, {"A": 10}, {"A": 2}]


def test_without_chunks_the_first_prompt_may_be_longer_than_a_prefill() -> None:
    scheduler = engine(80, chunked_prefill_size=-1, max_prefill_tokens=8)
    run = run_of(scheduler, ("A", 0, 20, 2), ("B", 0, 4, 2))
    records = [dict(record.scheduled) for record in run.records()]
    assert records[:2] == [{"A": 20}, {"B": 4}]


def prefixed(rid: str, arrival: int, length: int, output: int) -> Request:
    return Request(rid, arrival, length, output, prefix="system", prefix_len=length)


@pytest.mark.parametrize(("policy", "order"), [("lpm", ["C", "B"]), ("fcfs", ["B", "C"])])
def test_the_longest_cached_prefix_is_asked_first(policy: str, order: list[str]) -> None:
    asked = [prefixed("A", 0, 8, 4), Request("B", 1, 9, 2), prefixed("C", 2, 10, 2)]
    run = Run(asked, engine(max_running_requests=1, schedule_policy=policy)).finish()
    results = run.results()
    assert sorted(["B", "C"], key=lambda rid: results[rid]["first_token"] or 0) == order


def test_the_longest_output_is_asked_first() -> None:
    scheduler = engine(max_running_requests=1, schedule_policy="lof")
    run = run_of(scheduler, ("A", 0, 2, 3), ("B", 1, 2, 2), ("C", 1, 2, 5))
    assert run.at(2).waiting.rids == ["C", "B"]
    assert run.results()["C"]["first_token"] == 3


def test_a_random_order_is_the_same_again() -> None:
    asked = [(f"r{number}", 0, 2, 3) for number in range(9)]
    knobs = {"max_running_requests": 1, "schedule_policy": "random"}
    firsts = [
        [
            result["first_token"]
            for result in run_of(engine(random_seed=s, **knobs), *asked).results().values()
        ]
        for s in (1, 1, 2)
    ]
    assert firsts[0] == firsts[1] != firsts[2]


def test_what_was_computed_is_hit_from_the_next_step_on_and_kept_once() -> None:
    twins = [prefixed("A", 0, 8, 6), prefixed("B", 0, 8, 6), prefixed("C", 1, 9, 2)]
    run = Run(twins, engine(60)).finish()
    assert [event.kind for event in run.at(0).events].count("hit") == 0
    assert run.at(0).used_blocks == 8
    (hit,) = [event for event in run.at(1).events if event.kind == "hit"]
    assert reason(hit).startswith("8 of its 9 tokens are there: shares 8 blocks")


def test_what_a_retracted_one_left_in_the_cache_is_hit_when_it_comes_back() -> None:
    run = run_of(engine(), *ASKED)
    assert run.at(14).cached_blocks == 8


def test_the_last_one_that_cannot_go_on_is_given_up() -> None:
    run = run_of(engine(12, clip_max_new_tokens_estimation=2), ("A", 0, 4, 20), ("B", 1, 4, 2))
    step, event = first(run, "rejected")
    assert reason(event) == (
        "needs 13 blocks, the pool has 12, and runs alone: given up after 9 tokens, "
        "gives back 12 blocks"
    )
    told = run.results()["A"]
    assert (told["state"], told["emitted_tokens"], told["finish"]) == ("rejected", 9, None)
    assert run.results()["B"]["state"] == "finished"
    assert run.at(step).used_blocks == 0


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"schedule_policy": "lpn"}, "schedule_policy cannot be 'lpn'; did you mean lpm?"),
        ({"chunked_prefill_size": 0}, "chunked_prefill_size must be at least 1, not 0; -1 for no"),
        ({"page_size": 16, "chunked_prefill_size": 8}, "at least page_size, 16, not 8: chunks"),
        ({"page_size": 64}, "max_total_tokens must be at least page_size, 64, not 40"),
        ({"schedule_conservativeness": -1.0}, "schedule_conservativeness must be at least 0"),
        (
            {"chunked_prefill_size": -1, "enable_mixed_chunk": True},
            "enable_mixed_chunk needs chunks to mix",
        ),
        ({"disable_radix_cache": 1}, "disable_radix_cache is true or false, not 1"),
        ({"max_num_seqs": 4}, "there it is called max_running_requests"),
    ],
)
def test_a_wrong_knob_says_what_would_be_right(knobs: dict[str, object], said: str) -> None:
    with pytest.raises((ValueError, TypeError)) as raised:
        engine(**knobs)
    assert said in str(raised.value)
