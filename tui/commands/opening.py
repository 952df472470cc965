"""The command that opens the screen at a moment of the run that was asked for."""

from collections.abc import Iterator
from shlex import quote

from core.findings import Jump
from tui.commands.asked import Asked
from tui.commands.piped import is_pipe
from tui.view.clean import clean


def opening(asked: Asked, jump: Jump) -> str:
    """`driftwood step FILE --step 12 --event 3`, with the options the run was made with."""
    file = "FILE" if is_pipe(asked.file) else asked.file  # what came through it is gone
    words = ["driftwood", "step", file, *options_of(asked)]
    words += ["--step", str(jump.step), "--event", str(jump.event)]
    return clean(" ".join(map(quote, words)))


def options_of(asked: Asked) -> Iterator[str]:
    """The options that ask for it, word by word."""
    for setting in asked.settings or []:
        yield from ("--set", setting)
    given = {
        "--variant": asked.variant,
        "--scheduler": asked.scheduler,
        "--format": asked.format,
        "--columns": asked.columns,
        "--limit": asked.limit,
        "--window": asked.window,
        "--speed": asked.speed,
        "--max-steps": asked.max_steps,
        "--victim": asked.victim,
        "--admission": asked.admission,
        "--queue": asked.queue,
        "--prefill": asked.prefill,
        "--on-preempt": asked.on_preempt,
    }
    for option, value in given.items():
        if value is not None:
            yield from (option, str(value))
