"""Every kind of figure that can be expected: met as it is, missed with any other number."""

from pathlib import Path

import pytest

from core.workload import Miss, check
from tests.workload.files import scenario

SHARED = """\
[scheduler]
name = "driftwood"
max_running = 2
block_size = 4
num_blocks = 4

[[request]]
rid = "A"
prompt_len = 6
output_len = 4
tenant = "one"

[[request]]
rid = "B"
prompt_len = 4
output_len = 5
tenant = "two.b"
priority = -1

[[request]]
rid = "C"
arrival = 1
prompt_len = 3
output_len = 2
tenant = "one"

"""
"""A runs in steps 0 to 3, B in 0 to 2 and again in 4 and 5, C in 4 and 5."""

RIGHT = [
    ("request.B", "admitted", "0"),
    ("request.C", "admitted", "4"),
    ("request.C", "queue_wait_steps", "3"),
    ("request.C", "ttft_steps", "4"),
    ("request.B", "turns", "2"),
    ("request.B", "last_token", "5"),
    ("request.B", "emitted_tokens", "5"),
    ("request.B", "held_slot_steps", "5"),
    ("request.B", "useful_slot_steps", "5"),
    ("request.B", "idle_slot_steps", "0"),
    ("request.B", "waited.blocks", "1"),
    ("run", "turns", "4"),
    ("run", "held_slot_steps", "11"),
    ("run", "utilisation", "1.00"),
    ("run", "occupancy", "1.83"),
    ("run", "tokens_per_slot_step", "1.0"),
    ("run", "fairness_of_tokens", "0.992"),
    ("run", "fairness_of_turns", "1.0"),
    ("run", "queue_wait_steps_p99", "3"),
    ("tenant.one", "requests", "2"),
    ("tenant.one", "emitted_tokens", "6"),
    ("tenant.one", "turns", "2"),
    ("tenant.'two.b'", "held_slot_steps", "5"),
    ("tenant.'two.b'", "occupancy", "0.83"),
    ("priority.-1", "preemptions", "1"),
    ("priority.0", "waited_slots", "2"),
    ("at.2", "held_slots", "2"),
    ("at.2", "turns.one", "1"),
    ("at.4", "turns.'two.b'", "2"),
    ("at.2", "computed_tokens.A", "8"),
    ("at.2", "known_tokens.A", "9"),
    ("at.2", "emitted.A", "3"),
    ("at.3", "emitted.C", "0"),
    ("at.3", "event = 'ran'\nused_blocks", "3"),
    ("at.3", "event = 'ran'\nrunning", "1"),
    ("at.3", "running", "0"),
    ("at.3", "event = 'ran'\ncomputed_tokens.A", "9"),
]


def misses(folder: Path, table: str, line: str) -> tuple[Miss, ...]:
    found = scenario(folder, f"{SHARED}[expect.{table}]\n{line}\n")
    return check(found, found.run())


@pytest.mark.parametrize(("table", "name", "number"), RIGHT)
def test_a_figure_is_met_and_no_other_is(
    tmp_path: Path, table: str, name: str, number: str
) -> None:
    assert misses(tmp_path, table, f"{name} = {number}") == ()
    whole, _, decimals = number.partition(".")
    other = f"{int(whole) + 1}.{decimals}" if decimals else f"{int(whole) + 1}"
    (miss,) = misses(tmp_path, table, f"{name} = {other}")
    assert miss.got is not None


def test_a_moment_that_nobody_ran_in_is_told(tmp_path: Path) -> None:
    (miss,) = misses(tmp_path, "at.9", "event = 'ran'\nused_blocks = 0")
    assert miss.reason == "there is no step 9: the last is 5"
    text = SHARED.replace("arrival = 1", "arrival = 100")
    found = scenario(tmp_path, f"{text}[expect.at.50]\nevent = 'ran'\nrunning = 0\n")
    (miss,) = check(found, found.run())
    assert miss.reason == "nobody ran in step 50"
