"""What a preemption costs where a prefix cache keeps the victim's blocks until they are taken."""

from collections import Counter

from hypothesis import given, settings

from core import Request, Run
from core.events import Hit, Preempted
from core.explain import reason
from core.findings import find, thrash
from core.schedulers.vllm import Vllm
from tests.engines import test_vllm_agrees
from tui.session import Session
from tui.view.request import request_pane
from tui.view.scene import Film

STEPS = 300
ASKED = [Request("A", 0, 8, 12), Request("B", 0, 8, 12)]


def run_of(*, caching: bool) -> Run:
    """B gives up its blocks in step 4 and finds one of them when it comes back."""
    scheduler = Vllm(6, block_size=4, max_num_seqs=8, enable_prefix_caching=caching)
    return Run(ASKED, scheduler).finish()


def preempted(run: Run) -> Preempted:
    (event,) = [one for _, happened in run.replay() for one in happened if one.kind == "preempted"]
    assert isinstance(event, Preempted)
    return event


def test_what_is_lost_says_how_much_of_it_is_still_cached() -> None:
    event = preempted(run_of(caching=True))
    assert (event.lost_tokens, event.cached_tokens) == (12, 12)
    assert reason(event).endswith("12 computed tokens to redo, 12 of them still cached")


def test_nothing_is_cached_without_a_cache() -> None:
    event = preempted(run_of(caching=False))
    assert (event.lost_tokens, event.cached_tokens) == (12, 0)
    assert reason(event).endswith("12 computed tokens to redo")


def test_the_request_pane_has_what_was_really_computed_again() -> None:
    run = run_of(caching=True)
    own = Session(Film(run), run.last_step)
    own.look_at("B")
    _ = own.scene
    own.desk.finish()
    lines = ["".join(s.text for s in row.line) for row in request_pane(own.scene, 60, 30).rows]
    redo = run.results()["B"]["recomputed_tokens"]
    assert (redo, any(f"to redo  {redo} tokens" in line for line in lines)) == (8, True)


def check_cached(run: Run) -> None:
    """Of each victim's blocks those that the moment after still tells as cached, or as shared."""
    for step in run.series.step:
        for number, event in enumerate(run.at(step).events, 1):
            if isinstance(event, Preempted):
                moment = run.at(step, number)
                before = run.at(step, number - 1).find(event.rid)
                assert before is not None
                kept = [b for b in before.blocks if b in moment.cached or moment.owners(b)]
                most = len(kept) * moment.block_size
                assert event.cached_tokens == min(most, event.lost_tokens)


@settings(max_examples=60)
@given(test_vllm_agrees.cases())
def test_cached_are_the_blocks_that_keep_their_content(case: test_vllm_agrees.Case) -> None:
    check_cached(Run(case.requests, case.scheduler, max_steps=STEPS).finish())


def lost_too_soon(run: Run) -> Counter[str]:
    """What each lost when preempted again too soon, but for what it found when it came back."""
    sent: dict[str, int] = {}
    lost: Counter[str] = Counter()
    soon: dict[str, bool] = {}
    for _, happened in run.replay():
        for event in happened:
            if isinstance(event, Preempted):
                soon[event.rid] = event.emitted - sent.get(event.rid, -999) <= thrash.FEW_TOKENS
                lost[event.rid] += event.lost_tokens * soon[event.rid]
                sent[event.rid] = event.emitted
            elif isinstance(event, Hit):
                lost[event.rid] -= event.own_tokens * soon.get(event.rid, False)
    return lost


@settings(max_examples=60)
@given(test_vllm_agrees.cases())
def test_who_thrashes_has_not_lost_what_it_found_again(case: test_vllm_agrees.Case) -> None:
    run = Run(case.requests, case.scheduler, max_steps=STEPS).finish()
    lost = lost_too_soon(run)
    for each in find(run):
        if each.kind == "thrash" and each.rids:
            assert each.numbers["lost_tokens"] == lost[each.rids[0]]
