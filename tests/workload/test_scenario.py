"""What a scenario file may say, and what comes of it."""

from pathlib import Path

import pytest

from core import Request
from core.cost import Cost
from core.schedulers import make_scheduler
from core.workload import load_scenario
from tests.workload.files import SOUND, TABLES, scenario, written


def test_a_scenario_has_what_its_file_says(tmp_path: Path) -> None:
    found = scenario(tmp_path, SOUND)
    assert found.title == "B makes room for A"
    assert found.notes == "A needs a third block in step 3."
    assert found.requests == (
        Request("A", 0, 6, 4),
        Request("B", 0, 4, 5),
        Request("C", 1, 3, 2),
    )
    assert found.scheduler_name == "driftwood"
    assert found.scheduler == make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4)
    assert found.cost == Cost(12.5)
    assert found.max_steps == 1000
    assert found.path == tmp_path / "case.toml"
    assert (found.clock_note, found.report) == ("", None)


def test_what_is_not_said_has_its_default(tmp_path: Path) -> None:
    found = scenario(tmp_path, TABLES)
    assert (found.title, found.notes) == ("case", "")
    assert (found.cost, found.max_steps, found.expectations) == (None, 10_000_000, ())


def test_requests_as_tables_and_as_a_list_are_the_same(tmp_path: Path) -> None:
    tables = scenario(tmp_path, TABLES)
    header = TABLES[: TABLES.index("[[request]]")]
    compact = scenario(tmp_path, f'requests = [["A", 0, 6, 4], ["B", 2, 4, 1]]\n{header}')
    assert tables.requests == compact.requests


def test_arrival_is_step_0_where_it_is_not_given(tmp_path: Path) -> None:
    assert [one.arrival for one in scenario(tmp_path, TABLES).requests] == [0, 2]


def test_a_run_of_it_is_at_its_start_and_ends(tmp_path: Path) -> None:
    run = scenario(tmp_path, SOUND).run()
    assert run.status == "running"
    assert run.finish().results()["B"]["finish"] == 5
    assert run.cost == Cost(12.5)


def test_max_steps_is_the_run_s(tmp_path: Path) -> None:
    short = scenario(tmp_path, SOUND.replace("max_steps = 1000", "max_steps = 2"))
    assert short.run().finish().status == "limit"


def test_arrivals_in_ms_run_at_20_ms_a_step_and_say_so(tmp_path: Path) -> None:
    text = TABLES.replace("prompt_len = 6", "arrival_ms = 0\nprompt_len = 6")
    found = scenario(tmp_path, text.replace("arrival = 2", "arrival_ms = 2.5"))
    assert [one.arrival_ms for one in found.requests] == [0, 2.5]
    assert found.cost == Cost(20.0)
    assert found.clock_note == "a timed trace without a cost model runs at 20 ms a step"


def test_with_a_cost_there_is_nothing_to_note(tmp_path: Path) -> None:
    text = TABLES.replace("prompt_len = 6", "arrival_ms = 0\nprompt_len = 6")
    timed = text.replace("arrival = 2", "arrival_ms = 2.5") + "[cost]\nbase_ms = 3\n"
    found = scenario(tmp_path, timed)
    assert (found.cost, found.clock_note) == (Cost(3.0), "")


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    odd = 'title = "\\u001b[31m[bold]\\u202e"\nrequests = [["[red]\\n\\u0000", 0, 1, 1]]\n'
    found = scenario(tmp_path, odd + '[scheduler]\nname = "driftwood"\nmax_running = 1\n')
    assert found.title == "\x1b[31m[bold]\u202e"
    assert found.requests[0].rid == "[red]\n\0"
    assert found.run().finish().status == "finished"


def test_a_byte_order_mark_and_crlf_are_no_fault(tmp_path: Path) -> None:
    text = "\ufeff" + SOUND.replace("\n", "\r\n")
    assert load_scenario(written(tmp_path, text)).requests[2].rid == "C"


def test_a_request_that_never_fits_is_for_the_run_to_reject(tmp_path: Path) -> None:
    run = scenario(tmp_path, SOUND.replace('["A", 0, 6, 4]', '["A", 0, 60, 4]')).run()
    assert run.finish().results()["A"]["state"] == "rejected"


def test_a_scenario_is_a_value(tmp_path: Path) -> None:
    found = scenario(tmp_path, SOUND)
    with pytest.raises(AttributeError):
        found.title = "other"  # type: ignore[misc]  # what mypy refuses is refused when it runs
