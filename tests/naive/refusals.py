"""Every call the brief refuses, checked before the first step."""

from collections.abc import Sequence

from tests.naive.records import Asked, Settings


def refuse_bad_settings(settings: Settings) -> None:
    """Refuse counts that are no ints from 1 on, half a paging, a budget below the slots."""
    check_count("max_running", settings.max_running, 1)
    for name in ("block_size", "num_blocks", "token_budget"):
        value = getattr(settings, name)
        if value is not None:
            check_count(name, value, 1)
    if (settings.block_size is None) != (settings.num_blocks is None):
        raise ValueError(
            "block_size and num_blocks go together, "
            f"got {settings.block_size} and {settings.num_blocks}"
        )
    budget = settings.token_budget
    if budget is not None and budget < settings.max_running:
        raise ValueError(f"token_budget {budget} is below max_running {settings.max_running}")


def refuse_bad_requests(asks: Sequence[Asked]) -> None:
    """Each request has a text rid of its own, an arrival from 0 on and lengths from 1 on."""
    seen: list[str] = []
    for place, ask in enumerate(asks):
        for name in ("rid", "arrival", "prompt_len", "output_len"):
            if not hasattr(ask, name):
                raise TypeError(f"request number {place} has no {name}: {ask!r}")
        if not isinstance(ask.rid, str):
            raise TypeError(f"request number {place}: rid must be a str, got {ask.rid!r}")
        check_count(f"request {ask.rid!r}: arrival", ask.arrival, 0)
        check_count(f"request {ask.rid!r}: prompt_len", ask.prompt_len, 1)
        check_count(f"request {ask.rid!r}: output_len", ask.output_len, 1)
        if ask.rid in seen:
            raise ValueError(f"request {ask.rid!r}: rid used twice, again by number {place}")
        seen.append(ask.rid)


def refuse_too_large(asks: Sequence[Asked], settings: Settings) -> None:
    """Refuse the whole call for a request that could never fit, even alone."""
    for ask in asks:
        if not settings.fits_alone(ask):
            needed = settings.blocks_for(ask.prompt_len + ask.output_len - 1)
            raise ValueError(
                f"request {ask.rid!r} needs {needed} blocks, there are {settings.num_blocks}"
            )


def refuse_bad_log(log: object) -> None:
    """Refuse a log that is neither a list nor absent."""
    if log is not None and not isinstance(log, list):
        raise TypeError(f"log must be a list, got {log!r}")


def check_count(name: str, value: object, least: int) -> None:
    """Refuse what is no int, as a bool or a float is none here, or is too small."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int, got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
