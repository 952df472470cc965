"""`--queue`: an order by name, or a user's own; and the tables of knobs on the command line."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

CASE = "policies/shortest-remaining"
TENANTS = "policies/round-robin"
OWN = """\
def longest(waiting):
    return -waiting.prompt_len


def raises(waiting):
    return 1 / (waiting.known_tokens - 4)


def no_order(waiting):
    return {waiting.rid: 1}


class Last:
    def __call__(self, waiting):
        return waiting.rid


last = Last()
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of orders, good and bad."""
    path = tmp_path / "my.py"
    path.write_text(OWN, encoding="utf-8")
    return path


def admitted(driftwood: Driftwood, *words: object) -> list[str]:
    """Who was admitted, in order."""
    called = driftwood("run", *words, "--json")
    assert (called.code, called.err) == (0, "")
    requests = json.loads(called.out)["requests"]
    return sorted(requests, key=lambda rid: (requests[rid]["first_token"], rid))


def test_an_order_by_name(driftwood: Driftwood) -> None:
    shortest = ["short1", "short2", "short3", "mid", "long"]
    assert admitted(driftwood, CASE) == shortest
    assert admitted(driftwood, CASE, "--queue", "fcfs") == ["long", "mid", *shortest[:3]]
    assert admitted(driftwood, CASE, "--set", "queue=none") == ["long", "mid", *shortest[:3]]


@pytest.mark.parametrize("name", ["Last", "last"])
def test_an_order_of_ones_own(driftwood: Driftwood, own: Path, name: str) -> None:
    found = admitted(driftwood, CASE, "--queue", f"{own}:{name}")
    assert found == ["long", "mid", "short1", "short2", "short3"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raises", "6: ZeroDivisionError: division by zero"),
        ("no_order", "9: queue {}: '<' not supported between instances of 'dict' and 'dict'"),
    ],
)
def test_an_error_has_file_line_and_moment(
    driftwood: Driftwood, own: Path, name: str, said: str
) -> None:
    queue = f"{own}:{name}"
    called = driftwood("run", CASE, "--queue", queue)
    assert called.code == 2
    assert called.err == f"{own}:{said.format(queue)} (step 0, after event 0)\n"


def test_a_file_loads_no_code(driftwood: Driftwood, own: Path) -> None:
    called = driftwood("run", CASE, "--set", f"queue={own}:longest")
    assert called.code == 2
    assert "so that it is safe to open; --queue on the command line loads it" in called.err


def test_code_cannot_be_cut_into_a_scenario(driftwood: Driftwood, own: Path) -> None:
    queue = f"{own}:longest"
    called = driftwood("cut", CASE, "--queue", queue, "--window", "0..9", "-o", "-")
    assert called == (2, "", f"--queue {queue}: a scenario holds no code, so nothing is cut\n")


def test_a_weight_is_set_by_its_tenant(driftwood: Driftwood) -> None:
    plain = admitted(driftwood, TENANTS)
    weighted = admitted(driftwood, TENANTS, "--set", "weights.noisy=3")
    assert plain.index("q1") < weighted.index("q1")
    assert weighted == admitted(driftwood, TENANTS, "--variant", "three turns")


def test_weights_are_set_as_a_file_has_them(driftwood: Driftwood) -> None:
    one_by_one = driftwood("run", TENANTS, "--set", "weights.noisy=3", "--set", "weights.quiet=2")
    table = "weights={noisy = 3, quiet = 2}"
    assert driftwood("run", TENANTS, "--set", table).out == one_by_one.out
    assert "weights noisy 3, quiet 2" in driftwood("compare", TENANTS, "--with", table).out
    assert driftwood("run", TENANTS, "--set", "max_running={a = 1}").code == 2


def test_a_cut_keeps_the_table(driftwood: Driftwood) -> None:
    words = ("--set", "weights.noisy=3", "--set", "weights.quiet=2")
    called = driftwood("cut", TENANTS, *words, "--window", "0..9", "-o", "-")
    assert called.code == 0
    assert 'queue = "round_robin"\nweights = { noisy = 3, quiet = 2 }\n' in called.out


def test_the_rule_on_the_screen_names_the_order(driftwood: Driftwood) -> None:
    words = ("frame", CASE, "--step", 0, "--event", 6, "--size", "160x60")
    shown = " ".join(driftwood(*words).out.replace("│", " ").split())
    assert "Here another queue order is in force" in shown
    plain = driftwood(*words, "--queue", "fcfs").out
    assert "Here another queue" not in plain
