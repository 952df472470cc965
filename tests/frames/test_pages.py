"""The pages that are not a moment: the list of scenarios, and the help."""

from tests.recorded import Snapshot
from tests.tui.runs import preemption
from tui.view.choices import Entry, choices_lines
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


def test_one_that_cannot_be_opened(snapshot: Snapshot) -> None:
    rows = choices_lines(ENTRIES, 0, "cases/x.toml:3: num_blocks must be at least 1", 60, 16)
    snapshot.assert_match(text_of([row.line for row in rows]), "list.txt")


def test_the_help(snapshot: Snapshot) -> None:
    snapshot.assert_match(text_of(help_lines(Film(preemption()), 90)), "help.txt")
