"""Two laws of gaps, over stalls, swaps, discards and cancels, on random workloads with a clock.

A request's gaps are its tokens less one, those sent again included. The time to its first token and
all its gaps are the time from its arrival to its last token.
"""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from core.gaps import Gaps
from core.metrics.groups import gaps_of
from core.metrics.totals import members_of
from core.run import Run
from core.stopwatch import Stopwatch
from tests.walk.progress import progress_jobs

NOISE_MS = 2e-6
"""Of a figure that is rounded to the nanosecond; a mean has it once for each gap."""


def runs(seed: int, count: int) -> Iterator[tuple[Run, Stopwatch]]:
    """Runs that have a clock, with what times them."""
    for job in progress_jobs(seed, count):
        if job.cost is not None:
            run = job.run().finish()
            watch = run.stopwatch()
            assert watch is not None
            yield run, watch


def total_of(gaps: Gaps) -> float:
    return gaps.mean * gaps.count if gaps.count else 0.0


@pytest.mark.parametrize("seed", [361, 362])
def test_gaps_are_tokens_less_one(seed: int) -> None:
    for run, watch in runs(seed, 80):
        sent = {rid: result["emitted_tokens"] for rid, result in run.results().items()}
        for member in members_of(run, run.results()):
            expected = max(0, sent[member.request.rid] - 1)
            assert gaps_of(watch, [member]).count == expected
        assert Gaps(watch).count == sum(max(0, tokens - 1) for tokens in sent.values())


@pytest.mark.parametrize("seed", [363, 364])
def test_the_first_token_and_all_gaps_lead_to_the_last(seed: int) -> None:
    for run, watch in runs(seed, 80):
        for member in members_of(run, run.results()):
            result, last = member.result, member.result["last_token"]
            first_ms = result.get("ttft_ms")
            if first_ms is None or last is None:
                assert last is None
                continue
            until_last = watch.end_of(last) - watch.arrival_of(member.request)
            gaps = gaps_of(watch, [member])
            passed = first_ms + total_of(gaps)
            assert abs(passed - until_last) <= NOISE_MS * (1 + gaps.count)


@pytest.mark.parametrize("seed", [365])
def test_tokens_are_sent_in_the_steps_the_log_says(seed: int) -> None:
    """The longest gap and the first and the last token, from who sent in each step."""
    for job in progress_jobs(seed, 80):
        run = job.run().finish()
        sent: dict[str, list[int]] = {}
        for record in run.records():
            for rid in record.emitted:
                sent.setdefault(rid, []).append(record.step)
        for rid, result in run.results().items():
            steps = sent.get(rid, [])
            assert len(steps) == result["emitted_tokens"]
            assert [result["first_token"], result["last_token"]] == (
                [steps[0], steps[-1]] if steps else [None, None]
            )
            gaps = [later - one for one, later in pairwise(steps)]
            assert result["longest_gap"] == max(gaps, default=0)
