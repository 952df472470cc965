"""What the tests of this folder share: a sound scenario, and reading one."""

from pathlib import Path

import pytest

from core.workload import FileFault, Scenario, ScenarioError, load_scenario

SOUND = """\
title = "B makes room for A"
notes = "A needs a third block in step 3."
requests = [["A", 0, 6, 4], ["B", 0, 4, 5], ["C", 1, 3, 2]]

[scheduler]
name = "driftwood"
max_running = 3
block_size = 4
num_blocks = 4

[cost]
base_ms = 12.5

[run]
max_steps = 1000

[expect.request.B]
first_token = 0
finish = 5
preemptions = 1
state = "finished"
waited = { blocks = 1, turn = 0 }

[expect.at.1]
event = 3
waiting = ["C"]
running = 2
used_blocks = 4

[expect.run]
status = "finished"
steps = 6
"""

TABLES = """\
[scheduler]
name = "driftwood"
max_running = 2

[[request]]
rid = "A"
prompt_len = 6
output_len = 4

[[request]]
rid = "B"
arrival = 2
prompt_len = 4
output_len = 1
"""

VARIED = (
    SOUND
    + """
[[variant]]
name = "five blocks"

[variant.scheduler]
num_blocks = 5

[variant.cost]
per_kv_token_ms = 0.5

[variant.expect.run]
preemptions = 0

[[variant]]
name = "unlimited"
cost = "none"

[variant.scheduler]
block_size = "none"
num_blocks = "none"

[variant.expect.request.B]
finish = 4

[[variant]]
name = "other requests"
notes = "Somebody else."

[[variant.request]]
rid = "D"
prompt_len = 3
output_len = 2

[variant.expect.request.D]
finish = 1
"""
)


def changed(old: str, new: str, text: str = SOUND) -> str:
    """`text` with `new` in the place of `old`, which stands in it once."""
    assert text.count(old) == 1
    return text.replace(old, new)


def written(folder: Path, text: str, name: str = "case.toml") -> Path:
    """The path of a file in `folder` that holds `text`, byte for byte."""
    path = folder / name
    path.write_bytes(text.encode())
    return path


def scenario(folder: Path, text: str) -> Scenario:
    """The scenario that `text` is."""
    return load_scenario(written(folder, text))


def faults(folder: Path, text: str) -> tuple[FileFault, ...]:
    """What is wrong with the scenario that `text` is."""
    with pytest.raises(ScenarioError) as caught:
        scenario(folder, text)
    return caught.value.faults


def told(folder: Path, text: str) -> list[str]:
    """The faults as `line: message`, without the file."""
    return [f"{fault.line or '-'}: {fault.message}" for fault in faults(folder, text)]
