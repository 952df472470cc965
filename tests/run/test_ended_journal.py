"""Who has ended is kept in few bytes, and is what it was: packed or not, in any copy."""

from collections.abc import Iterator
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Request, Run, make_scheduler
from core.lifecycle import Ended, Finished
from core.replica import ended as module
from core.replica.ended import EndedJournal

Drawn: TypeAlias = tuple[int, int, int, bool, int | None]
"""Arrival, prompt, output, whether it has the common prefix, and when its client leaves."""

KINDS = [
    ("driftwood", {"max_running": 3, "block_size": 4, "num_blocks": 12}),
    ("driftwood", {"max_running": 3, "block_size": 4, "num_blocks": 12, "token_budget": 5}),
    ("driftwood", {"max_running": 3, "block_size": 4, "num_blocks": 12, "prefix_sharing": True}),
    (
        "driftwood",
        {"max_running": 3, "block_size": 4, "num_blocks": 12, "on_preempt": "swap"},
    ),
    ("vllm", {"max_num_seqs": 3, "block_size": 4, "num_blocks": 12, "max_num_batched_tokens": 8}),
]

workloads = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.integers(1, 20),
        st.integers(1, 20),
        st.booleans(),
        st.none() | st.integers(0, 40),
    ),
    min_size=1,
    max_size=25,
)


def requests_of(drawn: list[Drawn]) -> Iterator[Request]:
    for at, (arrival, prompt, output, prefix, leaves) in enumerate(drawn):
        shared = ("p", prompt) if prefix else (None, 0)
        yield Request(
            f"r{at}",
            arrival,
            prompt,
            output,
            prefix=shared[0],
            prefix_len=shared[1],
            cancel_at=None if leaves is None else max(leaves, arrival),
        )


def journal_of(run: Run) -> EndedJournal:
    return run.finish().at(run.last_step)._replica.ended  # noqa: SLF001 - what a moment looks at


def told(run: Run) -> tuple[list[Ended], object, list[object]]:
    """Who ended, the results, and who had ended by each step."""
    run.finish()
    moments = [run.at(step) for step in range(0, run.last_step + 1, 3)]
    counts: list[object] = [(one.finished, one.rejected, one.cancelled) for one in moments]
    return [*journal_of(run)], run.results(), counts


def packed_early(patch: pytest.MonkeyPatch, loose: int) -> None:
    """Let rows be made of so many at once, as in a long run, from the second time on."""
    patch.setattr(module, "SHORT", loose + 1)
    patch.setattr(module, "AT_ONCE", loose)


@pytest.mark.parametrize("loose", [1, 2, 7])
@pytest.mark.parametrize(("name", "knobs"), KINDS)
@settings(max_examples=20)
@given(drawn=workloads)
def test_packed_or_not_they_are_the_same(
    name: str, knobs: dict[str, object], loose: int, drawn: list[Drawn]
) -> None:
    requests = [*requests_of(drawn)]
    plain = told(Run(requests, make_scheduler(name, **knobs)))
    with pytest.MonkeyPatch.context() as patch:
        packed_early(patch, loose)
        packed = told(Run(requests, make_scheduler(name, **knobs)))
    assert packed == plain


@pytest.mark.parametrize("loose", [1, 3, 1024])
def test_every_copy_has_its_own_length(loose: int, monkeypatch: pytest.MonkeyPatch) -> None:
    packed_early(monkeypatch, loose)
    requests = [Request(f"r{at}", at, 3, 2) for at in range(8)]
    requests.append(Request("large", 2, 900, 1))
    run = Run(requests, make_scheduler("driftwood", max_running=2, block_size=4, num_blocks=4))
    whole = [*journal_of(run)]
    for step in range(run.last_step, -1, -1):
        early = run.at(step)._replica.ended  # noqa: SLF001 - see above
        assert [*early] == whole[: len(early)]
        finished = [one for one in whole[: len(early)] if isinstance(one, Finished)]
        assert early.finished == len(finished)
        for one in whole:
            found = early.find(one.request.rid)
            assert found == (one if one in whole[: len(early)] else None)
        assert early.find("nobody") is None


def test_a_replay_writes_nothing_again() -> None:
    run = Run(
        [Request(f"r{at}", 0, 1, 1) for at in range(5)], make_scheduler("driftwood", max_running=1)
    )
    journal = journal_of(run)
    first = journal[0]
    twin = EndedJournal.copy(journal)
    assert [*twin] == [*journal]
    early = run.at(0)._replica.ended.copy()  # noqa: SLF001 - see above
    assert len(early) == 1
    early.append(first)
    assert len(early) == 2
    assert [*early] == [*journal][:2]
    assert len(journal) == 5
