"""What was found in blocks and what of it is gone, in words."""

from collections import Counter

from core.events import Evicted, Hit
from core.naming import counted, visible

MOST_NAMED = 3
"""Owners of contents that are named; more are counted."""


def hit_words(event: Hit) -> str:
    """How much of what it knows is there, in whose blocks, and what is left."""
    found = f"{event.tokens:,} of its {counted(event.known_tokens, 'token')} are there{_own(event)}"
    left = f"{event.known_tokens - event.tokens:,} left to compute"
    blocks = counted(len(event.blocks), "block")
    if event.from_cache:
        kept = "kept by the cache" if event.from_cache == len(event.blocks) else ""
        kept = kept or f"{event.from_cache:,} of them kept by the cache"
        return f"{found}: hits {blocks}, {kept}, {left}"
    return f"{found}: shares {blocks}, {left}"


def _own(event: Hit) -> str:
    """Which of the tokens it only finds again."""
    if not event.own_tokens:
        return ""
    part = "all of which" if event.own_tokens == event.tokens else f"{event.own_tokens:,} of which"
    return f", {part} it had before its preemption"


def evicted_words(event: Evicted) -> str:
    """Whose contents are gone."""
    owners = Counter(owner for _, _, owner in event.evictions)
    takers, blocks = len({*event.numbers}), f"{len(event.blocks):,} blocks"
    blocks = blocks if len(event.blocks) > 1 else f"block {event.blocks[0]}"
    takes = f"takes {blocks}" if takers == 1 else f"{takers:,} requests take {blocks}"
    named = [f"{visible(owner)} ({blocks:,})" for owner, blocks in [*owners.items()][:MOST_NAMED]]
    named = named if len(owners) > 1 else [visible(owner) for owner in owners]
    more = [f"{len(owners) - MOST_NAMED:,} more"] if len(owners) > MOST_NAMED else []
    return f"{takes}, which kept what {', '.join([*named, *more])} had computed"
