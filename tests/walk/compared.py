"""A moment against what was told: everything that can be seen of both."""

from core.moment import Moment
from core.past import Waited
from tests.walk.told import Told


def check_moment(told: Told, moment: Moment) -> None:
    """Compare with `moment`, which has heard the same."""
    told.check_rows(moment)
    check_held(told, moment)
    check_counts(told, moment)


def check_held(told: Told, moment: Moment) -> None:
    """Who is held, and why."""
    held = moment.held
    at_head = told.held if told.queue and told.held else None
    if at_head is None or told.queue[0].request.rid != at_head[0]:
        assert held is None
        return
    assert held is not None
    assert (held.rid, held.cause) == at_head
    assert held.why or told.begins or told.decided is None or held == told.decided


def check_counts(told: Told, moment: Moment) -> None:
    """How many there are of everything."""
    lives = told.lives.values()
    states = [life.state for life in lives]
    assert moment.preemptions == sum([life.preemptions for life in lives])
    assert moment.finished == states.count("finished")
    assert moment.rejected == states.count("rejected")
    assert moment.cancelled == states.count("cancelled")
    assert moment.held_slots == told.slots()
    assert moment.holding == tuple(life.request.rid for life in told.holding)
    assert moment.tokens == told.processed
    assert list(moment.waited) == [Waited(**life.stay) for life in told.queue]
    assert (moment.free_blocks, moment.cached_blocks) == (len(told.pool.free), 0)
    assert moment.used_blocks + moment.free_blocks == moment.total_blocks
    owners: dict[int, list[str]] = {}
    for life in told.running:
        for block in life.blocks:
            owners.setdefault(block, []).append(life.request.rid)
    assert moment.used_blocks == len(owners)
    for block in range(1, moment.total_blocks + 1):
        rids = owners.get(block, [])
        assert list(moment.owners(block)) == rids
        assert moment.refs(block) == len(rids)
