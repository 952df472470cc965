"""Everything that changes while the naive lab runs."""

from tests.naive_lab.records import Ask, Change, Knobs, Life


class Lab:
    """The queue in base order, the running in order of admission, the stack of free blocks."""

    def __init__(self, asks: list[Ask], knobs: Knobs) -> None:
        self.knobs = knobs
        self.lives = [Life(ask) for ask in asks]
        self.places = {ask.rid: place for place, ask in enumerate(asks)}
        self.waiting: list[Life] = []
        """Base order: the preempted, the last one first, then in order of arrival."""
        self.running: list[Life] = []
        self.held_slots: list[Life] = []
        """Finished members of a static batch."""
        self.free = list(range(1, (knobs.num_blocks or knobs.space or 0) + 1))
        """Free blocks, the next to be taken first."""
        self.tenants: list[str] = []
        """In the order in which they first joined the queue."""
        self.pointer = 0
        self.turns_used = 0
        self.forming = True
        """Static: nobody held a slot when this step started."""
        self.step = 0
        self.now_ms = 0.0
        self.swapped_blocks = 0
        """Moved out or in, in this step."""
        self.hold: tuple[Life, str] | None = None
        self.hold_numbers = (0, 0, 0)
        self.changes: list[Change] = []

    def rank(self, life: Life) -> tuple[float, str | int]:
        """(arrival, rid), or with a clock (arrival_ms, place in the workload)."""
        if life.ask.arrival_ms is not None:
            return life.ask.arrival_ms, self.places[life.rid]
        return life.ask.arrival, life.rid

    @property
    def decoding(self) -> list[Life]:
        return [life for life in self.running if life.decoding]

    @property
    def prefilling(self) -> list[Life]:
        return [life for life in self.running if not life.decoding]

    @property
    def slots_taken(self) -> int:
        return len(self.running) + len(self.held_slots)

    @property
    def blocks_used(self) -> int:
        return len({block for life in self.running for block in life.table})

    def blocks_for(self, tokens: int) -> int:
        """Blocks that hold so many tokens, counted one at a time; none without paging."""
        size, blocks = self.knobs.block_size, 0
        while size is not None and blocks * size < tokens:
            blocks += 1
        return blocks

    def take(self, blocks: int) -> list[int]:
        """The next free blocks."""
        assert blocks <= len(self.free)
        taken, self.free = self.free[:blocks], self.free[blocks:]
        return taken

    def release(self, life: Life) -> int:
        """Free its blocks that nobody else owns; its last one is the first to be taken again.

        How many came free.
        """
        table, life.table = life.table, []
        last = [b for b in table if not any(b in other.table for other in self.running)]
        self.free = last[::-1] + self.free
        return len(last)

    def never_fits(self, ask: Ask) -> bool:
        """Whether it could never run, even alone."""
        knobs = self.knobs
        if knobs.space is not None:
            reserved = ask.peak if knobs.reserved_tokens is None else knobs.reserved_tokens
            return ask.peak > reserved or reserved > knobs.space
        return knobs.num_blocks is not None and self.blocks_for(ask.peak) > knobs.num_blocks
