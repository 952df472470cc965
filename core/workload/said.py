"""What a row of a trace says beside its time and its lengths, as far as that can be right."""

from typing import NamedTuple

from core.prompt_faults import LEAST_HASH, MOST_HASH
from core.request import MOST, MOST_IDS
from core.workload.formats.rows import UNTOLD, Row, Told


class Said(NamedTuple):
    """The token ids of a prompt, or its hash ids and the tokens of each; nothing is said by ().

    What it is told of whose it is comes with it.
    """

    prompt_ids: tuple[int, ...] = ()
    hash_ids: tuple[int, ...] = ()
    hash_block_size: int | None = None
    told: Told = UNTOLD


NOTHING = Said()
NO_IDS = "they are not a list of whole numbers"
TOO_MANY = f"there are more than {MOST_IDS:,}"
NO_TOKENS = "they are not one for each token of the prompt"


def said_of(row: Row, hash_block_size: int) -> Said | str:
    """What `row` says, its hash ids cut at `hash_block_size`; or why its ids cannot be used.

    There is a hash id for each full block of the prompt, and perhaps one for what is left.
    """
    if row.prompt_ids is not None:
        ids = _ids(row.prompt_ids, 0, MOST)
        if isinstance(ids, str):
            return ids
        return Said(ids, told=row.told) if len(ids) == row.prompt_len else NO_TOKENS
    if row.hash_ids is None:
        return NOTHING if row.told is UNTOLD else without_ids(row)
    ids = _ids(row.hash_ids, LEAST_HASH, MOST_HASH)
    if isinstance(ids, str):
        return ids
    full, left = divmod(row.prompt_len, hash_block_size)
    if not full <= len(ids) <= full + (left > 0):
        return f"they are not one for each {hash_block_size:,} tokens of the prompt"
    return Said((), ids, hash_block_size, row.told) if ids else without_ids(row)


def without_ids(row: Row) -> Said:
    """What it says where nothing is known of its prompt's tokens."""
    return NOTHING if row.told is UNTOLD else Said(told=row.told)


def _ids(found: object, least: int, most: int) -> tuple[int, ...] | str:
    if not isinstance(found, list) or not {*map(type, found)} <= {int}:
        return NO_IDS
    if found and not least <= min(found) <= max(found) <= most:
        return NO_IDS
    return tuple(found) if len(found) <= MOST_IDS else TOO_MANY
