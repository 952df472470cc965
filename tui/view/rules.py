"""The rules of the scheduler that runs, as the docstrings of its phases tell them."""

import inspect
from collections.abc import Iterator, Mapping

from core.events import Event, Preempted
from core.policies import knob_words, queue_rule_in_force, rule_in_force
from core.policies.admission import GATES
from tui.view.clean import clean
from tui.view.scene import Scene

UNTOLD = frozenset(
    {
        *("hidden_state", "remembered", "new_memory", "step", "waiting_queue"),
        *("threshold_among", "urgency", "spare_now"),  # parts of threshold, makes_room, required
    }
)
ROOM = ("running", "makes_room")
"""Phases of vLLM's in which somebody is preempted, by its own rule if no policy is given."""
ASKED = ("admit", "waiting")
"""Phases in which those that wait are asked."""
PHASES: Mapping[str, tuple[str, ...]] = {
    "rejected": ("never_fits",),
    "grew": ("grow", "running", "tokens", "decode"),
    "preempted": ("grow", "running", "capacity", "decode"),
    "admitted": ("admit", "waiting", "capacity", "prefill"),
    "hit": ("admit", "waiting", "prefill"),
    "evicted": ("grow", "running", "decode"),
    "held": ("admit", "waiting", "capacity", "prefill"),
    "chunk": ("run", "running", "tokens", "execute"),
    "first_token": ("run", "running", "tokens", "execute"),
    "ran": ("run", "running", "tokens", "execute"),
    "finished": ("finish",),
    "cancelled": ("arrive",),
}
"""The phase that each kind of event happens in, as engines call it: the first that there is.

The capacity is that of the policy which the knob `capacity_scheduler_policy` names.
"""


def rules_of(scheduler: object) -> Iterator[tuple[str, str]]:
    """Each phase of `scheduler` by name, with its rule, in the order of its code."""
    for name, rule in rules_of_kind(type(scheduler)):
        yield name, rule + _more(name, scheduler)


def rules_of_kind(kind: type) -> Iterator[tuple[str, str]]:
    """Each phase of the schedulers of a class, with its rule, in the order of its code."""
    for name, method in vars(kind).items():
        if inspect.isfunction(method) and not name.startswith("_") and name not in UNTOLD:
            told = inspect.getdoc(method)
            if told:
                yield name, _paragraph(told)


def rule_of(scene: Scene) -> tuple[str, str] | None:
    """The phase of the last event seen, and its rule; None where the scheduler does not tell.

    What is otherwise here than the rule says comes first: the rest may have no room.
    """
    if not scene.moment.events:
        return None
    scheduler = scene.run.scheduler
    told = dict(rules_of_kind(type(scheduler)))
    phase = phase_of(scene.moment.events[-1], scheduler)
    return (phase, f"{_more(phase, scheduler)} {told[phase]}".strip()) if phase in told else None


def phase_of(event: Event, scheduler: object) -> str:
    """The phase of `scheduler` in which `event` happened; "" where it has none of that name.

    Room for a head that is more urgent is made at admission.
    """
    if isinstance(event, Preempted) and event.urgent_for is not None:
        return "admit"
    capacity: object = getattr(scheduler, "capacity_scheduler_policy", "")
    names = [
        str(capacity).lower() if name == "capacity" else name for name in PHASES.get(event.kind, ())
    ]
    return next((name for name in names if hasattr(type(scheduler), name)), "")


def _more(phase: str, scheduler: object) -> str:
    """What is otherwise in `phase` of `scheduler` than its rule says."""
    if phase == "grow" or (phase in ROOM and getattr(scheduler, "victim", None) is not None):
        return _victim(scheduler)
    return _admission(scheduler) if phase in ASKED else ""


def _gates(scheduler: object) -> str:
    """Which gates let a request in here, if other ones than the rule says."""
    gates: object = getattr(scheduler, "admission", None)
    if gates is None or gates == GATES[0]:
        return ""
    return clean(f" Here the admission is {knob_words(gates)}.")


def _victim(scheduler: object) -> str:
    """What is otherwise here than the rule says, if another victim policy is in force."""
    rule = rule_in_force(scheduler)
    if rule.is_default:
        return ""
    return clean(f" Here another victim policy is in force, {rule.name}: {rule.order}.")


def _admission(scheduler: object) -> str:
    """What is otherwise here than the rule says: the gates, and who is next."""
    return _gates(scheduler) + _queue(scheduler)


def _queue(scheduler: object) -> str:
    """Who is next here, and who makes room for it, if another order is in force."""
    queue, victim = queue_rule_in_force(scheduler), rule_in_force(scheduler)
    if queue.is_default:
        return ""
    words = f" Here another queue order is in force, {queue.name}: {queue.first}."
    if getattr(scheduler, "preempt_for_urgent", None):
        words += f" Those less urgent make room for a head that is held: {victim.order}."
    return clean(words)


def _paragraph(told: str) -> str:
    """A docstring as one line of words, without the marks around its names."""
    return " ".join(
        clean(part.strip()) for part in told.replace("`", "").split("\n") if part.strip()
    )
