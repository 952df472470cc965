"""Who is retracted when the decodes of SGLang run out of memory."""

from collections.abc import Generator

from core import events
from core.lifecycle import Decoding, NeverFits
from core.policies import Candidate, VictimRule, choose_by
from core.policies.named import Named
from core.replica import Replica
from core.schedulers.sglang.ratio import Hidden


def _fewest_sent(candidate: Candidate) -> tuple[bool, int, int]:
    """A prompt in the middle of its chunks is not in the batch, so it is never chosen."""
    return (candidate.state == "prefilling", candidate.emitted, -candidate.prompt_len)


WORDS = Named(
    _fewest_sent,
    "the fewest sent tokens go first, of equals the longest prompt",
    "with the fewest sent tokens ({emitted:,}, prompt {prompt_len:,})",
    "more sent tokens or a shorter prompt ({emitted:,}, prompt {prompt_len:,})",
)
FEWEST_SENT = VictimRule("fewest_sent_longest_prompt", _fewest_sent, words=WORDS)


def lacks_pages(replica: Replica) -> bool:
    """Whether there are too few pages for the next token of everyone that decodes."""
    return len(replica.due_to_grow()) > replica.memory.free_blocks


def retract(replica: Replica, hidden: Hidden) -> Generator[events.Event, None, Hidden]:
    """Retract until the rest have their pages, one at least; what is remembered then."""
    while lacks_pages(replica) and replica.decoding > 1:
        due = replica.due_to_grow()
        victim, choice = choose_by(FEWEST_SENT, replica)
        asker = next((number for number in due if number != victim), victim)
        yield replica.preempt(victim, asker, choice, needed=len(due))
    if lacks_pages(replica):
        yield replica.give_up(*_last(replica))
    tick = replica.clock.tick
    kept = [state for state in replica.running.values() if isinstance(state, Decoding)]
    sent, most = sum(s.emitted(tick) for s in kept), sum(s.request.output_len for s in kept)
    return hidden.estimated(sent, most, len(kept))


def _last(replica: Replica) -> tuple[int, NeverFits]:
    """The only one that decodes, and why it cannot go on."""
    number = next(n for n, state in replica.running.items() if isinstance(state, Decoding))
    memory = replica.memory
    return number, NeverFits(len(memory.table(number)) + 1, memory.total_blocks)
