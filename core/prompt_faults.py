"""What can be wrong with what a request says of its prompt: in one of three ways, or in none."""

from collections.abc import Iterator

from core.request import MOST, MOST_IDS, MOST_TOKENS, Fault, Request, count_fault

LEAST_HASH, MOST_HASH = -(2**63), 2**64 - 1
"""What 64 bits hold, with a sign or without: hashes of traces are of either kind."""


def prompt_faults(request: Request) -> Iterator[Fault]:
    """Everything wrong with it; it is said by a prefix, by token ids or by hash ids."""
    yield from _prefix_faults(request)
    yield from _ids_faults(request)
    yield from _hash_faults(request)


def _prefix_faults(request: Request) -> Iterator[Fault]:
    """A prefix has a name and a length, not beyond the prompt."""
    prefix: object = request.prefix
    prompt_len: object = request.prompt_len
    if prefix is not None and not isinstance(prefix, str):
        yield Fault("prefix", f"prefix must be a string, not {prefix!r}", TypeError)
    if fault := count_fault("prefix_len", request.prefix_len, 0, MOST_TOKENS):
        yield fault
    elif (prefix is None) != (request.prefix_len == 0):
        missing = "prefix" if prefix is None else "prefix_len"
        yield Fault(missing, "prefix and prefix_len go together: what is shared, and how much")
    elif isinstance(prompt_len, int) and request.prefix_len > max(0, prompt_len):
        most = f"prefix_len must be at most prompt_len ({prompt_len})"
        yield Fault("prefix_len", f"{most}, not {request.prefix_len}")


def _ids_faults(request: Request) -> Iterator[Fault]:
    """Token ids are integers, one for each token of the prompt, in the place of a prefix."""
    ids: object = request.prompt_ids
    if not isinstance(ids, tuple):
        yield Fault("prompt_ids", "prompt_ids must be a tuple of token ids", TypeError)
    elif not ids:
        return
    elif request.prefix is not None:
        yield Fault("prompt_ids", "give either prompt_ids or a prefix: both say what is shared")
    elif len(ids) > MOST_IDS:
        yield Fault("prompt_ids", f"prompt_ids are {len(ids):,}: at most {MOST_IDS:,} are read")
    elif not all(type(each) is int for each in ids):
        yield Fault("prompt_ids", "prompt_ids must be integers, one for each token", TypeError)
    elif not all(0 <= each <= MOST for each in ids):
        yield Fault("prompt_ids", f"prompt_ids must be between 0 and {MOST:,}")
    elif len(ids) != request.prompt_len:
        said = f"prompt_ids are {len(ids):,}, and prompt_len is {request.prompt_len}"
        yield Fault("prompt_ids", said)


def _hash_faults(request: Request) -> Iterator[Fault]:
    """Hash ids are integers, one for each block of the prompt or fewer, and say how large that is.

    The last of as many as there can be stands for a block that the prompt fills in part.
    """
    ids: object = request.hash_ids
    size: object = request.hash_block_size
    if size is not None and (fault := count_fault("hash_block_size", size, 1, MOST_TOKENS)):
        yield fault
    elif not isinstance(ids, tuple):
        yield Fault("hash_ids", "hash_ids must be a tuple of block ids", TypeError)
    elif bool(ids) != (size is not None):
        missing = "hash_block_size" if ids else "hash_ids"
        together = "hash_ids and hash_block_size go together: ids, and the tokens of each"
        yield Fault(missing, together)
    elif ids and (request.prefix is not None or request.prompt_ids):
        other = "a prefix" if request.prefix is not None else "prompt_ids"
        yield Fault("hash_ids", f"give either hash_ids or {other}: both say what is shared")
    elif len(ids) > MOST_IDS:
        yield Fault("hash_ids", f"hash_ids are {len(ids):,}: at most {MOST_IDS:,} are read")
    elif not all(type(each) is int for each in ids):
        yield Fault("hash_ids", "hash_ids must be integers, one for each block", TypeError)
    elif ids and not LEAST_HASH <= min(ids) <= max(ids) <= MOST_HASH:
        yield Fault("hash_ids", "hash_ids must be integers of at most 64 bits")
    elif isinstance(size, int):
        yield from _past_the_prompt(ids, size, request.prompt_len)


def _past_the_prompt(ids: tuple[int, ...], size: int, prompt_len: object) -> Iterator[Fault]:
    blocks = -(-prompt_len // size) if isinstance(prompt_len, int) else len(ids)
    if len(ids) > max(0, blocks):
        most = f"prompt_len {prompt_len} has {blocks:,} blocks of {size:,} tokens"
        yield Fault("hash_ids", f"hash_ids are {len(ids):,}, and {most}: some are past the prompt")


def is_plainly_said(request: Request) -> bool:
    """Whether there is plainly nothing wrong: with hash ids, or with nothing said at all."""
    prefix_len = request.prefix_len
    if request.prefix is not None or type(prefix_len) is not int or prefix_len:
        return False
    if request.prompt_ids != ():
        return False
    ids, size = request.hash_ids, request.hash_block_size
    if size is None:
        return ids == ()
    return (
        type(size) is int
        and type(ids) is tuple
        and {*map(type, ids)} == {int}
        and LEAST_HASH <= min(ids) <= max(ids) <= MOST_HASH
        and size > 0
        and (len(ids) - 1) * size < request.prompt_len
        and len(ids) <= MOST_IDS
    )
