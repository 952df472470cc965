"""The run beside the one that is shown: where the two part, in a line under the header."""

from typing import NamedTuple

from core.events import Event, Ran
from core.naming import visible
from core.study import Divergence, Side
from tui.keys import KeyTable
from tui.view.clean import clean
from tui.view.lines import Line, Span, both_ends, fit, width_of

KEYS = (("parted", "where they part"), ("other", "the other"), ("columns", "both"))


class Against(NamedTuple):
    """The run shown, called `own`, beside `other`; `parted` is where they part, as far as known.

    Its sides are in this order. `share` of their steps were compared, 1 if they all are. `first`
    says whether the run shown stands at the left where both are.
    """

    own: str
    other: str
    parted: Divergence | None
    share: float
    first: bool = True


def against_line(against: Against, step: int, table: KeyTable, width: int) -> Line:
    """How the two stand to each other, seen from `step`, with the keys that lead on."""
    start = (
        Span(f" {clean(against.own)}", "accent"),
        Span(f" against {clean(against.other)}: ", "label"),
        Span(_words(against, step), "warn" if against.parted else "label"),
    )
    never = against.parted is None and against.share >= 1
    hints = KEYS[never:]  # the first leads to where they part
    for shown in range(len(hints), 0, -1):
        keys = [span for hint in hints[:shown] for span in _hint(*hint, table)]
        if width_of((*start, *keys)) < width:
            return both_ends(start, keys, width)
    return fit(start, width)


def _hint(binding: str, does: str, table: KeyTable) -> tuple[Span, ...]:
    key = table.of(binding).first
    return (Span(f" {key}", "key"), Span(f" {does} ", "label")) if key else ()


def _words(against: Against, step: int) -> str:
    parted = against.parted
    if parted is None:
        done = against.share >= 1
        return (
            "the same in every step" if done else f"the same so far, {against.share:.0%} compared"
        )
    if step < parted.step:
        return f"the same here, they part in step {parted.step:,}"
    if step > parted.step:
        return f"they parted in step {parted.step:,}"
    own, other = map(_side, parted.sides)
    return f"part here: {own}, there {other}"


def _side(side: Side) -> str:
    if side.event is not None:
        return told(side.event)
    return "does nothing more" if side.executed else "does nothing"


def told(event: Event) -> str:
    """An event in two words: `preempted B`."""
    kind = event.kind.replace("_", " ")
    return kind if isinstance(event, Ran) else clean(f"{kind} {visible(event.rid)}")
