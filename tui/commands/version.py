"""Which driftwood this is."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import core

SHOWN = 12
"""Digits of a digest that tell two engines apart."""


def installed_version() -> str:
    """The version of the package that is installed."""
    try:
        return version("driftwood")
    except PackageNotFoundError:
        return "(not installed)"


@cache
def engine_digest() -> str:
    """A digest of the engine's source: the same wherever runs are the same."""
    folder = Path(core.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        whole.update(path.relative_to(folder).as_posix().encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()[:SHOWN]
