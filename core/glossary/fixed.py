"""The fixed words: states, events, causes of waiting, and how a run stands."""

from collections.abc import Mapping

STATES: Mapping[str, str] = {
    "waiting": "in the queue, never admitted",
    "prefilling": "admitted; its prompt, or what a preemption lost, is not processed yet",
    "decoding": "sends a token in each step",
    "preempted": "in the queue again: it gave up its slot and blocks",
    "finished": "has sent all its tokens",
    "rejected": "refused at its arrival, as it could never run",
    "cancelled": "its client has left",
}

EVENTS: Mapping[str, str] = {
    "arrived": "a request joined the queue",
    "rejected": "a request was refused: it could never run, even alone",
    "cancelled": "the client of a request left: what it held is free",
    "admitted": "a request took a slot and blocks",
    "hit": "a request found blocks of its prompt that others hold, and shares them",
    "chunk": "a piece of a prompt or rebuild was processed",
    "first_token": "the last piece of a prompt was processed, and the first token sent",
    "grew": "decoding requests took one more block each",
    "preempted": "a running request gave up its slot and blocks, for somebody else or for itself",
    "held": "the head of the queue was not admitted: no slot, too few blocks or no budget",
    "ran": "the step's work is done: every decoding request has sent its token",
    "finished": "a request has sent its last token and gave back its blocks",
    "evicted": "the kept content of a block was given up for another",
    "crashed": "the scheduler process was lost, with all that it knew",
}

CAUSES: Mapping[str, str] = {
    "slots": "the head waits, as every slot is taken",
    "blocks": "the head waits, as too few blocks are free",
    "budget": "the head waits, as nothing is left of the step's tokens",
    "turn": "somebody stands before it",
}

STATUSES: Mapping[str, str] = {
    "running": "not at its end yet",
    "finished": "every request has ended",
    "stalled": "nothing can happen any more, and somebody is left",
    "cycling": "the state repeats, so that it would never end",
    "limit": "stopped after the most steps allowed",
    "failed": "a user's policy or scheduler raised an error",
}
