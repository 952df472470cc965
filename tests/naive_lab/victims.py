"""Who goes when somebody must."""

from tests.naive_lab.records import Life
from tests.naive_lab.state import Lab


def is_guarded(lab: Lab, life: Life) -> bool:
    """Whether it has sent too few tokens since it came in."""
    return life.emitted_since < lab.knobs.victim_guard


def victim_for_blocks(lab: Lab) -> Life:
    """Of all that run, asker included; the guarded only if nobody else is there."""
    free = [life for life in lab.running if not is_guarded(lab, life)]
    return first_to_go(lab, free or lab.running)


def first_to_go(lab: Lab, pool: list[Life]) -> Life:
    """The one of which the victim rule counts least; of equals the one admitted last."""
    least = min(count(lab, life) for life in pool)
    return [life for life in pool if count(lab, life) == least][-1]


def count(lab: Lab, life: Life) -> int:
    """What the victim rule counts: whoever has the least of it goes."""
    place = lab.running.index(life)
    return {
        "latest_admitted": -place,
        "earliest_admitted": place,
        "largest_cache": -life.computed,
        "least_computed": life.computed,
        "fewest_output_tokens": life.emitted,
        "lowest_priority": -life.ask.priority,
    }[lab.knobs.victim]
