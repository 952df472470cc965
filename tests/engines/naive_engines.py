"""What each engine that was read from source schedules, written naively from its rules."""

from core.override import override
from tests.engines.naive_sourced import Asked, NaiveEngine, Rules


class NaiveVllmV0(NaiveEngine):
    """Prompts first, whole and alone."""

    goes_late = True

    @override
    def never(self, one: Asked) -> bool:
        rules = self.rules
        return one.most > rules.budget or rules.blocks - self.blocks(one.most) < rules.spare

    @override
    def schedule(self) -> None:
        left = self.rules.budget
        while self.waiting:
            head = self.waiting[0]
            if len(self.running) >= self.rules.slots:
                self.cause = "slots"
            elif head.known > left:
                self.cause = "budget"
            elif len(self.free) - self.blocks(head.known) < self.rules.spare:
                self.cause = "blocks"
            if self.cause:
                break
            left -= head.known
            self.scheduled[self.admit()] = head.known
        self.looked = [*self.waiting]
        if self.scheduled:
            return
        for one in [*self.running]:
            if one in self.running and self.grow(one):
                self.scheduled[one] = 1
        self.forget_who_went()


class NaiveSarathi(NaiveEngine):
    """Decodes, then prompts that run, then waiting ones, in one budget."""

    @override
    def never(self, one: Asked) -> bool:
        return self.blocks(one.most) > self.rules.blocks - self.rules.spare

    @override
    def schedule(self) -> None:
        for one in [*self.running]:
            if one in self.running and one.decodes and self.goes_on(one):
                self.scheduled[one] = 1
        self.forget_who_went()
        left = self.rules.budget - len(self.scheduled)
        for one in self.running:
            if not one.decodes and (tokens := min(left, one.left)):
                self.scheduled[one] = tokens
                left -= tokens
        while self.waiting:
            head = self.waiting[0]
            if len(self.running) >= self.rules.slots:
                self.cause = "slots"
            elif not left:
                self.cause = "budget"
            elif len(self.free) - self.blocks(head.known) < self.rules.spare:
                self.cause = "blocks"
            if self.cause:
                return
            tokens = min(left, head.known)
            left -= tokens
            self.scheduled[self.admit()] = tokens

    def goes_on(self, one: Asked) -> bool:
        """A block must be free whether `one` needs it or not."""
        while not self.free:
            self.preempt(self.makes_room())
            if one not in self.running:
                return False
        self.take(one, one.computed + 1)
        return True


class NaiveNano(NaiveEngine):
    """Prompts first and alone; who is split stays at the head of the queue with its blocks."""

    goes_late = True

    @override
    def never(self, one: Asked) -> bool:  # noqa: ARG002 - the engine never asks
        return False

    @override
    def schedule(self) -> None:
        left = self.rules.budget
        while self.waiting and left and len(self.scheduled) < self.rules.slots:
            head = self.waiting[0]
            new = not head.table
            if new and (self.blocks(head.known) > len(self.free)):
                break
            if head.left > left and self.scheduled:
                break
            self.take(head, head.known)
            if new:
                self.order.admit(head)
            self.scheduled[head] = tokens = min(left, head.left)
            left -= tokens
            if tokens == head.left:
                self.running.append(self.waiting.pop(0))
            self.waiting = self.line(self.waiting)
        self.looked = self.queue()
        if self.looked:
            self.cause = self.why(self.looked[0], left)
        if not self.scheduled:
            self.decode()

    def decode(self) -> None:
        for one in [*self.running]:
            if len(self.scheduled) == self.rules.slots:
                break
            if one in self.running and self.grow(one):
                self.scheduled[one] = 1
            self.forget_who_went()

    def why(self, head: Asked, left: int) -> str:
        """What `head` is held by: of several causes slots, then the budget, then blocks."""
        if len(self.scheduled) >= self.rules.slots:
            return "slots"
        is_short = not left or (self.scheduled and head.known > left)
        return "budget" if is_short else "blocks"

    @override
    def holds(self) -> list[Asked]:
        return [*self.running, *(one for one in self.waiting if one.table)]

    @override
    def queue(self) -> list[Asked]:
        return [one for one in self.waiting if not one.table]


class NaiveOrca(NaiveEngine):
    """A piece of memory for a whole life; a static batch comes and goes together.

    `owners` has who reserved each place. Without memory (0 blocks) there is always room.
    """

    def __init__(self, asked: list[Asked], rules: Rules) -> None:
        super().__init__(asked, rules)
        self.owners: list[Asked | None] = [None] * rules.blocks
        self.batch: list[Asked] = []

    @override
    def never(self, one: Asked) -> bool:
        return 0 < self.rules.blocks < one.most

    @override
    def schedule(self) -> None:
        forms = not self.batch
        while self.waiting:
            head, piece = self.waiting[0], self.piece(self.waiting[0])
            in_batch = self.batch if self.rules.static else self.running
            if len(in_batch) >= self.rules.slots or (self.rules.static and not forms):
                self.cause = "slots"
            elif piece is None:
                self.cause = "blocks"
            if self.cause or piece is None:
                break
            self.running.append(self.waiting.pop(0))
            self.batch.append(head)
            head.table = list(piece)
            for place in piece:
                self.owners[place - 1] = head
        for one in self.running:
            self.scheduled[one] = 1 if one.decodes else one.left

    def piece(self, one: Asked) -> range | None:
        """The first places in a row with room for a whole life; None if there is no such piece."""
        most = one.most if self.rules.blocks else 0
        for first in range(len(self.owners) - most + 1):
            if not any(self.owners[first : first + most]):
                return range(first + 1, first + most + 1)
        return None

    @override
    def taken(self) -> int:
        return len(self.batch) if self.rules.static else len(self.running)

    @override
    def leave(self) -> None:
        super().leave()
        self.owners = [one if one in self.running else None for one in self.owners]
        if not self.running:
            self.batch = []

    @override
    def places(self) -> list[int]:
        return [at for at, one in enumerate(self.owners, 1) if one is None]
