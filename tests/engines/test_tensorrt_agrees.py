"""Our TensorRT-LLM is the naive one on random workloads: schedules, pauses, queues, blocks."""

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from core.request import Request
from core.schedulers.tensorrt import TensorRtLlm
from core.schedulers.tensorrt.knobs import POLICIES
from tests.engines.exact import check_going_back, check_invariants, check_owners
from tests.engines.naive_tensorrt import Asked, NaiveTensorRt, Rules
from tests.engines.seen import Case, Step, steps_of


@st.composite
def cases(draw: st.DrawFn) -> Case:
    size = draw(st.sampled_from([1, 2, 4]))
    asked = tuple(draw(requests_of(f"r{number}")) for number in range(draw(st.integers(1, 7))))
    most = max(one.prompt_len + one.output_len for one in asked)
    scheduler = TensorRtLlm(
        draw(st.integers(max(1, most - 2), most + 12)),
        max_batch_size=draw(st.integers(1, 4)),
        max_num_tokens=draw(st.integers(size, 16)),
        tokens_per_block=size,
        capacity_scheduler_policy=draw(st.sampled_from(POLICIES)),
        enable_chunked_prefill=draw(st.booleans()),
    )
    return Case(asked, scheduler)


@st.composite
def requests_of(draw: st.DrawFn, rid: str) -> Request:
    lengths = draw(st.integers(1, 12)), draw(st.integers(1, 9))
    return Request(rid, draw(st.integers(0, 8)), *lengths)


def naive(case: Case, steps: int) -> tuple[list[Step], list[Asked]]:
    """The first `steps` steps of the naive engine, and what became of the requests."""
    knobs = case.scheduler
    assert isinstance(knobs, TensorRtLlm)
    asked = [Asked(r.rid, r.arrival, r.prompt_len, r.output_len) for r in case.possible]
    rules = Rules(
        knobs.capacity_scheduler_policy,
        -(-knobs.max_tokens // knobs.tokens_per_block),
        knobs.tokens_per_block,
        knobs.max_batch_size,
        knobs.max_num_tokens,
        knobs.enable_chunked_prefill,
    )
    seen = islice(NaiveTensorRt(asked, rules).steps(), steps)
    return [
        Step(s.step, s.tokens, s.paused, s.used, sorted(s.started), s.waiting) for s in seen
    ], asked


@settings(max_examples=600)
@given(cases())
def test_every_step_is_equal(case: Case) -> None:
    agree(case)


def agree(case: Case) -> None:
    """Ours does what the naive one does, step for step."""
    run = case.run()
    ours = [step for step in steps_of(run) if step.has_something]
    theirs, asked = naive(case, len(ours))
    assert ours == theirs
    results = run.results()
    for one in asked:
        told = results[one.rid]
        mine = (told["first_token"], told["finish"], told["preemptions"])
        assert mine == (one.first_token, one.finish, one.pauses)
    assert run.status in {"finished", "stalled"}


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
