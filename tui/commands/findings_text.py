"""What was found in a run, for people: each finding with the command that opens its moment."""

from collections.abc import Iterator

from core.findings import KINDS, Search
from tui.commands.asked import Asked
from tui.commands.opening import opening
from tui.view.clean import clean

WIDTH = max(map(len, KINDS))


def findings_text(asked: Asked, search: Search) -> Iterator[str]:
    """A title, and two lines for each finding; what was not looked at stands behind them."""
    found = search.findings
    yield "Findings" if found else "Findings: none"
    for each in found:
        yield f"{each.kind:<{WIDTH}}  {clean(each.title)}"
        yield f"{'':<{WIDTH}}  {opening(asked, each.jump)}"
    yield from (f"({sentence})" for sentence in search.skipped())
