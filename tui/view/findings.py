"""The pane of findings: what is wrong with the run, with its evidence, and where to look."""

from collections.abc import Iterator

from core.findings import Finding
from tui.view.box import MARGIN, Pane
from tui.view.clean import clean
from tui.view.lines import Line, Row, Span, Target, restyled, wrapped
from tui.view.scene import Scene
from tui.view.table import window

INDENT = 2


def findings_pane(scene: Scene, width: int, height: int) -> Pane:
    """The findings, the gravest first; enter goes to the moment of the one picked."""
    found, inner = scene.known.findings, width - MARGIN
    if not found:
        looked = scene.known.looked
        text = f"looking: {looked:.0%} of the steps" if looked < 1 else "nothing found"
        return Pane("Findings", [Row((Span(text, "label"),))])
    rows: list[Row] = []
    at = 0
    for number, each in enumerate(found):
        at = len(rows) if number == scene.attention.line else at
        rows += _rows(scene, number, each, inner)
    shown = window(len(rows), height - 2, at + height // 2 - 2 if at else 0)
    note = shown.note or "enter goes there"
    return Pane(f"Findings {len(found):,}", rows[shown.start : shown.end], note)


def _rows(scene: Scene, number: int, found: Finding, width: int) -> Iterator[Row]:
    target = Target("finding", found.rids[0] if found.rids else "", number)
    picked = number == scene.attention.line
    for line in _lines(found, width):
        yield Row(restyled(line, "row"), target, "row") if picked else Row(line, target)


def _lines(found: Finding, width: int) -> Iterator[Line]:
    kind, jump = found.kind.replace("_", " "), found.jump
    said = wrapped(f"{kind}: {clean(found.title)}", max(8, width - INDENT))
    for at, text in enumerate(said):
        if at == 0:
            cut = min(len(kind) + 1, len(text))
            yield (Span(text[:cut], "warn"), Span(text[cut:]))
        else:
            yield (Span(" " * INDENT), Span(text))
    numbers = ", ".join(
        f"{name.replace('_', ' ')} {_number(value)}" for name, value in found.numbers.items()
    )
    evidence = f"at {jump.step:,}.{jump.event}" + (f"; {numbers}" if numbers else "")
    for text in wrapped(evidence, max(8, width - INDENT)):
        yield (Span(" " * INDENT), Span(text, "label"))


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
