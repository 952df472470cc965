"""What an engine keeps to itself and goes by in a step: thresholds in force, by their names."""

from collections.abc import Iterator, Mapping

from core.events import Finished
from core.explain import counted
from core.moment import Moment
from core.schedulers.vllm import Vllm

WORDS = {
    "threshold": ("token", " of a prompt in a step at most"),
    "watermark": ("block", " left free by an admission"),
    "ratio": ("", " of the tokens that each may still send are taken to be needed"),
    "full": ("", "; while it is, nobody that waits is asked whether they fit"),
    "reserved": ("block", " kept free for those that run, to their completion"),
}
LIMITS = frozenset({"threshold", "watermark"})
"""Those of which 0 means that there is none."""


def engine_state(scheduler: object, moment: Moment) -> Mapping[str, float]:
    """What an engine goes by at a moment that no list or block shows; 0 is not in force.

    The long-prefill threshold of vLLM is in tokens, its watermark in blocks. Other engines name
    their own.
    """
    if not isinstance(scheduler, Vllm):
        return moment.hidden_state(scheduler)
    state: dict[str, float] = {}
    if scheduler.long_prefill_token_threshold:
        left = sum(isinstance(event, Finished) for event in moment.events)
        there = len(moment.running) + len(moment.waiting) + left
        state["threshold"] = scheduler.threshold_among(there)
    if scheduler.spare_blocks:
        state["watermark"] = scheduler.spare_blocks if moment.running else 0
    return state


def number_text(name: str, number: float) -> str:
    """`12`, `0.6832`, and `off` for a limit that is not in force."""
    if not number and name in LIMITS:
        return "off"
    if name == "full":
        return "yes" if number else "no"
    return f"{number:,}" if isinstance(number, int) else f"{number:.4f}"


def state_words(scheduler: object, moment: Moment) -> Iterator[str]:
    """`threshold: 5 tokens of a prompt in a step at most`; in words where it is not in force."""
    for name, number in engine_state(scheduler, moment).items():
        unit, what = WORDS[name]
        text = number_text(name, number)
        if isinstance(number, int) and text not in {"off", "yes", "no"}:
            text = counted(number, unit)
        yield f"{name}: not in force" if text == "off" else f"{name}: {text}{what}"
