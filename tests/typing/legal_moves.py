"""The legal moves of a request, written down once.

mypy is compared with them, and the README shows them.
"""

LEGAL_MOVES = {
    ("Waiting", "admit"): "Prefilling",
    ("Waiting", "reject"): "Rejected",
    ("Prefilling", "hit"): "Prefilling",
    ("Prefilling", "chunk"): "Prefilling",
    ("Prefilling", "complete"): "Decoding",
    ("Prefilling", "preempt"): "Preempted",
    ("Decoding", "preempt"): "Preempted",
    ("Decoding", "finish"): "Finished",
    ("Preempted", "admit"): "Prefilling",
}
"""(state, move) -> the next state. Every other pair of a state and a move is a type error."""

GROUPS = {
    "Queued": ("Waiting", "Preempted"),
    "Running": ("Prefilling", "Decoding"),
    "Ended": ("Finished", "Rejected"),
}
"""The types of the containers a state can be in."""

STATES = ("Waiting", "Prefilling", "Decoding", "Preempted", "Finished", "Rejected")
MOVES = ("admit", "reject", "hit", "chunk", "complete", "preempt", "finish")


def diagram() -> str:
    """The moves as the README's picture: mermaid, which also reads as text."""
    arrows = [f"    {state} --> {after}: {move}" for (state, move), after in LEGAL_MOVES.items()]
    ends = [f"    {state} --> [*]" for state in GROUPS["Ended"]]
    return "\n".join(
        ["```mermaid", "stateDiagram-v2", "    [*] --> Waiting", *arrows, *ends, "```"]
    )


def table() -> str:
    """Every pair as the README's table: the next state, or nothing where mypy refuses."""
    rows = [("", *(f"`{move}`" for move in MOVES))]
    rows += [(state, *(LEGAL_MOVES.get((state, move), "") for move in MOVES)) for state in STATES]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))
    return "\n".join(f"| {' | '.join(map(str.ljust, row, widths))} |" for row in rows)
