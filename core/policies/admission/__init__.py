"""Admission: whether the next request is let in; gates that must all agree, a file for each."""

from core.policies.admission.admission import Admission, Needed, of_known_text
from core.policies.admission.named import DEFAULT, GATES, admission_of, gate_names, names_kept

__all__ = [
    "DEFAULT",
    "GATES",
    "Admission",
    "Needed",
    "admission_of",
    "gate_names",
    "names_kept",
    "of_known_text",
]
