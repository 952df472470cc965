"""What a run came to, for people."""

from collections.abc import Iterator, Mapping

from core import Run
from core.explain import counted
from core.metrics import CAUSES, PERCENTILES, Totals, is_timed
from core.naming import percent, portion
from core.results import Result
from core.workload import Scenario, TraceReport
from tui.commands.figures import milliseconds, number
from tui.commands.scheduler_words import capacity_words, scheduler_line
from tui.view.clean import clean, clean_rid
from tui.view.knobs import slots_of
from tui.view.memory import places

MOST_REJECTED = 5
ITL_RANKS = ("mean", "p50", "p99")


def summary(
    scenario: Scenario, run: Run, results: Mapping[str, Result], figures: Totals
) -> Iterator[str]:
    """The title, how it was run and how it ended, then a line for each group of figures."""
    yield clean(scenario.title)
    yield f"  {scheduler_line(scenario)}"
    yield from (f"  {words}" for words in capacity_words(scenario))
    yield f"  {run.status}: {clean(run.reason)}"
    if scenario.variants:
        names = ", ".join(map(clean, scenario.variants))
        yield f"  variants, with --variant NAME: {names}"
    if scenario.report is not None:
        yield from _trace(scenario.report)
    if scenario.clock_note:
        yield f"  {scenario.clock_note}"
    yield ""
    yield _fact("steps", f"{number(figures['steps'])} executed, the last is {run.last_step:,}")
    yield _fact("requests", _requests(figures))
    yield from _rejected(scenario, results)
    yield _fact("tokens", _tokens(figures))
    yield _fact("preempted", _preempted(figures))
    yield from _waited(figures)
    yield _fact("running", _level(figures, "running", slots_of(scenario.scheduler)))
    memory = scenario.scheduler.new_memory()
    yield _fact(places(memory.unit), _blocks(memory.total_blocks, figures))
    yield from _memory(figures)
    yield _fact("waiting", _level(figures, "waiting"))
    yield from _slots(figures)
    yield from _times(run, figures)


def _trace(report: TraceReport) -> Iterator[str]:
    """What was read, an example for each kind of broken row, and a warning if most are."""
    yield f"  {clean(str(report))}"
    yield from (f"    {clean(example)}" for example in report.example_lines)
    yield from (f"  {words}" for words in report.said)
    if report.warning:
        yield f"  Warning: {report.warning}"


def _fact(name: str, words: str) -> str:
    return f"{name:<10} {words}"


def _requests(figures: Totals) -> str:
    every, finished, rejected = (figures[key] for key in ("requests", "finished", "rejected"))
    cancelled = figures["cancelled"]
    gone = f", {number(cancelled)} cancelled" if cancelled else ""
    left = every - finished - rejected - cancelled
    unended = f", {number(left)} not ended" if left else ""
    return (
        f"{number(every)}: {number(finished)} finished, {number(rejected)} rejected{gone}{unended}"
    )


def _rejected(scenario: Scenario, results: Mapping[str, Result]) -> Iterator[str]:
    rejected = [r for r in scenario.requests if results[r.rid]["state"] == "rejected"]
    for request in rejected[:MOST_REJECTED]:
        name, origin = clean_rid(request.rid), scenario.origins.of(request.rid)
        name += "" if origin is None else f" ({clean(str(origin))})"
        yield _fact("", f"{name} {scenario.scheduler.never_fits(request)}")
    if len(rejected) > MOST_REJECTED:
        yield _fact("", f"… and {len(rejected) - MOST_REJECTED:,} more")


def _tokens(figures: Totals) -> str:
    return f"{number(figures['tokens'])} processed, {number(figures['emitted_tokens'])} sent"


def _preempted(figures: Totals) -> str:
    times = counted(int(figures["preemptions"]), "time")
    lost = counted(int(figures["recomputed_tokens"]), "computed token")
    thrown = int(figures["discarded_tokens"])
    again = f"; {counted(thrown, 'sent token')} thrown away" if thrown else ""
    share = percent(figures["recomputed_share"], 1)
    return f"{times}; {lost} to redo, {share} of all processed{again}"


def _waited(figures: Totals) -> Iterator[str]:
    waited = {cause: figures[f"waited_{cause}"] for cause in CAUSES}
    causes = ", ".join(f"{cause} {number(steps)}" for cause, steps in waited.items() if steps)
    if causes:
        yield _fact("waited", f"for {causes} (steps, over all requests)")
    if unserved := int(figures["unserved"]):
        yield _fact("unserved", f"{counted(unserved, 'step')} admitted but without a token")


def _level(figures: Totals, name: str, limit: object = None) -> str:
    of = f" of {limit:,}" if isinstance(limit, int) else ""
    return f"mean {number(figures[f'mean_{name}'])}, most {number(figures[f'max_{name}'])}{of}"


def _blocks(total: int, figures: Totals) -> str:
    return _level(figures, "blocks", total) if total else "memory without a limit"


def _memory(figures: Totals) -> Iterator[str]:
    """What it came to in bytes, and what sharing has saved; nothing where neither is known."""
    if "max_memory_bytes" in figures:
        most = {name: number(figures[f"max_{name}_bytes"]) for name in ("reserved", "used")}
        stranded = number(figures["max_stranded_bytes"])
        words = f"most {most['reserved']} bytes reserved, {most['used']} used, {stranded} stranded"
        yield _fact("memory", f"{words}; {number(figures['max_memory_bytes'])} with block tables")
    if "hit_tokens" in figures:
        hits = counted(int(figures["hit_tokens"]), "token")
        again = counted(int(figures["rehit_tokens"]), "own token")
        rehits = f"; {again} found again after preemptions" if figures["rehit_tokens"] else ""
        yield _fact("shared", f"{hits} found in blocks that held them, not computed{rehits}")


def _slots(figures: Totals) -> Iterator[str]:
    """What became of the slots; nothing where nobody held one."""
    if "utilisation" not in figures:
        return
    held, useful, idle = (figures[f"{name}_slot_steps"] for name in ("held", "useful", "idle"))
    counts = f"{number(held)} slot-steps held, {number(useful)} useful, {number(idle)} idle"
    yield _fact("slots", f"{counts}: utilisation {_share(figures['utilisation'])}")
    if idle:
        real, rate = figures["real_demand"], figures["tokens_per_slot_step"]
        demand = f"occupancy {_share(figures['occupancy'])}, real demand {_share(real)}"
        yield _fact("", f"{demand}, {_share(rate)} tokens sent a slot-step")
    if "fairness_of_tokens" in figures:
        tokens, turns = figures["fairness_of_tokens"], figures["fairness_of_turns"]
        shares = f"{_share(tokens)} in tokens sent, {_share(turns)} in turns"
        yield _fact("fairness", f"{shares} (Jain's index over tenants)")


def _share(figure: float) -> str:
    return portion(figure, 2)


def _times(run: Run, figures: Totals) -> Iterator[str]:
    unit = "ms" if is_timed(run) else "steps"
    if "duration_ms" in figures:
        rate = f"{number(figures['tokens_per_s'])} tokens sent a second"
        yield _fact("time", f"{milliseconds(figures['duration_ms'])}, {rate}")
    elif figures["steps"]:
        yield _fact("rate", f"{_share(figures['tokens_per_step'])} tokens sent a step")
    if f"ttft_{unit}_p50" in figures:
        ranks = _ranks(figures, f"ttft_{unit}")
        clock = "" if is_timed(run) else " (there is no clock)"
        yield _fact("TTFT", f"{ranks} {unit}{clock}, longest gap {_steps(figures)}")
    if "queue_wait_ms_p50" in figures:
        yield _fact("queue", f"{_ranks(figures, 'queue_wait_ms')} ms until admitted")
    if "itl_ms_p50" in figures:
        yield _fact("ITL", _gaps(figures))
    if f"tpot_{unit}_p50" in figures:
        yield _fact("TPOT", f"{_ranks(figures, f'tpot_{unit}')} {unit} a token, of each request")


def _ranks(figures: Totals, name: str) -> str:
    return ", ".join(f"p{p} {number(figures[f'{name}_p{p}'])}" for p in PERCENTILES)


def _gaps(figures: Totals) -> str:
    ranks = ", ".join(f"{rank} {number(figures[f'itl_ms_{rank}'])}" for rank in ITL_RANKS)
    longest, stall = (number(figures[name]) for name in ("longest_gap_ms", "worst_stall_ms"))
    return f"{ranks} ms, longest gap {longest} ms, worst stall {stall} ms"


def _steps(figures: Totals) -> str:
    return counted(int(figures["longest_gap"]), "step")
