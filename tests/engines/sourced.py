"""Random workloads on engines that were read from source, and their naive twins to compare with."""

from dataclasses import dataclass

from hypothesis import strategies as st

from core.request import Request
from core.run import Run
from core.schedulers import Scheduler
from core.schedulers.nano_vllm import NanoVllm
from core.schedulers.orca import Orca
from core.schedulers.sarathi import Sarathi
from core.schedulers.vllm_v0 import VllmV0
from tests.engines.naive_engines import NaiveNano, NaiveOrca, NaiveSarathi, NaiveVllmV0
from tests.engines.naive_sourced import Asked, NaiveEngine, Rules, Seen

MOST = 400
"""Of a run that has no end so many steps are compared."""


@dataclass(frozen=True)
class Case:
    """A workload on an engine, and what its naive twin has to know of the knobs."""

    requests: tuple[Request, ...]
    scheduler: Scheduler
    naive: type[NaiveEngine]
    rules: Rules


@st.composite
def cases(draw: st.DrawFn, engine: str) -> Case:
    """Small pools, slots and budgets, so that all of them are short as a rule."""
    requests = tuple(
        Request(
            f"r{n}", draw(st.integers(0, 12)), draw(st.integers(1, 14)), draw(st.integers(1, 9))
        )
        for n in range(draw(st.integers(1, 8)))
    )
    size, slots = draw(st.sampled_from([1, 2, 4])), draw(st.integers(1, 4))
    most = max(-(-one.most_tokens // size) for one in requests)
    blocks = draw(st.integers(max(1, most - 1), most + 6))
    budget = draw(st.integers(slots, 24))
    watermark = draw(st.sampled_from([0.0, 0.2, 0.4]))
    spare = int(watermark * blocks)
    match engine:
        case "vllm-v0":
            budget = max(budget, draw(st.sampled_from([slots, 22])))
            made: Scheduler = VllmV0(
                blocks,
                max_num_seqs=slots,
                max_num_batched_tokens=budget,
                block_size=size,
                watermark=watermark,
            )
            return Case(requests, made, NaiveVllmV0, Rules(slots, budget, size, blocks, spare))
        case "sarathi":
            made = Sarathi(
                blocks,
                max_num_seqs=slots,
                chunk_size=budget,
                block_size=size,
                watermark=watermark,
            )
            return Case(requests, made, NaiveSarathi, Rules(slots, budget, size, blocks, spare))
        case "nano-vllm":
            made = NanoVllm(
                blocks,
                max_num_seqs=slots,
                max_num_batched_tokens=budget,
                kvcache_block_size=size,
            )
            return Case(requests, made, NaiveNano, Rules(slots, budget, size, blocks))
        case _:
            n_slots = draw(st.none() | st.integers(8, 50))
            static = draw(st.booleans())
            made = Orca(slots, n_slots=n_slots, scheduling="request" if static else "iteration")
            return Case(requests, made, NaiveOrca, Rules(slots, 0, 1, n_slots or 0, 0, static))


ENGINES = ("vllm-v0", "sarathi", "nano-vllm", "orca")


def naive_steps(case: Case) -> tuple[list[Seen], list[Asked], NaiveEngine]:
    asked = [
        Asked(r.rid, r.arrival, r.prompt_len, r.output_len, r.priority, r.tenant)
        for r in case.requests
    ]
    engine = case.naive(asked, case.rules)
    steps: list[Seen] = []
    for step in engine.steps():
        steps.append(step)
        if len(steps) == MOST:
            break
    return steps, asked, engine


def ours(run: Run) -> list[Seen]:
    """The same of a run of ours: schedules from its records, the rest from the replica itself."""
    records = list(run.records())
    return [
        Seen(
            record.step,
            record.scheduled,
            [*record.preempted],
            [state.request.rid for state in replica.running.values()],
            [queued.request.rid for queued in replica.queue],
            {s.request.rid: [*replica.memory.table(n)] for n, s in replica.running.items()},
            [*replica.memory.free_ids()],
            replica.slots_taken,
        )
        for record, replica in zip(records, run.at_work(), strict=True)
    ]


def check_results(run: Run, asked: list[Asked]) -> None:
    results = run.results()
    for one in asked:
        result = results[one.rid]
        gaps = [b - a for a, b in zip(one.sent_at, one.sent_at[1:], strict=False)]
        assert result["emitted_tokens"] == one.sent
        assert result["finish"] == one.finish
        assert result["first_token"] == (one.sent_at[0] if one.sent_at else None)
        assert result["preemptions"] == one.preemptions
        assert result["recomputed_tokens"] == one.recomputed
        assert result["longest_gap"] == max(gaps, default=0)
        assert result["unserved"] == one.unserved
        assert {cause: n for cause, n in result["waited"].items() if n} == one.waited
        assert (result["state"] == "rejected") == one.rejected


def compare(case: Case) -> None:
    steps, asked, engine = naive_steps(case)
    run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
    assert ours(run) == steps
    if len(steps) < MOST:
        assert run.status == engine.status
    check_results(run, asked)
