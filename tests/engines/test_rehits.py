"""What a request finds again of its own after a preemption, apart from what others had."""

from hypothesis import given, settings

from core import Request, Run, make_scheduler
from core.events import Hit
from core.explain import reason
from core.metrics import totals
from core.schedulers.vllm import Vllm
from tests.engines.test_vllm_agrees import Case, cases

FIRST_CHUNK = {"reserve_full_isl": False}


def hits_of(run: Run) -> list[Hit]:
    return [event for _, happened in run.replay() for event in happened if isinstance(event, Hit)]


def test_what_it_had_before_its_preemption_is_a_rehit() -> None:
    """B gives up its blocks in step 4 and finds most of what was in them when it comes back."""
    asked = [Request("A", 0, 8, 12), Request("B", 0, 8, 12)]
    run = Run(asked, Vllm(6, block_size=4, max_num_seqs=8)).finish()
    (hit,) = hits_of(run)
    assert (hit.rid, hit.tokens, hit.own_tokens) == ("B", 4, 4)
    told = "4 of its 13 tokens are there, all of which it had before its preemption: hits 1 block"
    assert reason(hit) == f"{told}, kept by the cache, 9 left to compute"
    result = run.results()["B"]
    assert (result["preemptions"], result["hit_tokens"], result["rehit_tokens"]) == (1, 0, 4)
    assert result["recomputed_tokens"] == 12 - 4
    assert (totals(run)["hit_tokens"], totals(run)["rehit_tokens"]) == (0, 4)


def test_what_others_had_beside_it_is_none() -> None:
    """B goes with 7 tokens of a block and a half; A has the whole second block by then."""
    asked = [
        Request("A", 0, 12, 5, prefix="p", prefix_len=12),
        Request("B", 0, 9, 2, prefix="p", prefix_len=9),
    ]
    knobs = {"max_num_batched_tokens": 5, "long_prefill_token_threshold": 4}
    run = Run(asked, make_scheduler("vllm", num_blocks=5, block_size=4, **knobs, **FIRST_CHUNK))
    shared, hit = hits_of(run.finish())
    assert (shared.rid, shared.tokens, shared.own_tokens) == ("B", 4, 0)
    assert (hit.rid, hit.tokens, hit.own_tokens) == ("B", 8, 7)
    assert reason(hit).startswith("8 of its 9 tokens are there, 7 of which it had before its pree")
    result = run.results()["B"]
    assert (result["hit_tokens"], result["rehit_tokens"]) == (4 + 1, 7)
    assert result["recomputed_tokens"] == 0


def test_no_preemption_no_rehit() -> None:
    asked = [Request(rid, at, 9, 2, prefix="p", prefix_len=8) for at, rid in enumerate("AB")]
    run = Run(asked, Vllm(9, block_size=4)).finish()
    assert [(hit.tokens, hit.own_tokens) for hit in hits_of(run)] == [(8, 0)]
    assert run.results()["B"]["hit_tokens"] == 8


@settings(max_examples=200)
@given(cases())
def test_what_is_processed_and_what_others_had_are_all_that_is_needed(case: Case) -> None:
    """Every life once, and once more what was lost and not found again."""
    run = Run(case.requests, case.scheduler, max_steps=300).finish()
    if run.status != "finished":
        return
    figures, results = totals(run), run.results()
    needed = sum(request.most_tokens for request in case.requests)
    hits = sum(result["hit_tokens"] for result in results.values())
    assert figures["tokens"] + hits == needed + figures["recomputed_tokens"]
    rehits = sum(result["rehit_tokens"] for result in results.values())
    assert hits + rehits == sum(hit.tokens for hit in hits_of(run))
    assert rehits == sum(hit.own_tokens for hit in hits_of(run))
