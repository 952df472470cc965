"""Choices that a scheduler delegates: who is preempted, who is next in the queue."""

from core.policies.candidate import Candidate, candidates
from core.policies.choosing import choose, choose_by, knob_text, knob_words, rule_in_force, rule_of
from core.policies.named import VICTIMS
from core.policies.orders import QUEUES, QueuePolicy
from core.policies.queueing import QueueRule, queue_rule_in_force
from core.policies.rule import PolicyError, VictimRule
from core.policies.victim import VictimPolicy
from core.policies.waiting import WaitingRequest

__all__ = [
    "QUEUES",
    "VICTIMS",
    "Candidate",
    "PolicyError",
    "QueuePolicy",
    "QueueRule",
    "VictimPolicy",
    "VictimRule",
    "WaitingRequest",
    "candidates",
    "choose",
    "choose_by",
    "knob_text",
    "knob_words",
    "queue_rule_in_force",
    "rule_in_force",
    "rule_of",
]
