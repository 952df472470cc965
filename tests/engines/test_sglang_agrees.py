"""Our SGLang is the naive one on random workloads: schedules, retractions, queues, pages, ratio."""

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from core.request import Request
from core.schedulers import hidden_state_of
from core.schedulers.sglang import SgLang
from core.schedulers.sglang.knobs import NO_CHUNKS, POLICIES
from tests.engines.exact import check_going_back, check_invariants, check_owners
from tests.engines.naive_sglang import NaiveSgLang
from tests.engines.naive_sglang_parts import Asked, Rules
from tests.engines.naive_sglang_parts import Step as Theirs
from tests.engines.seen import Case, Step, steps_of


@st.composite
def cases(draw: st.DrawFn) -> Case:
    page = draw(st.sampled_from([1, 2, 4]))
    asked = tuple(draw(requests_of(f"r{number}")) for number in range(draw(st.integers(1, 7))))
    chunk = draw(st.sampled_from([NO_CHUNKS, page, 2 * page, 7, 16]))
    clip = draw(st.sampled_from([2, 5, 4096]))
    most = max(one.prompt_len + min(one.output_len, clip) for one in asked)
    scheduler = SgLang(
        max(page, draw(st.integers(most - 2, most + 14))),
        max_running_requests=draw(st.integers(1, 4)),
        page_size=page,
        chunked_prefill_size=chunk if chunk == NO_CHUNKS else max(page, chunk),
        max_prefill_tokens=draw(st.integers(1, 20)),
        schedule_policy=draw(st.sampled_from(POLICIES)),
        schedule_conservativeness=draw(st.sampled_from([0.0, 0.3, 1.0, 2.0])),
        enable_mixed_chunk=chunk != NO_CHUNKS and draw(st.booleans()),
        disable_radix_cache=draw(st.booleans()),
        clip_max_new_tokens_estimation=clip,
        random_seed=draw(st.integers(0, 3)),
    )
    return Case(asked, scheduler)


@st.composite
def requests_of(draw: st.DrawFn, rid: str) -> Request:
    ids = tuple(draw(st.lists(st.integers(0, 1), min_size=1, max_size=12)))
    return Request(
        rid,
        draw(st.integers(0, 12)),
        len(ids),
        draw(st.integers(1, 12)),
        prompt_ids=ids,
        output_key=draw(st.sampled_from(["", "same"])),
    )


def naive(case: Case, steps: int) -> tuple[list[Theirs], list[Asked]]:
    """The first `steps` steps of the naive engine, and what became of the requests."""
    knobs = case.scheduler
    assert isinstance(knobs, SgLang)
    asked = [
        Asked(r.rid, r.arrival, r.prompt_ids, r.output_len, r.output_key or r.rid)
        for r in case.possible
    ]
    chunk = knobs.chunked_prefill_size
    rules = Rules(
        knobs.max_total_tokens,
        knobs.page_size,
        knobs.max_running_requests,
        None if chunk == NO_CHUNKS else chunk,
        knobs.max_prefill_tokens,
        knobs.schedule_policy,
        knobs.schedule_conservativeness,
        knobs.enable_mixed_chunk,
        not knobs.disable_radix_cache,
        knobs.clip_max_new_tokens_estimation,
        knobs.random_seed,
    )
    return list(islice(NaiveSgLang(asked, rules).steps(), steps)), asked


@settings(max_examples=600)
@given(cases())
def test_every_step_is_equal(case: Case) -> None:
    agree(case)


def test_prompts_mixed_with_decodes_stand_before_them() -> None:
    """Two finish in one step: the one whose prompt was mixed in is released and evicted first."""
    prompts = [(0, 12, [0]), (4, 6, [0]), (4, 3, [0]), (5, 1, [1, *[0] * 4])]
    prompts += [(4, 1, [0] * 9), (3, 8, [1, *[0] * 10])]
    requests = [
        Request(f"r{at}", arrival, len(ids), output, prompt_ids=tuple(ids))
        for at, (arrival, output, ids) in enumerate(prompts)
    ]
    knobs = SgLang(
        max_total_tokens=30,
        max_running_requests=2,
        chunked_prefill_size=7,
        max_prefill_tokens=1,
        schedule_conservativeness=0.0,
        enable_mixed_chunk=True,
        clip_max_new_tokens_estimation=5,
    )
    case = Case(tuple(requests), knobs)
    agree(case)
    assert case.run().results()["r3"]["hit_tokens"] == 3


def agree(case: Case) -> None:
    """Ours does what the naive one does, step for step."""
    run = case.run()
    ours = [step for step in steps_of(run) if step.has_something]
    theirs, asked = naive(case, len(run.series))
    theirs = [step for step in theirs if step.step <= run.last_step]
    told_steps = [Step(s.step, s.tokens, s.retracted, s.used, s.running, s.waiting) for s in theirs]
    assert ours == [step for step in told_steps if step.has_something]
    left = {
        replica.clock.step: hidden_state_of(case.scheduler, replica) for replica, _ in run.replay()
    }
    for step in theirs:
        assert left[step.step] == {"ratio": step.ratio, "full": step.full}
    results = run.results()
    for one in asked:
        told = results[one.rid]
        mine = (told["first_token"], told["finish"], told["preemptions"])
        assert mine == (one.first_token, one.finish, one.retractions)
        assert (told["state"] == "rejected") == one.aborted
        assert (told["state"] == "finished") == (one.finish is not None)


@settings(max_examples=300)
@given(cases())
def test_the_replica_is_whole_after_every_event(case: Case) -> None:
    check_invariants(case)


@settings(max_examples=100)
@given(cases(), st.data())
def test_going_back_is_exact(case: Case, data: st.DataObject) -> None:
    check_going_back(case, data)


@settings(max_examples=100)
@given(cases())
def test_each_block_has_the_owners_that_hold_it(case: Case) -> None:
    check_owners(case)
