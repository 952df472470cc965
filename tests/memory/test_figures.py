"""Reserved, used and stranded: the definitions of lessons 40, 41 and 50, counted again by hand."""

from core import MemoryModel, Request, Run
from core.footprint import Footprint
from core.metrics import totals
from core.moment import Moment
from core.schedulers.driftwood import Driftwood
from tests.memory.jobs import piece_jobs, sharing_jobs
from tests.walk.driven import Job

PROMPTS = [Request(f"r{n}", 0, prompt, 1) for n, prompt in enumerate((50, 2000, 30, 40), 1)]
SIZE, TOKEN = 8_000_000, 1000
"""Bytes."""


def at_work(run: Run, step: int) -> Moment:
    """The moment after the work of `step`, before anybody leaves."""
    kinds = [event.kind for event in run.at(step).events]
    return run.at(step, kinds.index("ran") + 1)


def test_lesson_40_a_reservation_strands_what_is_not_used() -> None:
    memory = MemoryModel("contiguous", SIZE, TOKEN, reserved_tokens=2000)
    found = at_work(Run(PROMPTS, Driftwood(4, memory=memory)), 0).footprint
    assert (found.reserved_bytes, found.used_bytes) == (8_000_000, 2_120_000)
    assert (found.stranded_bytes, found.memory_bytes) == (5_880_000, 8_000_000)


def test_lessons_41_and_50_blocks_strand_the_rest_of_the_last() -> None:
    for size, blocks, reserved, memory_bytes in (
        (16, 134, 2_144_000, 2_152_576),
        (256, 11, 2_816_000, 2_816_704),
    ):
        memory = MemoryModel(None, SIZE, TOKEN, table_bytes_per_block=64)
        scheduler = Driftwood(4, size, memory=memory)
        assert scheduler.new_memory().total_blocks == 8000 // size
        run = Run(PROMPTS, scheduler)
        found = at_work(run, 0).footprint
        assert (found.blocks, found.reserved_bytes) == (blocks, reserved)
        assert found.memory_bytes == memory_bytes
        assert totals(run.finish())["max_memory_bytes"] == memory_bytes
        assert totals(run)["max_stranded_bytes"] == reserved - 2_120_000


def test_without_a_limit_what_is_reserved_is_what_is_used() -> None:
    run = Run(PROMPTS, Driftwood(4, memory=MemoryModel(bytes_per_token=1000)))
    found = at_work(run, 0).footprint
    assert (found.used_bytes, found.stranded_bytes, found.memory_bytes) == (2_120_000, 0, 2_120_000)


def test_without_bytes_there_are_tokens_alone() -> None:
    run = Run(PROMPTS, Driftwood(4, 16, 500))
    found = at_work(run, 0).footprint
    assert (found.reserved_tokens, found.used_tokens, found.stranded_tokens) == (2144, 2120, 24)
    assert found.reserved_bytes is found.used_bytes is found.stranded_bytes is None
    assert found.memory_bytes is None
    assert "max_memory_bytes" not in totals(run.finish())


def counted(moment: Moment) -> Footprint:
    """Place by place: what somebody owns, and what is in it."""
    ids = range(1, moment.total_blocks + 1)
    reserved = sum(moment.refs(block) > 0 for block in ids)
    filled = 0
    for block in ids:
        rows = [row for row in moment.running if block in row.blocks]
        size = moment.block_size
        rests = {row.computed_tokens - row.blocks.index(block) * size for row in rows}
        levels = {max(0, min(size, rest)) for rest in rests}
        assert len(levels) <= 1, "owners of a block agree what is in it"
        assert moment.filled(block) == max(levels, default=0)
        filled += max(levels, default=0)
    return Footprint(reserved * moment.block_size, filled, reserved)


def test_the_figures_of_any_moment_are_those_counted_place_by_place() -> None:
    jobs: list[Job] = [*piece_jobs(311, 12), *sharing_jobs(311, 25)]
    for job in jobs:
        run = job.run().finish()
        for step in run.series.step[:12]:
            for event in range(len(run.at(step).events) + 1):
                moment = run.at(step, event)
                assert moment.footprint == counted(moment)
