"""Choices that a scheduler delegates: so far, who is preempted."""

from core.policies.candidate import Candidate, candidates
from core.policies.choosing import choose, knob_words, rule_in_force, rule_of
from core.policies.named import VICTIMS
from core.policies.rule import PolicyError, VictimRule
from core.policies.victim import VictimPolicy

__all__ = [
    "VICTIMS",
    "Candidate",
    "PolicyError",
    "VictimPolicy",
    "VictimRule",
    "candidates",
    "choose",
    "knob_words",
    "rule_in_force",
    "rule_of",
]
