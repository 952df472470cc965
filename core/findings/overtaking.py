"""By how many later ones each request is overtaken on its way to its first admission."""

from bisect import bisect_right, insort


class Overtaking:
    """Requests by their rank, the order of their arrival, and which ranks were admitted.

    Below a frontier all are admitted, so where nobody is overtaken an answer costs nothing; else it
    counts bytes between the frontier and the rank.
    """

    def __init__(self, most: int) -> None:
        """Nobody of at most `most` requests has arrived."""
        self._ranks: dict[str, int] = {}  # of those that were never admitted
        self._admitted = bytearray(most)
        self._arrived = self._frontier = self._total = 0
        self._left: list[int] = []  # ranks of those that went, which count as admitted else

    def __contains__(self, rid: str) -> bool:
        """Whether `rid` has arrived and was never admitted."""
        return rid in self._ranks

    def arrive(self, rid: str) -> None:
        """`rid` comes after all that have come."""
        self._ranks[rid] = self._arrived
        self._arrived += 1

    def count(self, rid: str) -> int:
        """How many that came after `rid`, who still waits, were admitted."""
        rank = self._ranks[rid]
        before = self._frontier + self._admitted.count(1, self._frontier, rank)
        left = len(self._left) - bisect_right(self._left, rank)
        return self._total - before - left

    def leave(self, rid: str) -> int:
        """`rid`, who was never admitted, goes; how many that came after it were admitted."""
        rank = self._ranks[rid]
        overtaken = self.admit(rid)
        insort(self._left, rank)
        return overtaken

    def admit(self, rid: str) -> int:
        """`rid` is admitted for the first time; how many that came after it were before it."""
        overtaken = self.count(rid)
        self._admitted[self._ranks.pop(rid)] = 1
        self._total += 1
        unbroken = self._admitted.find(0, self._frontier)
        self._frontier = len(self._admitted) if unbroken < 0 else unbroken
        return overtaken
