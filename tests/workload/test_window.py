"""Windows: seconds, exactly as written."""

import pytest

from core.workload.window import Window, parse_window

SECOND = 10**9


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("60s..120s", Window(60 * SECOND, 120 * SECOND)),
        ("60..120", Window(60 * SECOND, 120 * SECOND)),
        (" 60 s .. 120 ", Window(60 * SECOND, 120 * SECOND)),
        ("0.1..0.3", Window(SECOND // 10, 3 * SECOND // 10)),
        ("1.000000001..2", Window(SECOND + 1, 2 * SECOND)),
        ("60..", Window(60 * SECOND, None)),
        ("..120s", Window(0, 120 * SECOND)),
    ],
)
def test_a_window_is_read_exactly(text: str, window: Window) -> None:
    assert parse_window(text) == window


@pytest.mark.parametrize(
    "text",
    [
        "",
        "..",
        "60",
        "60-120",
        "60...120",
        "-1..3",
        "1e3..2e3",
        "a..b",
        "60m..61m",
        "9" * 20 + "..",
        3,
    ],
)
def test_what_is_no_window_says_what_would_be(text: object) -> None:
    with pytest.raises(ValueError, match=r"^window must be A\.\.B in seconds, such as 60\.\.120$"):
        parse_window(text)


@pytest.mark.parametrize("text", ["120..60", "60..60", "0..0"])
def test_a_window_ends_after_it_starts(text: str) -> None:
    with pytest.raises(ValueError, match="must end after it starts"):
        parse_window(text)


def test_it_holds_its_start_and_not_its_end() -> None:
    window = parse_window("1..2")
    held = [at for at in (0, SECOND - 1, SECOND, 2 * SECOND - 1, 2 * SECOND) if window.holds(at)]
    assert held == [SECOND, 2 * SECOND - 1]
