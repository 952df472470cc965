"""The victim policies that have a name in files, and how each says why it chose."""

from collections.abc import Mapping
from typing import NamedTuple

from core.policies.candidate import Candidate
from core.policies.victim import (
    VictimPolicy,
    earliest_admitted,
    fewest_output_tokens,
    largest_cache,
    latest_admitted,
    least_computed,
    lowest_priority,
)


class Named(NamedTuple):
    """A policy and its words.

    `order` says who goes first; `chosen` and `spared` say of a candidate, with its own numbers,
    why it goes and why it does not.
    """

    key: VictimPolicy
    order: str
    chosen: str
    spared: str

    def why(self, candidate: Candidate) -> str:
        """Why `candidate` goes: `admitted last`, `with the largest cache (31 tokens)`."""
        return self.chosen.format(**candidate._asdict())

    def why_not(self, candidate: Candidate) -> str:
        """Why `candidate` does not: `admitted earlier`, `a smaller cache (8 tokens)`."""
        return self.spared.format(**candidate._asdict())


LATEST = "latest_admitted"

VICTIMS: Mapping[str, Named] = {
    LATEST: Named(
        latest_admitted,
        "the one admitted last goes first",
        "admitted last",
        "admitted earlier",
    ),
    "earliest_admitted": Named(
        earliest_admitted,
        "the one admitted first goes first",
        "admitted first",
        "admitted later",
    ),
    "largest_cache": Named(
        largest_cache,
        "the largest cache goes first",
        "with the largest cache ({computed_tokens:,})",
        "a smaller cache ({computed_tokens:,})",
    ),
    "least_computed": Named(
        least_computed,
        "the fewest computed tokens go first",
        "with the fewest computed tokens ({computed_tokens:,})",
        "more computed tokens ({computed_tokens:,})",
    ),
    "fewest_output_tokens": Named(
        fewest_output_tokens,
        "the fewest sent tokens go first",
        "with the fewest sent tokens ({emitted:,})",
        "more sent tokens ({emitted:,})",
    ),
    "lowest_priority": Named(
        lowest_priority,
        "the least urgent goes first",
        "the least urgent (priority {priority:,})",
        "more urgent (priority {priority:,})",
    ),
}
"""Every victim policy by its name in files and on the command line; the first is the default."""
