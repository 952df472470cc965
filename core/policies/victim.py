"""Victim policies: who is preempted when somebody needs a block and none is free.

A policy is a key: it looks at one candidate at a time, and the candidate with the smallest key
goes; of equal ones the latest admitted. All running requests are candidates, the asker included. A
key cannot choose outside the candidates, and a choice among them can be ranked and explained,
which is why a policy is no function from all of them to one.

A policy is pure: the same candidate has the same key, or going back in a run is not exact.

Liveness, where blocks for all known text are taken at admission (under `first_chunk` prefills ask
as well: `core.policies.admission.first_chunk` says what holds then). *Every run ends, whatever a
policy chooses.* Only decoding requests ask, and each that
decodes after growing sends a token; sent tokens are kept. So in a step that sends none nobody
decodes after growing, nobody asks in the next one, and the first prefilling request gets at least a
token of the budget in each step until it is done and sends one. No policy can cycle here.
(With `on_preempt = "discard"` one can: `fixtures/policies/discard-cycles.toml`.)

*Starving* is another matter: that one request comes to nothing while others come and go. Without a
token budget nobody starves: an admission is worth a token, since the whole prompt or rebuild is
processed in its step, so a request is admitted at most `output_len` times, each time at the front
of the queue. With a budget a rebuild takes steps, and is lost if who rebuilds is the victim. Three
things then hold: the budget goes in order of admission, so those that decode are older than those
that prefill, and behind the first that prefills nobody has computed anything; and nobody is
admitted before a preempted request. Each policy says what follows. Under another queue order
somebody may be: then who starves is what that order says as well (`core.policies.orders`).
"""

from typing import Protocol

from core.key import Key
from core.policies.candidate import Candidate


class VictimPolicy(Protocol):
    """One call: a function does, and so does an object that can be called."""

    def __call__(self, candidate: Candidate, /) -> Key:
        """The key of `candidate`: the smallest goes."""
        ...


def latest_admitted(candidate: Candidate) -> int:
    """The one admitted last: it has done the least, and those before it have waited longer.

    Nobody starves. The oldest running request is never a victim while another runs, so it ends, and
    so does each that is then the oldest; a preempted one is the next to be admitted.
    """
    return -candidate.admission


def earliest_admitted(candidate: Candidate) -> int:
    """The one admitted first: everyone's turn with the memory is equally long.

    Nobody starves. The first admitted prefills only while nobody decodes, and then nobody asks: a
    victim always has sent a token since its admission.
    """
    return candidate.admission


def largest_cache(candidate: Candidate) -> int:
    """The one with the most computed tokens: as few as possible must make room.

    Can starve with a token budget (`fixtures/policies/largest-cache-starves.toml`): a long rebuild
    goes before the newer ones behind it, which then decode, and ask when it is admitted again. So
    it loses everything each time, as long as new requests keep coming. A guard of 1 cures it.
    """
    return -candidate.computed_tokens


def least_computed(candidate: Candidate) -> int:
    """The one with the fewest computed tokens: as little work as possible is lost.

    Nobody starves. Before one that prefills, all newer ones go, which have computed nothing; so
    only older ones are left to ask, they end, and no newer one decodes before it does.
    """
    return candidate.computed_tokens


def fewest_output_tokens(candidate: Candidate) -> int:
    """The one that has sent the fewest tokens: whose client has seen the least of its answer.

    Nobody starves: without a guard it is `latest_admitted` under another name. Whoever is older
    decodes whenever a newer one does, so it has sent as many tokens, and of equal ones the latest
    admitted goes; who went stands in front of all that have sent fewer.
    """
    return candidate.emitted


def lowest_priority(candidate: Candidate) -> int:
    """The least urgent one, which has the largest priority number.

    Can starve with a token budget, as `largest_cache` can, where more urgent ones keep coming
    (`fixtures/policies/lowest-priority-starves.toml`). A guard of 1 cures it. Where all are equally
    urgent it is `latest_admitted`.
    """
    return -candidate.priority
