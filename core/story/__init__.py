"""One request's life as a short story with numbers: the text of `driftwood explain`.

Told from a replay of the steps it was there, from its arrival to its end or to where the run has
got. Waits are told by cause: `turn` while somebody stood before it, else what held it as the head;
they sum to those of `core.results`.
"""

from core.explain import counted
from core.metrics import CAUSES, first_token_times, is_timed
from core.naming import exact, visible
from core.request import Request
from core.results import Result
from core.run import Run
from core.story.line import Kind, Line
from core.story.lives import Lives, costly

__all__ = ["Kind", "Line", "Lives", "costly", "story"]


def story(run: Run, rid: str) -> tuple[Line, ...]:
    """The life of `rid` as far as `run` has got, in order, what it came to last.

    Raises `LookupError` where the run has no such request.
    """
    lives = Lives(run, [rid])
    lives.advance(lives.steps + 1)
    request = next(each for each in run.requests if each.rid == rid)
    asked = Line("asked", None, None, None, _asked(request))
    return (asked, *lives.of(rid), Line("total", None, None, None, _total(run, request)))


def _asked(request: Request) -> str:
    prompt, output = counted(request.prompt_len, "token"), counted(request.output_len, "token")
    priority = f", priority {request.priority:,}" if request.priority else ""
    tenant = f", for {visible(request.tenant)}" if request.tenant else ""
    return f"a prompt of {prompt}, {output} asked for{priority}{tenant}"


def _total(run: Run, request: Request) -> str:
    """What its life came to, in the words and figures of the results."""
    results = run.results()
    result, time = results[request.rid], first_token_times(run, results).get(request.rid)
    parts = [_waited(result)]
    if result["unserved"]:
        parts.append(f"{counted(result['unserved'], 'step')} admitted without a token")
    if result["preemptions"]:
        parts.append(
            f"preempted {counted(result['preemptions'], 'time')}, "
            f"{counted(result['recomputed_tokens'], 'token')} to redo"
        )
    if time is not None:
        parts.append(
            f"TTFT {exact(time)} ms" if is_timed(run) else f"TTFT {counted(int(time), 'step')}"
        )
    if result["longest_gap"]:
        parts.append(_gap(result))
    return "in all: " + "; ".join(parts)


def _gap(result: Result) -> str:
    """In steps, and with a clock in time, where a long step is a stall too."""
    gap = f"longest gap {counted(result['longest_gap'], 'step')}"
    time, stall = result.get("longest_gap_ms"), result.get("worst_stall_ms")
    if time is None or stall is None:
        return gap
    return f"{gap}, {exact(time)} ms; worst stall {exact(stall)} ms"


def _waited(result: Result) -> str:
    waited = {cause: steps for cause in CAUSES if (steps := result["waited"][cause])}
    causes = ", ".join(f"{cause} {steps:,}" for cause, steps in waited.items())
    return f"waited {counted(sum(waited.values()), 'step')}" + (f" ({causes})" if causes else "")
