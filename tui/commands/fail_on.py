"""`--fail-on FINDING`: which findings make `driftwood run` fail."""

from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Annotated, TypeAlias

from typer import Option

from core.findings import KINDS, Finding
from tui.commands.stopped import Refused
from tui.view.clean import clean

ANY = "any"

FailOn: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--fail-on",
        metavar="FINDING",
        help=f"Exit with 1 if there is such a finding: {ANY}, {', '.join(KINDS)}; can be repeated.",
    ),
]


def wanted_kinds(names: Iterable[str]) -> frozenset[str]:
    """The kinds that `names` stand for. Raises `Refused` for names of none, with the nearest."""
    wrong = [name for name in names if _kind(name) not in (ANY, *KINDS)]
    if wrong:
        raise Refused("\n".join(f"--fail-on {clean(name)}: {_hint(_kind(name))}" for name in wrong))
    kinds = frozenset(map(_kind, names))
    return frozenset(KINDS) if ANY in kinds else kinds


def failed_on(findings: Iterable[Finding], kinds: frozenset[str]) -> str:
    """What fired of `kinds`, with how often; "" if nothing did."""
    fired = Counter(found.kind for found in findings if found.kind in kinds)
    return ", ".join(f"{kind} ({count})" for kind, count in fired.items())


def _kind(name: str) -> str:
    return name.strip().replace("-", "_")


def _hint(name: str) -> str:
    near = get_close_matches(name, (ANY, *KINDS), 1)
    hint = f"did you mean {near[0]}?" if near else f"known: {ANY}, {', '.join(KINDS)}"
    return f"there is no such finding; {hint}"
