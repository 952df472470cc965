"""Admission: whether the next request is let in; gates that must all agree, a file for each."""

from core.policies.admission.admission import Admission
from core.policies.admission.named import DEFAULT, GATES, admission_of, gate_names

__all__ = ["DEFAULT", "GATES", "Admission", "admission_of", "gate_names"]
