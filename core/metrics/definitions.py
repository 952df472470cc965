"""What every figure is, in words: defined here and nowhere else.

Counted over executed steps (a jumped gap has none), at the end of a step's work, before anybody
leaves. Figures that nothing supports (the time to first token where nobody has one, a share of
nothing) are left out. Of a tenant or a priority a figure is that of its requests, in the steps and
the time of the whole run. The names are those of `driftwood run --json` and of `[expect]`.
"""

from collections.abc import Iterable, Mapping

from core.lifecycle import Cause

CAUSES: tuple[Cause, ...] = ("slots", "blocks", "budget", "turn")
PERCENTILES = (50, 90, 99)

OF_RUNS: Mapping[str, str] = {
    "steps": "steps that were executed; a jumped gap has none",
    "last_step": "the number of the last executed step",
    "tokens": "tokens processed: of prompts, of rebuilds, and one for each decode",
    "recomputed_share": "recomputed tokens as a part of all tokens processed",
    "hit_tokens": "tokens found in blocks that others had filled, and not computed",
    "rehit_tokens": "own re-hits: tokens that a preemption took and found again in blocks that "
    "still held them; not computed again, and no hit_tokens",
    "mean_running": "requests that run, on average over the steps",
    "max_running": "the most requests that ran in a step",
    "mean_blocks": "blocks owned, on average over the steps",
    "max_blocks": "the most blocks that were owned in a step",
    "mean_waiting": "requests that wait, on average over the steps",
    "max_waiting": "the most requests that waited in a step",
    "max_reserved_bytes": "the most bytes reserved in a step: places for tokens that somebody owns",
    "max_used_bytes": "the most bytes of resident KV entries in a step",
    "max_stranded_bytes": "the most bytes that were reserved and not used in a step",
    "max_memory_bytes": "the most bytes reserved in a step, with the entries of block tables",
    "duration_ms": "from the first arrival to the end of the last step",
    "fairness_of_tokens": "Jain's index over the tenants of the tokens sent for each: the square "
    "of the sum over n times the sum of the squares; 1 if all of n have the same, 1/n if one has "
    "everything",
    "fairness_of_turns": "Jain's index over the tenants of their turns",
}
"""Figures that only a run as a whole has."""

OF_ANYBODY: Mapping[str, str] = {
    "requests": "requests of the workload",
    "finished": "requests that have sent all their tokens",
    "rejected": "requests that could never run, even alone, and were refused",
    "cancelled": "requests whose clients left before the end",
    "emitted_tokens": "tokens sent to the clients, also those that were thrown away later",
    "tokens_per_s": "tokens sent, over the time from the first arrival to the end of the last step",
    "tokens_per_step": "tokens sent, over the executed steps",
    "turns": "admissions: how often a request was given a slot, also after a preemption",
    "preemptions": "how often a running request lost its slot and blocks",
    "recomputed_tokens": "computed tokens that preemptions threw away, to be computed again; those "
    "that a prefix cache still had are not (rehit_tokens)",
    "discarded_tokens": "sent tokens that preemptions threw away, to be sent once more; the lost "
    "tokens of a scheduler that discards progress",
    "waited_slots": "steps in the queue as its head, held for a slot",
    "waited_blocks": "steps in the queue as its head, held for blocks",
    "waited_budget": "steps in the queue as its head, held for the token budget",
    "waited_turn": "steps in the queue behind somebody",
    "unserved": "steps in which an admitted request got no tokens",
    "longest_gap": "the most steps between two tokens of one request",
    "held_slot_steps": "slot-steps held: one for each step and request that holds a slot",
    "useful_slot_steps": "slot-steps held in which the request processed a token",
    "idle_slot_steps": "slot-steps held and not useful; an empty slot is not idle",
    "utilisation": "useful slot-steps over held ones",
    "occupancy": "slots held on average: held slot-steps over steps",
    "real_demand": "slots at work on average: useful slot-steps over steps",
    "tokens_per_slot_step": "tokens sent over held slot-steps",
    "ttft_ms": "TTFT, the time to first token: from the arrival to the end of the step of the "
    "first token ever; an arrival given as a step happens when that step starts",
    "ttft_steps": "TTFT where there is no clock: steps, that of the arrival and that of the first "
    "token both counted",
    "queue_wait_ms": "from the arrival to the start of the step of the first admission",
    "queue_wait_steps": "the step of the first admission less the step of the arrival",
    "itl_ms": "ITL, inter-token latency: the time between two tokens of one request, that is a gap",
    "tpot_ms": "TPOT, time per output token: from a request's first token to its last, over its "
    "tokens less one; of those that have sent two",
    "tpot_steps": "TPOT where there is no clock: steps from the first token to the last, over the "
    "tokens less one",
    "e2e_ms": "end-to-end latency: from the arrival to the end of the step of the last token, of "
    "those that finished",
    "e2e_steps": "end-to-end latency where there is no clock: steps, that of the arrival and that "
    "of the last token both counted",
    "longest_gap_ms": "the longest time between two tokens of one request",
    "worst_stall_ms": "the largest stall of a gap: the gap less what the step that ended it would "
    "have cost without its prefill tokens",
}
"""Figures that a run has, and a tenant or a priority of it."""

OF_REQUESTS: Mapping[str, str] = {
    "state": "waiting, prefilling, decoding, preempted, finished, rejected or cancelled",
    "arrival": "the first step in which it may be scheduled",
    "arrival_ms": "when it arrives, in milliseconds",
    "admitted": "the step of its first admission",
    "first_token": "the step of its first token ever",
    "last_token": "the step of its last token so far",
    "finish": "the step of its last token, when all are sent",
    "cancelled_at": "the step at whose start its client left",
    "finish_ms": "when its last token was sent, on the clock of the run",
    "waited": "steps in the queue, from an arrival or a preemption to the next admission, by cause",
}
"""Figures that only a request has."""

METRICS: Mapping[str, str] = {**OF_RUNS, **OF_ANYBODY, **OF_REQUESTS}

RANKED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("ttft_ms", "ttft_steps"), ("_p50", "_p90", "_p99")),
    **dict.fromkeys(("queue_wait_ms", "queue_wait_steps"), ("_p50", "_p90", "_p99")),
    **dict.fromkeys(("tpot_ms", "tpot_steps"), ("_p50", "_p90", "_p99")),
    **dict.fromkeys(("e2e_ms", "e2e_steps"), ("_p50", "_p90", "_p99")),
    "itl_ms": ("_mean", "_p50", "_p99"),
}
"""Figures that many have, and what a run tells of them."""

RANKS: Mapping[str, str] = {
    "_mean": "on average",
    "_p50": "the median",
    "_p90": "what nine of ten do not exceed",
    "_p99": "what 99 of 100 do not exceed",
}
"""What stands behind the name of a figure that many have. Percentiles are by nearest rank."""


def names_of(figures: Iterable[str]) -> tuple[str, ...]:
    """The names under which `figures` of runs and groups are told: of many, by their ranks."""
    return tuple(f"{name}{rank}" for name in figures for rank in RANKED.get(name, ("",)))


def definition_of(name: str) -> str | None:
    """What the figure `name` is, `ttft_ms_p99` too; None if there is no such figure."""
    if name in METRICS:
        return METRICS[name]
    for rank, words in RANKS.items():
        whole = name.removesuffix(rank)
        if whole != name and rank in RANKED.get(whole, ()):
            return f"{METRICS[whole]}; {words}"
    return None
