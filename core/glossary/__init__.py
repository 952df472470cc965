"""Every word that the screen, the figures and the lessons use, with what it means.

Figures are defined in `core.metrics.definitions`, findings in the docstrings of their files,
policies where they are; the rest is here. What has an entry can be looked up by `find`.
"""

from core.glossary.book import KINDS, TERMS, Term, find, nearest_terms

__all__ = ["KINDS", "TERMS", "Term", "find", "nearest_terms"]
