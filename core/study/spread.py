"""Jobs spread over others: processes of this machine, or a cluster, whatever gives futures.

Few are under way at a time, so memory follows what is done with the results, not the jobs. Whoever
dies takes the jobs with it that it had under way: they are tried once more, one by one, so that it
is known which of them it was.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

Job = TypeVar("Job")
Job_contra = TypeVar("Job_contra", contravariant=True)
Made = TypeVar("Made")

ALONE = "its worker died, also with nothing else under way"
TICK_SECONDS = 0.1
"""How long is waited before somebody may look up from it."""


class Crew(Protocol[Job_contra, Made]):
    """Who does the jobs, `room` of them at a time."""

    @property
    def room(self) -> int:
        """How many jobs may be under way."""
        ...

    def submit(self, job: Job_contra, /) -> Future[Made]:
        """Begin a job."""
        ...

    def mend(self) -> None:
        """Take on others in the place of those who died."""
        ...


class Done(NamedTuple, Generic[Job, Made]):
    """A job, and what was made of it; None if it was lost, and `why`."""

    job: Job
    made: Made | None
    why: str = ""


def spread(
    jobs: Iterable[Job], crew: Crew[Job, Made], going: Callable[[], bool]
) -> Iterator[list[Done[Job, Made]]]:
    """What is done, in lists, as it comes; empty ones where nothing came for a while.

    Ends when all is done, or as soon as `going` says no.
    """
    return _Spreading(jobs, crew).run(going)


class _Spreading(Generic[Job, Made]):
    """`suspects` were under way when somebody died."""

    def __init__(self, jobs: Iterable[Job], crew: Crew[Job, Made]) -> None:
        self._jobs = iter(jobs)
        self._crew = crew
        self._flying: dict[Future[Made], Job] = {}
        self._suspects: deque[Job] = deque()
        self._is_trial = False

    def run(self, going: Callable[[], bool]) -> Iterator[list[Done[Job, Made]]]:
        self._fill()
        while self._flying and going():
            landed, _ = wait(self._flying, TICK_SECONDS, FIRST_COMPLETED)
            found = [self._landed(future) for future in landed]
            yield [one for one in found if one is not None]
            self._fill()

    def _fill(self) -> None:
        """Begin as many jobs as may be; a suspect alone."""
        if self._suspects or self._is_trial:
            if not self._flying:
                self._try_alone()
            return
        for job in islice(self._jobs, max(0, self._crew.room - len(self._flying))):
            self._begin(job)

    def _try_alone(self) -> None:
        self._is_trial = bool(self._suspects)
        self._crew.mend()
        if self._is_trial:
            self._begin(self._suspects.popleft())
        else:
            self._fill()

    def _begin(self, job: Job) -> None:
        try:
            future = self._crew.submit(job)
        except BrokenExecutor as error:  # somebody died just now
            future = Future()
            future.set_exception(error)
        self._flying[future] = job

    def _landed(self, future: Future[Made]) -> Done[Job, Made] | None:
        """What came of a job; None if it is to be tried again."""
        job = self._flying.pop(future)
        try:
            return Done(job, future.result())
        except (BrokenExecutor, CancelledError) as error:
            if self._is_trial:
                return Done(job, None, f"{ALONE}: {_words(error)}")
            self._suspects.append(job)
            return None
        except Exception as error:  # noqa: BLE001 - whatever a cluster may say of a job it lost
            return Done(job, None, _words(error))


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")
