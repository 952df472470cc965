"""Tables of one's own at random: what a spreadsheet writes, and what is broken."""

import csv
import io
from pathlib import Path
from random import Random

import pytest

from core.workload import TraceError, load_trace
from tests.workload.files import written

NAMES = {"arrival_ms": "ts", "prompt_len": "in", "output_len": "out"}


def drawn_table(random: Random) -> tuple[str, list[tuple[str, int, int]]]:
    """A table as a spreadsheet writes it, and the tenant and lengths of each row."""
    out = io.StringIO()
    table = csv.writer(out, delimiter=random.choice(",;\t|"), quoting=random.choice((0, 1)))
    table.writerow(["ts", "who", "in", "out"])
    rows = []
    for at in range(random.randint(1, 8)):
        who = "".join(random.choices("ab\",;|'é", k=random.randint(0, 5)))
        rows.append((who, random.randint(1, 99), random.randint(1, 99)))
        table.writerow([at, *rows[-1]])
    return out.getvalue(), rows


@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_as_a_table_is_read(tmp_path: Path, seed: int) -> None:
    text, rows = drawn_table(Random(seed))
    found = load_trace(written(tmp_path, text, "own.csv"), columns=NAMES | {"tenant": "who"})
    assert [(r.tenant, r.prompt_len, r.output_len) for r in found.requests] == rows
    assert found.report.read == len(rows)


@pytest.mark.parametrize("seed", range(60))
def test_bytes_that_are_wrong_are_refused_or_counted(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    lines = '{"ts": 1, "in": 2, "out": 3}\n' * 4
    raw = bytearray((lines if seed % 2 else drawn_table(random)[0]).encode())
    for _ in range(random.randint(1, 6)):
        raw[random.randrange(len(raw))] = random.choice(b'\x00\xff"{}[],;\n\r\\1e-')
    path = tmp_path / "own.csv"
    path.write_bytes(raw)
    keys = {"columns"}
    try:
        report = load_trace(path, columns=NAMES).report
    except TraceError as error:
        keys = {fault.key for fault in error.faults}
    else:
        assert report.read == report.kept + sum(report.dropped.values())
    assert keys == {"columns"}
