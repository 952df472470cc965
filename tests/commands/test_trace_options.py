"""What is wrong with how a trace is asked for is told once, and of the option that is wrong."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

LENGTHS = "num_prefill_tokens,num_decode_tokens\n7,2\n9,3\n"
TIMES = "arrived_at,num_prefill_tokens,num_decode_tokens\n0.5,7,2\n1.5,9,3\n"


@pytest.mark.parametrize(
    ("rows", "options", "faults"),
    [
        (LENGTHS, [], ["this trace has lengths only: say how its requests arrive"]),
        (LENGTHS, ["--set", "workload.arrivals=bursty", "--set", "workload.rate=4"], ["cv is"]),
        (
            LENGTHS,
            ["--set", "workload.arrivals=poison", "--set", "workload.rate=4"],
            ["--set workload.arrivals=poison: there is no arrival process 'poison'; did you mean"],
        ),
        (TIMES, ["--limit", "0"], ["--limit 0: limit must be at least 1, not 0"]),
        (TIMES, ["--format", "vidr"], ["--format vidr: there is no format 'vidr'; did you mean"]),
        (TIMES, ["--window", "9..3"], ["--window 9..3: window must end after it starts"]),
        (TIMES, ["--set", "workload.speed=0"], ["speed must be between 1e-06 and 1,000,000, not"]),
        (
            TIMES,
            ["--set", "workload.arrivals=poisson", "--set", "workload.rate=4"],
            ["arrivals are for a trace of lengths only: this one has its times"],
        ),
    ],
)
def test_each_fault_once(
    driftwood: Driftwood, tmp_path: Path, rows: str, options: list[str], faults: list[str]
) -> None:
    file = tmp_path / "trace.csv"
    file.write_text(rows, encoding="utf-8")
    called = driftwood("run", file, *options)
    assert called.code == 2
    lines = called.err.splitlines()
    assert len(lines) == len(faults)
    assert all(fault in line for fault, line in zip(faults, lines, strict=True))
