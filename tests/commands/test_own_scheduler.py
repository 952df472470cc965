"""`--scheduler my.py:Engine`: the user's own scheduler, and what is wrong with it."""

import json
from pathlib import Path

import pytest

from core import Request, Run
from core.schedulers.own import OwnScheduler
from tests.commands.calling import Driftwood
from tests.house.readme import README, fenced

BRIEF = "brief/2-preemption"
PREFILL = "yield from (replica.prefill(s, {}) for s in [*replica.prefilling.values()])"
FAULTY = """
from core.memory import Unlimited

class Forever:
    def memory(self): return Unlimited()
    def never_fits(self, request): return None
    def step(self, replica):
        yield from replica.arrive(self.never_fits)
        while True:
            yield replica.close_tick(0)

class Words(Forever):
    def step(self, replica):
        yield "hello"

class Raises(Forever):
    def step(self, replica):
        yield from replica.arrive(self.never_fits)
        yield replica.close_tick(0)
        if replica.clock.step == 2:
            raise KeyError("oh")

class Exits(Forever):
    def step(self, replica):
        yield from replica.arrive(self.never_fits)
        raise SystemExit(0)

class Deaf(Forever):
    def step(self, replica):
        yield replica.close_tick(0)

class Empty(Forever):
    def step(self, replica): return None

class Unsaid(Forever):
    def never_fits(self, request): return "no"
    def step(self, replica):
        yield from replica.arrive(self.never_fits)

class Nowhere(Forever):
    def memory(self): return None

class Needy(Forever):
    def __init__(self, num_blocks, rate, *more, hidden=1, **others): pass

class Forgets:
    def memory(self): return Unlimited()
    def never_fits(self, request): return None
    def step(self, replica):
        yield from replica.arrive(self.never_fits)
        while replica.queue.head:
            yield replica.admit_head(0)
        for state in list(replica.prefilling.values()):
            yield replica.prefill(state, state.known_tokens)
        yield replica.close_tick(0)
        replica.due_to_finish()

class Mute(Forever):
    def step(self): yield

class Lost(Forever):
    def memory(self, size): return Unlimited()

class Half:
    def step(self, replica): return ()
"""


@pytest.fixture
def my(tmp_path: Path) -> Path:
    blocks = fenced(README.read_text(encoding="utf-8"), "python")
    (example,) = [block for block in blocks if "OneAfterAnother" in block]
    (tmp_path / "my.py").write_text(f"{example}\n{FAULTY}", encoding="utf-8")
    return tmp_path / "my.py"


def test_the_readmes_scheduler_runs_with_the_scenarios_knobs(
    driftwood: Driftwood, my: Path
) -> None:
    said = driftwood("run", BRIEF, "--scheduler", f"{my}:OneAfterAnother").out
    assert "3 finished" in said
    assert "most 1" in said
    assert "Findings: none" in said


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("Forever", "yield replica.close_tick(0)", "more than 10,300 events"),
        ("Words", 'yield "hello"', "'hello' is no event"),
        ("Exits", "raise SystemExit(0)", "it ends the process (SystemExit: 0) (step 0, after"),
        ("Empty", "def step(self, replica): return None", "a step is None: yield what each move"),
        ("Unsaid", "yield from replica.arrive(self.never_fits)", "never_fits gives 'no': return a"),
        ("Raises", 'raise KeyError("oh")', "KeyError: 'oh' (step 2, after event 1)"),
        ("Forgets", "def step(self, replica):", "C has sent its last token and goes on: yield"),
        ("Mute", "def step(self): yield", "Mute.step() takes 1 positional argument but 2 were"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    driftwood: Driftwood, my: Path, name: str, line: str, words: str
) -> None:
    lines = my.read_text(encoding="utf-8").splitlines()
    numbers = [n for n, text in enumerate(lines, 1) if text.strip() == line]
    called = driftwood("run", BRIEF, "--scheduler", f"{my}:{name}")
    assert called.code == 2
    assert any(f"my.py:{number}: " in called.out for number in numbers)
    assert words in called.out


def test_what_is_no_scheduler_is_refused(driftwood: Driftwood, my: Path) -> None:
    called = driftwood("run", BRIEF, "--scheduler", f"{my}:Half")
    assert called.code == 2
    assert "here is no memory, no never_fits" in called.err


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (":Nowhere", "the memory is None: return one of core.memory, such as Unlimited()"),
        (":Lost", "Lost.memory() missing 1 required positional argument: 'size'"),
        (":Needy", "it needs rate, which this scenario does not give"),
        (":", "say what in the file, as my.py:name"),
        ("", "say what in the file, as my.py:name"),
    ],
)
def test_what_cannot_begin_is_refused(
    driftwood: Driftwood, my: Path, name: str, words: str
) -> None:
    called = driftwood("run", BRIEF, "--scheduler", f"{my}{name}")
    assert called.code == 2
    assert words in called.err


def test_one_that_lets_nobody_arrive_is_told_so(driftwood: Driftwood, my: Path) -> None:
    said = driftwood("run", BRIEF, "--scheduler", f"{my}:Deaf").out
    assert "nobody at the head, 3 requests that no step has let arrive" in said
    assert "nobody still to arrive" not in said


def test_a_policy_without_its_name_is_refused(driftwood: Driftwood, my: Path) -> None:
    said = driftwood("run", BRIEF, "--victim", str(my)).err
    assert "say what in the file, as my.py:name" in said


def test_what_ran_until_then_stays_open(my: Path) -> None:
    scope: dict[str, type] = {}
    exec(my.read_text(encoding="utf-8"), scope)  # noqa: S102 - the example and its mistakes
    own = OwnScheduler("mine", scope["Raises"](), 1)
    run = Run([Request("A", 0, 1, 1), Request("B", 2, 1, 1)], own).finish()
    assert run.status == "failed"
    assert [row.rid for row in run.at(1).waiting] == ["A"]
    assert [event.kind for event in run.at(2).events] == ["arrived", "ran"]


def test_compare_runs_a_scheduler_of_ones_own_beside_others(driftwood: Driftwood, my: Path) -> None:
    one = f"{my}:OneAfterAnother"
    called = driftwood("compare", BRIEF, "--with", one, "--with", f"{one},num_blocks=3", "--json")
    assert (called.code, called.err) == (0, "")
    runs = json.loads(called.out)["runs"]
    assert [run["scheduler"] for run in runs] == ["driftwood", one, one]
    assert [run["knobs"]["num_blocks"] for run in runs] == [4, 4, 3]
    assert [run["totals"]["max_running"] for run in runs] == [2, 1, 1]


def test_what_is_changed_in_a_run_of_ones_own_scheduler_is_a_run_of_it_too(
    driftwood: Driftwood, my: Path
) -> None:
    one = f"{my}:OneAfterAnother"
    asked = ("compare", BRIEF, "--scheduler", one, "--with", "num_blocks=3", "--with", "vllm")
    runs = json.loads(driftwood(*asked, "--json").out)["runs"]
    assert [run["scheduler"] for run in runs] == [one, one, "vllm"]
    assert [run["totals"]["max_running"] for run in runs] == [1, 1, 2]


@pytest.mark.parametrize(
    ("words", "knob"),
    [
        (("run", "--set", "max_running=2"), "max_running"),
        (("run", "--victim", "largest_cache"), "victim"),
        (("compare", "--with", "token_budget=8"), "token_budget"),
    ],
)
def test_a_knob_that_it_does_not_take_is_refused(
    driftwood: Driftwood, my: Path, words: tuple[str, ...], knob: str
) -> None:
    command, *options = words
    called = driftwood(command, BRIEF, "--scheduler", f"{my}:OneAfterAnother", *options)
    assert (called.code, called.out) == (2, "")
    assert f"OneAfterAnother: it takes no {knob}, so that would change nothing" in called.err


MOVES = """
from core.memory import Paged

class Made:
    def memory(self): return Paged(4, 4)
    def never_fits(self, request): return self.memory().never_fits(request)
    def step(self, replica):
        yield from replica.arrive(self.never_fits)
        if replica.queue.head and not replica.running:
            yield replica.admit_head(2)
        yield from self.moves(replica)
        yield replica.close_tick(0)

class Moved(Made):
    def moves(self, replica):
        MOVE
"""


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("yield replica.admit_head(3)", "admit_head cannot be done now: asked for 3, and free"),
        ("yield replica.admit_head(-1)", "admit_head cannot be done now: asked for -1, and free"),
        ("while True: yield replica.admit_head(0)", "admit_head cannot be done now: nobody waits"),
        ("yield replica.finish(7)", "finish cannot be done now: nobody has the number 7"),
        ("yield replica.finish(1)", "finish cannot be done now: A is still prefilling"),
        ("yield replica.preempt(1, 9)", "preempt cannot be done now: nobody has the number 9"),
        (PREFILL.format(99), "prefill cannot be done now: 99 tokens are more than it has left"),
        (PREFILL.format(-1), "prefill cannot be done now: at least one token is processed"),
        (PREFILL.format(6), "A has sent its last token and goes on: yield replica.finish(number)"),
        (f"{PREFILL.format(6)}; yield replica.finish(1)", "finish cannot be done now: A has not"),
        ("{}['of its own']", "KeyError: 'of its own'"),
    ],
)
def test_what_a_step_may_not_do_is_told_as_what_it_did(
    driftwood: Driftwood, tmp_path: Path, move: str, said: str
) -> None:
    mine = tmp_path / "my.py"
    mine.write_text(MOVES.replace("MOVE", move), encoding="utf-8")
    called = driftwood("run", BRIEF, "--scheduler", f"{mine}:Moved", "--max-steps", 50)
    assert called.code == 2
    assert said in called.err
    assert called.err.startswith(f"{mine}:")
