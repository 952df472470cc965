"""A figure of a lesson's file, changed as one would by hand, makes `driftwood check` fail."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from tests.commands.calling import Driftwood
from tests.lessons.test_course import LESSONS

NUMBER = re.compile(r"(?<== )\d+(\.\d+)?(?=[ ,}]|$)")
FEW = 6


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    return Driftwood(capsys)


def figures(text: str) -> Iterator[tuple[int, int]]:
    """Where the figures of a text begin and end: numbers under a header or a key of `expect`."""
    header, at = "", 0
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            header = line
        if "expect" in header or line.startswith("expect."):
            for found in NUMBER.finditer(line.rstrip("\n")):
                yield at + found.start(), at + found.end()
        at += len(line)


def changed(text: str, start: int, end: int) -> str:
    """`text` with the next number of as many decimals."""
    number = Decimal(text[start:end])
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return f"{text[:start]}{number + Decimal(1).scaleb(exponent)}{text[end:]}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_another_figure_in_the_file_fails(path: Path, tmp_path: Path, driftwood: Driftwood) -> None:
    text = path.read_text(encoding="utf-8")
    places = list(figures(text))
    assert len(places) >= FEW // 2
    for place in Random(path.name).sample(places, min(FEW, len(places))):
        case = tmp_path / "case.toml"
        case.write_text(changed(text, *place), encoding="utf-8")
        called = driftwood("check", case)
        assert (called.code, called.err) == (1, ""), text[slice(*place)]
        assert called.out.splitlines()[-1].endswith("1 not met")
