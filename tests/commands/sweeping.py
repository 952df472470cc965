"""What the tests of sweeps share: a small grid, and a load with a clock."""

CASE = "brief/2-preemption"
GRID = ("--set", "num_blocks=3,4,5", "--set", "max_running=1,3", "--jobs", "1")

LOAD = """\
title = "Some load"

[workload]
generator = "poisson"
rate = 5
requests = 40
prompt_len = 30
output_len = 10

[scheduler]
name = "driftwood"
max_running = 4

[cost]
base_ms = 20
"""
