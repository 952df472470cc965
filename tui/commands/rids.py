"""A request by the name it was asked for."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from core.request import Request
from tui.commands.stopped import Refused
from tui.view.clean import clean_rid

MOST_COMPARED = 20_000
LONGEST = 60
MOST_NAMED = 3
LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def known_rid(rid: str, requests: Sequence[Request]) -> str:
    """`rid`, if one of `requests` has it. Raises `Refused` with the nearest names otherwise."""
    rids = [request.rid for request in requests]
    if rid in rids:
        return rid
    near = _nearest(rid[:LONGEST], rids[:MOST_COMPARED])
    named = ", ".join(map(clean_rid, near or rids[:MOST_NAMED]))
    there = f"there are {len(rids):,}, such as" if len(rids) > 1 else "there is only"
    hint = f"did you mean {named}?" if near else f"{there} {named}"
    raise Refused(f"there is no request {clean_rid(rid)}; {hint}")


def _nearest(rid: str, rids: Sequence[str]) -> list[str]:
    """Those written most like `rid`: the same in another case or with other zeros, or near it."""
    alike = [each for each in rids if _plain(each) == _plain(rid)]
    return alike[:MOST_NAMED] or get_close_matches(rid, rids, MOST_NAMED)


def _plain(rid: str) -> str:
    """`rid` without its case, and its numbers without the zeros in front of them."""
    return LEADING_ZEROS.sub("", rid.casefold())
