"""Every senseless choice about the queue is refused, with the reason."""

import pytest

from core.schedulers import make_scheduler
from core.schedulers.driftwood import Driftwood

NEEDS = 'needs queue = "'


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"queue": "prioritty"}, "there is no queue order 'prioritty'; did you mean priority?"),
        ({"queue": "x.py:f"}, "queue names code, 'x.py:f': only --queue loads a file"),
        ({"queue": 3}, "queue must be the name of an order or a function, not 3"),
        ({"aging": 3}, f'aging {NEEDS}priority", not "fcfs"'),
        ({"queue": "priority", "aging": 0}, "aging must be more than 0"),
        ({"queue": "priority", "aging": True}, "aging must be a number, not True"),
        ({"queue": "priority", "weights": {"a": 1}}, f'weights {NEEDS}round_robin", not'),
        ({"queue": "round_robin", "weights": {}}, "weights must name a tenant"),
        ({"queue": "round_robin", "weights": 3}, "weights must be a table of tenants"),
        ({"queue": "round_robin", "weights": {"a": 0}}, "the weight of 'a' must be at least 1"),
        ({"queue": "round_robin", "weights": {3: 1}}, "weights must name tenants, not 3"),
        ({"queue": "skip_ahead"}, "skip_ahead needs max_overtakes, a bound on being passed"),
        ({"queue": "skip_ahead", "max_overtakes": 0}, "max_overtakes must be at least 1, not 0"),
        ({"queue": "skip_ahead", "max_overtakes": 2}, "skip_ahead needs a memory with a limit"),
        ({"max_overtakes": 2}, f'max_overtakes {NEEDS}skip_ahead", not "fcfs"'),
        ({"preempt_for_urgent": True}, f'preempt_for_urgent {NEEDS}priority", not "fcfs"'),
        ({"queue": "priority", "preempt_for_urgent": 1}, "must be true or false, not 1"),
        ({"queue": len, "aging": 3}, "an order of your own has its key alone"),
        ({"victim": "largest_cache"}, "else nobody is preempted"),
        (
            {"queue": "priority", "admission": "static", "block_size": 4, "num_blocks": 4},
            "admission static needs queue fcfs or skip_ahead where somebody may be preempted",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(knobs: dict[str, object], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=r".") as refused:
        make_scheduler("driftwood", max_running=2, **knobs)
    assert said in str(refused.value)


def test_the_knobs_table_is_the_schedulers_own() -> None:
    weights = {"a": 2}
    scheduler = Driftwood(1, queue="round_robin", weights=weights)
    weights["a"] = 9
    assert scheduler.weights == {"a": 2}
    assert hash(scheduler) == hash(Driftwood(1, queue="round_robin", weights={"a": 2}))
