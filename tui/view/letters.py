"""A letter and a colour for every request, the same at every moment of a run.

They follow the order of arrival, through 52 letters and 7 colours: 364 requests in a row differ in
one or the other. Where all rids of a run begin with different letters, those are the letters.
"""

from collections.abc import Iterator, Sequence
from string import ascii_letters, ascii_uppercase
from typing import NamedTuple

from core import Request
from tui.view.clean import cells, clean_rid

COLOURS = 7
ALPHABET = ascii_uppercase + ascii_letters[:26]
WIDEST = 14
"""Cells of a rid in a column; the rest of a longer one is cut."""


class Badge(NamedTuple):
    """How a request is told from others: a letter, and the number of a colour."""

    letter: str
    colour: int

    @property
    def tile(self) -> str:
        """The style of what it holds: a letter on its colour."""
        return f"tile{self.colour}"

    @property
    def ink(self) -> str:
        """The style of its name: a letter in its colour."""
        return f"ink{self.colour}"


class Letters:
    """The badges of a run. `width` is the room that letter and rid need in a column."""

    def __init__(self, requests: Sequence[Request]) -> None:
        """Put them into their order of arrival."""
        self._place = {rid: place for place, rid in enumerate(_by_arrival(requests))}
        initials = [rid[:1] for rid in self._place]
        distinct = len(set(initials)) == len(initials) <= len(ALPHABET)
        self._initials = distinct and all(letter in ALPHABET for letter in initials)
        self.width = max((self._needed(rid) for rid in self._place), default=0)

    def _needed(self, rid: str) -> int:
        """Cells of letter and rid; of the letter alone where it is the rid."""
        if self._initials and len(rid) == 1:
            return 3
        is_plain = rid.isascii() and rid.isalnum()
        return 2 + min(WIDEST, len(rid) if is_plain else cells(clean_rid(rid)))

    def of(self, rid: str) -> Badge:
        """The badge of `rid`."""
        place = self._place.get(rid, 0)
        letter = rid[:1] if self._initials and rid else ALPHABET[place % len(ALPHABET)]
        return Badge(letter, place % COLOURS)

    def __contains__(self, rid: str) -> bool:
        """Whether the run has a request of that name."""
        return rid in self._place

    def __iter__(self) -> Iterator[str]:
        """Every rid, in order of arrival."""
        return iter(self._place)


def _by_arrival(requests: Sequence[Request]) -> list[str]:
    if requests and requests[0].arrival_ms is not None:
        return [r.rid for r in sorted(requests, key=lambda r: r.arrival_ms or 0.0)]
    return [r.rid for r in sorted(requests, key=lambda r: (r.arrival, r.rid))]
