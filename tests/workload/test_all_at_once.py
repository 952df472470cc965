"""No mistake hides another one."""

from pathlib import Path
from time import perf_counter

import pytest

from core.schedulers import scheduler_faults
from tests.workload.files import SOUND, TABLES, faults, told

LIST = 'requests = [["A", 0, 6, 4], ["B", 0, 4, 5], ["C", 1, 3, 2]]'
LONG = ("9" * 30, "9" * 5000, "0x" + "f" * 20_000, "-" + "9" * 5000)


def keys(folder: Path, text: str) -> set[str]:
    return {fault.key for fault in faults(folder, text)}


@pytest.mark.parametrize("name", ['name = "driftwood"', 'name = "drift"', "nam = 1", "name = 3"])
def test_of_a_scheduler_every_knob_is_told(tmp_path: Path, name: str) -> None:
    text = SOUND.replace('name = "driftwood"', name).replace("max_running = 3", "max_runing = 3")
    text = text.replace("block_size = 4", 'block_size = "4"').replace(
        "blocks = 4", "blocks = -4", 1
    )
    lines = told(tmp_path, text)
    assert "8: block_size must be an integer, not '4'" in lines
    assert "9: num_blocks must be at least 1, not -4" in lines
    if name == 'name = "driftwood"':
        assert any(line.startswith("7: driftwood has no knob 'max_runing'") for line in lines)
        assert "5: driftwood needs max_running" in lines


def test_what_is_missing_is_told_once_and_beside_the_rest() -> None:
    found = list(scheduler_faults("driftwood", {"block_size": 0, "qqq": 1}))
    assert [fault.key for fault in found] == ["qqq", "max_running", "block_size", "block_size"]
    assert [fault.key for fault in scheduler_faults(None, {"num_blocks": 0})] == [
        "name",
        "num_blocks",
    ]


def test_a_knob_that_is_no_value_is_told_once(tmp_path: Path) -> None:
    assert told(tmp_path, SOUND.replace("num_blocks = 4", "num_blocks = [4]")) == [
        "9: num_blocks cannot be a list of 1"
    ]


@pytest.mark.parametrize("number", LONG)
@pytest.mark.parametrize(
    ("old", "key"),
    [
        ("max_running = 3", "scheduler.max_running"),
        ("base_ms = 12.5", "cost.base_ms"),
        ("max_steps = 1000", "run.max_steps"),
        ("first_token = 0", "expect.request.B.first_token"),
        ("turn = 0", "expect.request.B.waited.turn"),
        ("event = 3", "expect.at.1.event"),
        ("steps = 6", "expect.run.steps"),
    ],
)
def test_a_number_that_is_too_long_is_told_by_its_key_beside_the_rest(
    tmp_path: Path, old: str, key: str, number: str
) -> None:
    name = old.partition(" ")[0]
    text = SOUND.replace(old, f"{name} = {number}", 1).replace("title", "tilte", 1)
    found = faults(tmp_path, text)
    assert [fault.key for fault in found] == ["tilte", key]
    assert name in found[1].message
    assert len(found[1].message) < 200


@pytest.mark.parametrize("number", LONG)
@pytest.mark.parametrize("text", [SOUND, TABLES])
def test_in_a_request_too(tmp_path: Path, text: str, number: str) -> None:
    text = text.replace('["A", 0, 6', f'["A", 0, {number}').replace("prompt_len = 6", "#", 1)
    text = text.replace('rid = "A"', f'rid = "A"\nprompt_len = {number}')
    (fault,) = faults(tmp_path, text)
    assert fault.message.startswith("request 1 A: prompt_len ")


@pytest.mark.parametrize("number", LONG)
@pytest.mark.parametrize("new", ["title = {}", "x = [{}]", "scheduler = {}", "[cost.x]\ny = {}"])
def test_wherever_it_stands(tmp_path: Path, number: str, new: str) -> None:
    lines = told(tmp_path, new.format(number) + "\n" + TABLES[TABLES.index("[[") :])
    assert all(len(line) < 500 for line in lines)


def test_requests_below_a_header_are_one_mistake(tmp_path: Path) -> None:
    text = SOUND.replace(LIST + "\n", "").replace("max_running = 3", f"max_running = 3\n{LIST}")
    text = text.partition("[expect")[0]
    move = "; move it above the first [table]: there it is the scenario's"
    assert told(tmp_path, text) == [f"7: requests in [scheduler] is unknown{move}"]
    last = SOUND.replace(LIST + "\n", "").partition("[expect.at")[0] + f"[expect.run]\n{LIST}\n"
    assert told(tmp_path, last) == [f"24: requests must be a number, not a list of 3{move}"]


def test_very_many_requests_have_lines_soon(tmp_path: Path) -> None:
    """Seven megabytes. The first run of a slow machine takes 7 s, most of it the library's."""
    rows = "".join(
        f'\n[[request]]\nrid = "r{n}"\narrival = {n}\nprompt_len = 0\noutput_len = 5\n'
        for n in range(100_000)
    )
    text = TABLES[: TABLES.index("[[")] + rows
    began = perf_counter()
    found = faults(tmp_path, text)
    assert perf_counter() - began < 60
    assert len(found) == 100_000
    assert [fault.line for fault in found[:3]] == [9, 15, 21]
    assert found[999].line == 9 + 6 * 999


def test_one_mistake_behind_very_many_requests_has_its_line(tmp_path: Path) -> None:
    rows = "\n".join(f'["r{number}", 0, 1, {"1" * 12}],' for number in range(150_000))
    text = f"requests = [\n{rows}\n]\n" + TABLES[: TABLES.index("[[")] + "max_runing = 1\n"
    assert len(text) > 4 * 2**20
    (fault,) = faults(tmp_path, text)
    assert fault.line == 150_007
