"""A user's own scheduler: whatever it does, a run of it comes to an end or goes on.

What it yields is looked at, so that a moment holds events and nothing else, and a step that yields
without end is stopped. Both are blamed on the line of the `yield`. So is one that exits, which
would end the command as if all were well. What its methods return is blamed on the method.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, get_args

from core import events
from core.lifecycle import NeverFits
from core.memory import Memory
from core.naming import visible
from core.policies.rule import PolicyError, place_of, words_of
from core.replica import Replica
from core.request import Request

MOST_EVENTS = 10_000
"""In one step, and as many more for each request."""
FOR_EACH = 100
EVENTS: tuple[type, ...] = get_args(events.Event)
NEEDED = ("never_fits", "step")
NEEDS = "a scheduler has memory(), never_fits(request) and step(replica)"
ENGINE = Path(events.__file__).parent
MOVES = ENGINE / "replica"
"""Where the moves stand that a step can make."""


def missing_of(engine: object) -> list[str]:
    """The methods of a scheduler that `engine` has not."""
    missing = [each for each in NEEDED if not callable(getattr(engine, each, None))]
    has_memory = any(callable(getattr(engine, each, None)) for each in ("new_memory", "memory"))
    return missing if has_memory else ["memory", *missing]


class OwnScheduler:
    """The scheduler `engine`, called `name`, for a workload of `requests` requests."""

    def __init__(self, name: str, engine: Any, requests: int) -> None:  # noqa: ANN401 - a stranger's
        """Nothing of `engine` is called yet."""
        self.name = name
        self.engine = engine
        self.most_events = MOST_EVENTS + FOR_EACH * requests

    def __getattr__(self, knob: str) -> object:
        """What the engine calls its knobs, for those who look at them."""
        if knob.startswith("__") or knob == "engine":
            raise AttributeError(knob)
        return getattr(self.engine, knob)

    def new_memory(self) -> Memory:
        """The memory of a replica at its start. Raises `PolicyError` for what is none."""
        make = getattr(self.engine, "new_memory", None) or self.engine.memory
        memory: object = self._called(make)
        if isinstance(memory, Memory):
            return memory
        right = "return one of core.memory, such as Unlimited()"
        raise self._returned(make, f"the memory is {memory!r:.60}: {right}")

    def never_fits(self, request: Request) -> NeverFits | None:
        """Why `request` could never run, even alone; None if it could."""
        why: NeverFits | None = self._called(self.engine.never_fits, request)
        return why

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """The engine's step, each event looked at, and that nobody is left who has to finish."""
        due: Sequence[int] = ()
        try:
            for event in self._looked_at(replica):
                if isinstance(event, events.Ran):
                    due = replica.still_to_finish
                yield event
        except SystemExit as error:
            said = f"it ends the process (SystemExit: {words_of(error)})"
            raise RuntimeError(said).with_traceback(error.__traceback__) from None
        except (AssertionError, KeyError) as error:
            if refused := _refused(error):
                raise RuntimeError(refused).with_traceback(error.__traceback__) from None
            raise
        if late := _unfinished(replica, due):
            raise self._returned(self.engine.step, late)

    def _looked_at(self, replica: Replica) -> Iterator[events.Event]:
        given = self._called(self.engine.step, replica)
        if not isinstance(given, Iterable):
            raise self._returned(
                self.engine.step, f"a step is {given!r:.60}: yield what each move returns"
            )
        told = iter(given)
        for number, event in enumerate(told):
            if not isinstance(event, EVENTS):
                self._blame(
                    told, TypeError(f"{event!r:.60} is no event: yield what a move returns")
                )
            if number >= self.most_events:
                said = f"step {replica.clock.step} has more than {self.most_events:,} events"
                self._blame(told, RuntimeError(f"{said}: it yields without end"))
            yield event

    def _called(self, method: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - see above
        """What `method` returns, which is to blame where it does not take what it is given."""
        try:
            return method(*given)
        except TypeError as error:
            inside = error.__traceback__ and error.__traceback__.tb_next
            if inside is None:
                raise self._returned(method, words_of(error)) from None
            raise

    def _returned(self, method: object, words: str) -> PolicyError:
        """What is wrong with what `method` returned."""
        return PolicyError(place_of(method), f"{self.name}: {words}", "scheduler")

    def _blame(self, told: Iterator[object], error: Exception) -> None:
        """Raise `error` where the engine yielded last."""
        if isinstance(told, Generator):
            told.throw(error)
        raise error


def _refused(error: AssertionError | KeyError) -> str:
    """That a move cannot be made, and why; nothing if it was not a move that raised `error`."""
    frames = extract_tb(error.__traceback__)
    moves = [frame.name for frame in frames if Path(frame.filename).parent == MOVES]
    if not moves or ENGINE not in Path(frames[-1].filename).parents:
        return ""
    why = words_of(error) or "what it needs is not there"
    if isinstance(error, KeyError):
        why = f"nobody has the number {why}"
    return f"{moves[0]} cannot be done now: {why}"


def _unfinished(replica: Replica, due: Sequence[int]) -> str:
    """Who has sent its last token in this step of `replica` and was not finished.

    Those who were `due` after its work may have been asked for since, and then forgotten.
    """
    late = [*replica.due_to_finish(), *(number for number in due if number in replica.running)]
    if not late:
        return ""
    wanted = "yield replica.finish(number) for each of replica.due_to_finish()"
    rid = visible(replica.running[late[0]].request.rid)
    return f"{rid} has sent its last token and goes on: {wanted}"
