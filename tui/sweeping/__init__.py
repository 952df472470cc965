"""What a sweep has to do with the world: its words, its results file, its workers, its report.

A room of its own beside `tui.commands`, since it runs in other processes too: a worker imports
`tui.sweeping.worker` and nothing of the command. What a sweep means is `core.study.sweep`.
"""
