"""What an engine keeps to itself and goes by in a step: thresholds in force, by their names."""

from collections.abc import Iterator, Mapping

from core.events import Finished
from core.explain import counted
from core.moment import Moment
from core.schedulers.sarathi import Sarathi
from core.schedulers.vllm import Vllm
from core.schedulers.vllm_v0 import VllmV0

WORDS = {
    "threshold": ("token", "of a prompt in a step at most"),
    "watermark": ("block", "left free by an admission"),
}


def engine_state(scheduler: object, moment: Moment) -> Mapping[str, int]:
    """`threshold` and `watermark` of vLLM at a moment, those that are set; 0 is not in force.

    The long-prefill threshold is in tokens, the watermark in blocks. That of vLLM V0 and of Sarathi
    is in force whether anybody runs or not.
    """
    if isinstance(scheduler, VllmV0 | Sarathi):
        return {"watermark": scheduler.spare_blocks} if scheduler.spare_blocks else {}
    if not isinstance(scheduler, Vllm):
        return {}
    state: dict[str, int] = {}
    if scheduler.long_prefill_token_threshold:
        left = sum(isinstance(event, Finished) for event in moment.events)
        there = len(moment.running) + len(moment.waiting) + left
        state["threshold"] = scheduler.threshold_among(there)
    if scheduler.spare_blocks:
        state["watermark"] = scheduler.spare_blocks if moment.running else 0
    return state


def state_words(scheduler: object, moment: Moment) -> Iterator[str]:
    """`threshold: 5 tokens of a prompt in a step at most`; in words where it is not in force."""
    for name, number in engine_state(scheduler, moment).items():
        unit, what = WORDS[name]
        yield f"{name}: {counted(number, unit)} {what}" if number else f"{name}: not in force"
