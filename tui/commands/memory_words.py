"""What the memory comes to at a moment: reserved, used, stranded; and which blocks are shared."""

from collections.abc import Iterator, Mapping

from core.footprint import BYTES, TOKENS
from core.moment import Moment
from core.naming import visible
from tui.commands.block_ranges import Range, ranges
from tui.view.memory import memory_words

MOST_SHARED = 12
"""Groups of owners that are shown."""


def memory_document(moment: Moment) -> Mapping[str, object]:
    """Every figure of the memory; bytes are null where a token has none."""
    return {name: getattr(moment.footprint, name) for name in (*TOKENS, *BYTES)}


def memory_lines(moment: Moment) -> list[str]:
    """A sentence, where blocks have bytes or lie in one address space."""
    words = memory_words(moment)
    return [words] if words else []


def shared_rows(moment: Moment) -> Iterator[tuple[str, str]]:
    """Blocks with several owners, by who these are."""
    if not moment.is_shared:
        return
    groups: dict[tuple[str, ...], list[int]] = {}
    for block in sorted({block for row in moment.running for block in row.blocks}):
        if moment.refs(block) > 1:
            groups.setdefault(moment.owners(block), []).append(block)
    for owners, blocks in list(groups.items())[:MOST_SHARED]:
        names = " ".join(map(visible, owners))
        listed = " ".join(map(_range, ranges(blocks)))
        yield "shared", f"{listed}, {len(owners)} owners: {names}"
    if len(groups) > MOST_SHARED:
        yield "shared", f"… {len(groups) - MOST_SHARED:,} more groups of owners"


def cached_rows(moment: Moment) -> Iterator[tuple[str, str]]:
    """Cached blocks, by whose content they keep."""
    groups: dict[str, list[int]] = {}
    for block, owner in cached_content(moment).items():
        groups.setdefault(owner, []).append(block)
    for owner, blocks in list(groups.items())[:MOST_SHARED]:
        yield "cached", f"{' '.join(map(_range, ranges(blocks)))}, computed by {visible(owner)}"
    if len(groups) > MOST_SHARED:
        yield "cached", f"… {len(groups) - MOST_SHARED:,} more owners"


def cached_content(moment: Moment) -> dict[int, str]:
    """Who computed what each cached block keeps, in the order they will be taken."""
    return {block: moment.content(block) or "" for block in moment.cached}


def _range(each: Range) -> str:
    return f"{each.first}" if each.first == each.last else f"{each.first}–{each.last}"
