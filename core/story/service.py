"""A stay among the running: the prompt or rebuild, and then the tokens."""

from core.events import Admitted
from core.explain import counted
from core.naming import visible

MOST_NAMED = 3


def decodes_at_once(event: Admitted) -> bool:
    """Whether who was admitted so decodes at once: all but the token sent last was swapped in."""
    return event.swapped is not None and event.swapped.tokens == event.known_tokens - 1


class Service:
    """What a request got since it was admitted in step `since`, as admission `number`.

    `chunks` of its prompt or rebuild, the last in step `completed` (None before it is done), after
    which it had `sent` so many tokens. It took `chunk_blocks` while that went on, where those are
    not all taken at its admission, and then `growths`; for which victims went. In `stalls` steps it
    stood still for prompts that went alone, in `pauses` there was no token for it.
    """

    def __init__(self, number: int, since: int) -> None:
        """It has just been admitted."""
        self.number = number
        self.since = since
        self.chunks = 0
        self.first_chunk: int | None = None
        self.completed: int | None = None
        self.sent = 0
        self.growths = 0
        self.chunk_blocks = 0
        self.stalls = 0
        self.pauses = 0
        self._victims: list[str] = []
        self._others = 0

    def chunk(self, step: int) -> None:
        """Some of its prompt or rebuild was processed."""
        self.chunks += 1
        self.first_chunk = step if self.first_chunk is None else self.first_chunk

    def grow(self, blocks: int) -> None:
        """It took `blocks` more, if any."""
        if self.completed is None:
            self.chunk_blocks += blocks
        else:
            self.growths += blocks

    def complete(self, step: int, sent: int) -> None:
        """The last of it was, and token number `sent` was sent."""
        self.completed, self.sent = step, sent

    def drive_out(self, rid: str) -> None:
        """`rid` was preempted because this one needed a block."""
        if len(self._victims) < MOST_NAMED:
            self._victims.append(visible(rid))
        else:
            self._others += 1

    def prefill_words(self) -> str:
        """`in 3 chunks, after 2 steps without a token of the budget`."""
        waited = 0 if self.first_chunk is None else self.first_chunk - self.since
        unserved = f", after {counted(waited, 'step')} without budget" if waited else ""
        more = counted(self.chunk_blocks, "block")
        grown = f", for which it took {more} more" if self.chunk_blocks else ""
        return f"in {counted(self.chunks, 'chunk')}{grown}{unserved}"

    def decode_words(self, sent: int, asked: int) -> str:
        """`2 tokens, 3 of 5 sent; grew by 1 block, for which C was preempted`."""
        words = f"{counted(sent - self.sent, 'token')}, {sent:,} of {asked:,} sent"
        if self.growths:
            words += f"; grew by {counted(self.growths, 'block')}"
        if self.stalls:
            words += f"; stands still in {counted(self.stalls, 'step')}, in which prompts go alone"
        if self.pauses:
            words += f"; gets none in {counted(self.pauses, 'step')}, which had none left for it"
        if self._victims:
            others = f" and {self._others:,} more" if self._others else ""
            words += f"; {', '.join(self._victims)}{others} had to make room for it"
        return words
