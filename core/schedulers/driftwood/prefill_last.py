"""Running where prompts go last: while anybody decodes they get nothing."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from core import events
from core.replica import Replica

Run: TypeAlias = Callable[[Replica], Iterator[events.Event]]


def prefill_last(replica: Replica, run: Run) -> Iterator[events.Event]:
    """Decoding requests run alone, one token each; prompts as they `run` when nobody decodes."""
    decoding = replica.decoding
    if decoding:
        yield replica.close_tick(decoding)
    else:
        yield from run(replica)
