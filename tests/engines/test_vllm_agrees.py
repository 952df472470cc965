"""Our vLLM is the naive one on random workloads: schedules, queues, blocks, free list, contents."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from core.policies import VICTIMS
from core.request import Request
from core.run import Run
from core.schedulers.vllm import Vllm
from core.schedulers.vllm.versions import VERSIONS
from core.study.conform import conform
from core.workload.recordings import RecordedStep, Recording
from tests.engines.naive_asked import Asked, Step
from tests.engines.naive_policies import naive_order, naive_victim
from tests.engines.naive_vllm import NaiveVllm, Rules


@dataclass(frozen=True)
class Case:
    """A workload on a version of vLLM."""

    requests: tuple[Request, ...]
    scheduler: Vllm


@st.composite
def cases(draw: st.DrawFn) -> Case:
    size = draw(st.sampled_from([1, 2, 4]))
    version = draw(st.sampled_from([*VERSIONS.values()]))
    requests = tuple(draw(requests_of(f"r{number}")) for number in range(draw(st.integers(1, 7))))
    most = max(-(-one.most_tokens // size) for one in requests)
    return Case(
        requests,
        Vllm(
            draw(st.integers(most, most + 6)),
            block_size=size,
            max_num_seqs=draw(st.integers(1, 4)),
            max_num_batched_tokens=draw(st.integers(1, 16)),
            policy=draw(st.sampled_from(["fcfs", "priority"])),
            enable_prefix_caching=draw(st.booleans()),
            reserve_full_isl=draw(st.booleans()),
            watermark=draw(st.sampled_from([0.0, 0.2])),
            long_prefill_token_threshold=draw(st.sampled_from([0, 3])),
            version=version,
            one_stamp=draw(st.booleans()),
            victim=draw(st.sampled_from([None, None, *VICTIMS])),
        ),
    )


@st.composite
def requests_of(draw: st.DrawFn, rid: str) -> Request:
    ids = tuple(draw(st.lists(st.integers(0, 1), min_size=1, max_size=10)))
    request = Request(
        rid,
        draw(st.integers(0, 8)),
        len(ids),
        draw(st.integers(1, 9)),
        priority=draw(st.integers(0, 2)),
        output_key=draw(st.sampled_from(["", "same"])),
    )
    match draw(st.sampled_from(["ids", "hash ids", "prefix"])):
        case "ids":
            return replace(request, prompt_ids=ids)
        case "prefix":
            told = draw(st.integers(1, len(ids)))
            return replace(request, prefix="p", prefix_len=told)
        case _:
            size = draw(st.integers(1, 5))
            told = draw(st.integers(1, -(-len(ids) // size)))
            return replace(request, hash_ids=ids[:told], hash_block_size=size)


def prompt_of(request: Request) -> list[Hashable]:
    """Its tokens, equal where they are known to be; of its own where nothing is known."""
    own: list[Hashable] = [(request.rid, at) for at in range(request.prompt_len)]
    size = request.hash_block_size or 1
    cut = [(size, each) for each in request.hash_ids for _ in range(size)][: request.prompt_len]
    prefix: list[Hashable] = [request.prefix] * request.prefix_len
    told = cut or request.prompt_ids or prefix
    return [*told, *own[len(told) :]]


def rules_of(knobs: Vllm) -> Rules:
    """The rules of the naive engine for the same knobs and version."""
    version = knobs.version
    return Rules(
        knobs.max_num_seqs,
        knobs.max_num_batched_tokens,
        knobs.block_size,
        knobs.num_blocks,
        by_priority=knobs.policy == "priority",
        reserve_full_isl=knobs.reserve_full_isl and version.has_full_isl,
        watermark=knobs.watermark if version.has_watermark else 0.0,
        threshold=knobs.long_prefill_token_threshold,
        caching=knobs.enable_prefix_caching,
        freed_to_front=version.frees_to_front,
        alone_has_no_threshold=version.spares_alone,
        cursor_always_back=version.keeps_cursor,
        goes_on_without_asker=version.goes_on,
        chunked=knobs.enable_chunked_prefill,
        one_stamp=knobs.one_stamp,
        victim=naive_victim(knobs.victim),
        order=naive_order(knobs),
        overtakes=knobs.max_overtakes or 0,
        static="static" in (knobs.admission or ()),
        whole_life="whole_life" in (knobs.admission or ()),
    )


def naive(case: Case) -> tuple[list[Step], list[Asked]]:
    """What the naive engine does, and what became of the requests."""
    asked = [
        Asked(
            one.rid,
            one.arrival,
            prompt_of(one),
            one.output_len,
            one.priority,
            one.output_key or one.rid,
            one.tenant,
        )
        for one in case.requests
    ]
    steps: list[Step] = []
    for step in NaiveVllm(asked, rules_of(case.scheduler)).steps():
        steps.append(step)
        if len(steps) == MOST:
            break
    return steps, asked


MOST = 300
"""Of a run that goes round for ever, as first chunks can, so many steps are compared."""


def told(step: Step) -> RecordedStep:
    return {
        "step": step.step,
        "scheduled": step.scheduled,
        "preempted": step.preempted,
        "running": step.running,
        "waiting": step.waiting,
        "blocks_used": step.used,
        "blocks": step.blocks,
        "computed": step.computed,
        "tokens": step.tokens,
        "free": step.free,
        "hashed": step.hashed,
    }


def agree(case: Case) -> None:
    """The naive engine does the same in every step."""
    steps, asked = naive(case)
    results = {
        one.rid: {
            "first_token": one.first_token,
            "finish": one.finish,
            "preemptions": one.preemptions,
        }
        for one in asked
    }
    ended = len(steps) < MOST
    recorded = tuple(map(told, steps))
    recording = Recording(
        "random", "vllm", case.requests, case.scheduler, recorded, results, has_idle_steps=False
    )
    if not ended:
        recording = Recording(
            "random", "vllm", case.requests, case.scheduler, recorded, None, has_idle_steps=False
        )
    assert conform(recording).difference is None


@settings(max_examples=400)
@given(cases())
def test_every_step_is_equal(case: Case) -> None:
    agree(case)


@settings(max_examples=60)
@given(cases(), st.data())
def test_going_back_is_exact(case: Case, data: st.DataObject) -> None:
    run = Run(case.requests, case.scheduler, max_steps=200).finish()
    for _ in range(4):
        step = data.draw(st.integers(0, run.last_step))
        here = run.at(step)
        event = data.draw(st.integers(0, here.event))
        there = run.at(step, event)
        fresh = Run(case.requests, case.scheduler, max_steps=200).at(step, event)
        assert there.events == fresh.events == here.events[:event]
        assert [*there.running] == [*fresh.running]
        assert [*there.waiting] == [*fresh.waiting]
        assert (there.free, there.cached_blocks) == (fresh.free, fresh.cached_blocks)


@settings(max_examples=60)
@given(cases())
def test_each_block_has_the_owners_that_hold_it(case: Case) -> None:
    run = Run(case.requests, case.scheduler, max_steps=200).finish()
    for step in range(run.last_step + 1):
        for event in range(run.at(step).event + 1):
            moment = run.at(step, event)
            blocks = range(1, moment.total_blocks + 1)
            owned = {block for block in blocks if moment.owners(block)}
            assert owned.isdisjoint(moment.free)
            assert len(owned) + len(moment.free) == moment.total_blocks
            assert moment.used_blocks + moment.cached_blocks + moment.free_blocks == len(blocks)
            assert all(moment.refs(block) == len(moment.owners(block)) for block in owned)
