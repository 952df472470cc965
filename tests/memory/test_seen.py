"""What memory models look like: on the map, in the panes, in `show`, and as findings."""

import json

from core import MemoryModel, Request, Run
from core.findings import find
from core.schedulers.driftwood import Driftwood
from tests.commands.calling import Driftwood as Command
from tests.mutants.shared import FreesNever, FreesWithTheFirst, with_shared
from tests.tui.runs import session
from tui import selecting
from tui.session import Session
from tui.view.blocks import block_at, blocks_pane
from tui.view.lines import Line, Target
from tui.view.request import request_pane
from tui.view.scene import COLOURINGS


def text_of(line: Line) -> str:
    return "".join(span.text for span in line)


def map_of(own: Session, width: int = 60, height: int = 12) -> list[str]:
    return [text_of(row.line).rstrip() for row in blocks_pane(own.scene, width, height).rows]


def facts_of(own: Session) -> list[str]:
    return [text_of(row.line).rstrip() for row in request_pane(own.scene, 60, 30).rows]


def prefixed(rid: str, arrival: int, prompt: int, output: int) -> Request:
    return Request(rid, arrival, prompt, output, prefix="p", prefix_len=8)


def sharing(event: int | None = 5) -> Session:
    """A and B share two blocks in step 1."""
    scheduler = Driftwood(4, 4, 12, prefix_sharing=True)
    return session(Run([prefixed("A", 0, 10, 3), prefixed("B", 1, 12, 3)], scheduler), 1, event)


def pieces() -> Session:
    """Lesson 42 in one piece each: B lies between two holes."""
    asked = {"A": (0, 8, 1), "B": (0, 5, 4), "C": (0, 8, 1), "D": (1, 16, 1)}
    requests = [Request(rid, *numbers) for rid, numbers in asked.items()]
    model = MemoryModel("contiguous", tokens=24)
    return session(Run(requests, Driftwood(3, memory=model)), 1)


def test_a_shared_block_tells_how_many_own_it() -> None:
    lines = map_of(sharing())
    assert lines[1] == "01  2222 2222 AAA_ BBBB ···· ···· ···· ···· ···· ····"
    assert "2 blocks shared" in lines[-2]


def test_the_request_looked_at_is_told_with_whom_it_shares() -> None:
    own = sharing()
    selecting.pick(own, Target("request", rid="B"))
    assert "blocks   3; 4/4 in the last: 1, 2, 4" in facts_of(own)
    assert "shared   2 blocks with A" in facts_of(own)


def test_the_block_looked_at_names_all_its_owners() -> None:
    own = sharing()
    selecting.pick(own, Target("block", number=2))
    own.desk.finish()
    lines = facts_of(own)
    assert lines[0] == "A, B (2 owners) hold 4/4 tokens in it"
    assert any("shared from its admission on by B" in line for line in lines)


def test_references_and_fill_have_colours_of_their_own() -> None:
    own = sharing()
    told = {}
    for _ in COLOURINGS:
        told[own.attention.colouring] = map_of(own)[1]
        selecting.colouring_by(own, 1)
    assert told["references"].startswith("01  2222 2222 111_ 1111 ····")
    assert told["fill"].startswith("01  9999 9999 777_ 9999 ····")


def test_pieces_lie_by_their_addresses_and_show_what_is_stranded() -> None:
    lines = map_of(pieces(), 70)
    assert lines[1] == "01  " + "·" * 8 + " BBBBBB__ " + "·" * 8
    assert "2 of 8 tokens stranded" in lines[2]
    own = pieces()
    selecting.pick(own, Target("request", rid="B"))
    assert "reserves 8 tokens: 9 to 16" in facts_of(own)


def test_many_places_in_a_cell_stay_in_their_order() -> None:
    requests = [Request(f"r{n}", 0, prompt, 1) for n, prompt in enumerate((50, 2000, 30, 40), 1)]
    model = MemoryModel("contiguous", 8_000_000, 1000, reserved_tokens=2000)
    own = session(Run(requests, Driftwood(4, memory=model)), 0, 13)
    own.plain = True
    pane = blocks_pane(own.scene, 46, 11)
    cells = "".join(text_of(row.line)[6:] for row in pane.rows[1:6]).replace(" ", "")
    assert pane.note == "1 cell = 50 tokens"
    assert cells == "A" + "_" * 39 + "B" * 40 + "C" + "_" * 39 + "D" + "_" * 39
    assert text_of(pane.rows[6].line).strip() == "5,880,000 of 8,000,000 bytes stranded"
    assert block_at(own.scene, 46, 11, 2 + 6, 2) == 1


def test_show_tells_owners_and_what_is_stranded(driftwood: Command) -> None:
    shared = driftwood("show", "memory/shared-prefix", "--step", 1, "--event", 5)
    assert "  shared  1–2, 2 owners: A B\n" in shared.out
    told = driftwood("show", "memory/reserved-for-each", "--step", 0, "--event", 13)
    assert "Memory: 120 used, 0 cached, 0 free of 120 tokens in one address space\n" in told.out
    assert "  400 of 1,200 bytes reserved are used, 800 stranded\n" in told.out
    held = driftwood("show", "memory/contiguous-holes", "--step", 1)
    assert "needs 16 tokens in one piece, 16 free, the largest piece 8" in held.out
    assert "6 of 8 tokens reserved are used, 2 stranded; the largest free piece 8\n" in held.out


def test_the_document_has_every_figure(driftwood: Command) -> None:
    called = driftwood("show", "memory/shared-prefix", "--step", 1, "--event", 5, "--json")
    document = json.loads(called.out)
    assert document["shared_blocks"] == {"1": ["A", "B"], "2": ["A", "B"]}
    assert document["memory"] == {
        "reserved_tokens": 16,
        "used_tokens": 15,
        "stranded_tokens": 1,
        "reserved_bytes": None,
        "used_bytes": None,
        "stranded_bytes": None,
        "memory_bytes": None,
    }
    (hit,) = [event for event in document["events"] if event["kind"] == "hit"]
    assert hit["reason"] == "8 of its 12 tokens are there: shares 2 blocks, 4 left to compute"
    assert (hit["rid"], hit["blocks"], hit["tokens"]) == ("B", [1, 2], 8)


def test_a_run_tells_what_sharing_saved_and_the_most_bytes(driftwood: Command) -> None:
    shared = driftwood("run", "memory/shared-prefix")
    assert "shared     8 tokens found in blocks that held them, not computed\n" in shared.out
    told = driftwood("run", "memory/reserved-for-each")
    most = "most 1,200 bytes reserved, 460 used, 800 stranded; 1,200 with block tables"
    assert f"memory     {most}\n" in told.out


def test_explain_tells_a_hit(driftwood: Command) -> None:
    assert "8 of its 12 tokens are there" in driftwood("explain", "memory/shared-prefix", "B").out


def test_owners_that_do_not_add_up_are_found() -> None:
    for kind in (FreesWithTheFirst, FreesNever):
        requests = [prefixed("A", 0, 10, 3), prefixed("B", 1, 12, 9)]
        run = Run(requests, with_shared(kind)(4, 4, 12, prefix_sharing=True)).finish()
        found = [one for one in find(run) if one.kind == "blocks"]
        assert [one.jump.step for one in found] == [2], "A leaves in step 2"
