"""The pages that are not a moment: the list of scenarios, and the help."""

from core import Request, Run, make_scheduler
from core.metrics import Totals, totals
from tests.recorded import Snapshot
from tests.tui.runs import preemption
from tui.view.choices import Entry, choices_lines
from tui.view.figures import Figures, figures_lines, figures_of
from tui.view.help import help_lines
from tui.view.lines import Line
from tui.view.scene import Film

ENTRIES = [
    Entry("brief", "Continuous batching", "C takes the slot that B leaves."),
    Entry("brief", "Preemption: B makes room for A", "A needs a third block and none is free."),
    Entry("cases", "Two victims in one step", "One victim is not enough. " * 12),
]


def text_of(lines: list[Line]) -> str:
    """Lines as a snapshot."""
    return "".join(f"{''.join(span.text for span in line).rstrip()}\n" for line in lines)


def test_the_list_of_scenarios(snapshot: Snapshot) -> None:
    rows = choices_lines(ENTRIES, 2, "", 80, 24)
    snapshot.assert_match(text_of([row.line for row in rows]), "list.txt")


def test_one_with_many_variants(snapshot: Snapshot) -> None:
    names = [f"variant number {n}" for n in range(1, 9)]
    entry = Entry("lessons", "44 · A lesson", "A long note. " * 60, names)
    rows = choices_lines([entry], 0, "", 80, 24, 6)
    snapshot.assert_match(text_of([row.line for row in rows]), "list.txt")


def test_one_that_cannot_be_opened(snapshot: Snapshot) -> None:
    rows = choices_lines(ENTRIES, 0, "cases/x.toml:3: num_blocks must be at least 1", 60, 16)
    snapshot.assert_match(text_of([row.line for row in rows]), "list.txt")


def test_the_help(snapshot: Snapshot) -> None:
    """Without the terms, which the glossary tests: every new word would change it."""
    text = text_of(help_lines(Film(preemption()), 90))
    begin, _, rest = text.partition("\nWords\n")
    terms, rules, end = rest.partition("\nThe rules of one step")
    assert "\nFigures\n" in terms
    snapshot.assert_match(f"{begin}{rules}{end}", "help.txt")


def some(steps: int) -> Figures:
    """A few figures of a run, made up: every new one would change a page of a real run."""
    whole: Totals = {"steps": steps, "recomputed_share": 1 / 3, "ttft_steps_p99": 1_234.5}
    return Figures(whole, {"Tenant x[/]": {"turns": 2, "rejected": 0, "utilisation": 1.0}})


def test_the_figures(snapshot: Snapshot) -> None:
    snapshot.assert_match(text_of(figures_lines([some(6)], [], 100)), "figures.txt")


def test_the_figures_of_two_runs(snapshot: Snapshot) -> None:
    runs = [some(6), Figures({"steps": 12}, {})]
    text = text_of(figures_lines(runs, ["base", "three slots and more"], 60))
    snapshot.assert_match(text, "figures.txt")


def test_the_figures_are_those_of_the_run() -> None:
    requests = [Request("a", 0, 1, 3, tenant="t"), Request("b", 0, 1, 1, priority=1)]
    run = Run(requests, make_scheduler("driftwood", max_running=1)).finish()
    told = figures_of(run)
    assert told.whole == totals(run)
    groups = ["Tenant t", "Tenant (none)", "Priority 0", "Priority 1"]
    assert list(told.groups) == groups
    assert [told.groups[name]["emitted_tokens"] for name in groups] == [3, 1, 3, 1]


def test_of_very_many_tenants_some_are_shown() -> None:
    requests = [Request(f"r{n}", 0, 1, 1, tenant=f"t{n:02}") for n in range(23)]
    run = Run(requests, make_scheduler("driftwood", max_running=30)).finish()
    text = text_of(figures_lines([figures_of(run)], [], 100))
    assert "Tenant t19" in text
    assert "Tenant t20" not in text
    assert text.endswith("… and 3 more: driftwood run --json has them\n")
