"""Every figure that is told has a definition, and no definition is of nothing."""

from collections.abc import Iterator

from core import MemoryModel, Request, Run, make_scheduler
from core.cost import Cost
from core.metrics import METRICS, definition_of, of_priorities, of_tenants, request_figures, totals
from core.metrics.definitions import OF_ANYBODY, OF_REQUESTS, OF_RUNS, RANKED, RANKS

REQUESTS = [Request("A", 0, 6, 4, tenant="a"), Request("B", 0, 4, 5, tenant="b", priority=1)]


def some_runs() -> Iterator[Run]:
    for cost in (None, Cost(20.0)):
        scheduler = make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4)
        yield Run(REQUESTS, scheduler, cost=cost).finish()
    memory = MemoryModel(bytes=64, bytes_per_token=4)
    knobs = {"max_running": 3, "block_size": 4, "prefix_sharing": True}
    yield Run(REQUESTS, make_scheduler("driftwood", **knobs, memory=memory)).finish()


def family(name: str) -> str:
    """The name without its rank."""
    whole = next((name.removesuffix(r) for r in RANKS if name.endswith(r)), name)
    return whole if whole in RANKED else name


def test_a_run_has_what_is_defined_and_nothing_else() -> None:
    told = {family(name) for run in some_runs() for name in totals(run)}
    assert told == {*OF_RUNS, *OF_ANYBODY}


def test_a_group_has_what_is_defined_and_nothing_else() -> None:
    runs = list(some_runs())
    for each in (of_tenants, of_priorities):
        told = {family(name) for run in runs for group in each(run).values() for name in group}
        assert told == {*OF_ANYBODY}


def test_what_a_request_has_is_defined() -> None:
    for run in some_runs():
        results = run.results()
        figures = request_figures(run, results)
        told = {name for one in results.values() for name in one}
        told |= {name for one in figures.values() for name in one._fields}
        assert told <= {*METRICS}
        assert set(OF_REQUESTS) - told <= {"arrival", "arrival_ms", "finish_ms"}


def test_a_percentile_is_defined_by_its_family() -> None:
    assert definition_of("itl_ms_p99") == f"{METRICS['itl_ms']}; what 99 of 100 do not exceed"
    assert definition_of("itl_ms") == METRICS["itl_ms"]
    assert definition_of("steps_p99") is None
    assert definition_of("itl_ms_p98") is None
