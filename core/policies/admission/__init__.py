"""Admission: whether the next request is let in; gates that must all agree, a file for each."""

from core.policies.admission.admission import Admission
from core.policies.admission.named import GATES, admission_of, gate_names

__all__ = ["GATES", "Admission", "admission_of", "gate_names"]
