"""Which gap between two tokens ended with the first decode of a stay among the running.

Mostly there is none to tell apart: a decode follows a token in the step before. Only one that was
swapped in, or whose prompt was done in a step in which decodes stood still, has to wait.
"""

from bisect import bisect_left

from core.lifecycle import Decoding
from core.past import Resumed
from core.replica.journal import Journal


def pause_of(state: Decoding, tick: int, stalls: Journal[int]) -> Resumed | None:
    """The gap before the first decode of `state`, which ends, or is looked at, after tick `tick`.

    `stalls` are the steps in which decodes stood still. None if there is no such gap, or no decode.
    """
    if tick <= state.since:
        return None
    following, entry = state.completed + 1, bisect_left(stalls, state.completed + 1)
    while entry < len(stalls) and stalls[entry] == following:
        following, entry = following + 1, entry + 1
    rid, earlier = state.request.rid, state.prefilling.earlier
    if state.was_swapped_in:
        assert earlier.last_token is not None
        return Resumed(rid, earlier.last_token, following)
    stood = bisect_left(stalls, state.completed)
    if stood < len(stalls) and stalls[stood] == state.completed:
        return Resumed(rid, state.completed, following)
    return None
