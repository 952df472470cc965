"""The legal moves of a request, written down once.

mypy is compared with them, and the README shows them.
"""

LEGAL_MOVES = {
    ("Waiting", "admit"): "Prefilling",
    ("Waiting", "reject"): "Rejected",
    ("Prefilling", "hit"): "Prefilling",
    ("Waiting", "cancel"): "Cancelled",
    ("Prefilling", "chunk"): "Prefilling",
    ("Prefilling", "complete"): "Decoding",
    ("Prefilling", "preempt"): "Preempted",
    ("Prefilling", "discard"): "Preempted",
    ("Prefilling", "swap_out"): "Preempted",
    ("Prefilling", "cancel"): "Cancelled",
    ("Decoding", "pause"): "Decoding",
    ("Decoding", "resume"): "Decoding",
    ("Decoding", "preempt"): "Preempted",
    ("Decoding", "discard"): "Preempted",
    ("Decoding", "swap_out"): "Preempted",
    ("Decoding", "finish"): "Finished",
    ("Decoding", "give_up"): "Rejected",
    ("Decoding", "cancel"): "Cancelled",
    ("Preempted", "admit"): "Prefilling",
    ("Preempted", "swap_in"): "Decoding",
    ("Preempted", "cancel"): "Cancelled",
}
"""(state, move) -> the next state. Every other pair of a state and a move is a type error."""

GROUPS = {
    "Queued": ("Waiting", "Preempted"),
    "Running": ("Prefilling", "Decoding"),
    "Ended": ("Finished", "Rejected", "Cancelled"),
}
"""The types of the containers a state can be in."""

STATES = ("Waiting", "Prefilling", "Decoding", "Preempted", "Finished", "Rejected", "Cancelled")
MOVES = (
    *("admit", "reject", "hit", "chunk", "complete", "pause", "resume", "preempt"),
    *("discard", "swap_out", "swap_in", "finish", "give_up", "cancel"),
)


def diagram() -> str:
    """The moves as the README's picture: mermaid, which also reads as text."""
    ways: dict[tuple[str, str], list[str]] = {}
    for (state, move), after in LEGAL_MOVES.items():
        ways.setdefault((state, after), []).append(move)
    arrows = [f"    {one} --> {after}: {', '.join(moves)}" for (one, after), moves in ways.items()]
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
