"""`driftwood explain`: one request's life."""

import json
from pathlib import Path

from tests.commands.calling import Driftwood

STORY = """\
C in Preemption: B makes room for A
  driftwood · max_running 3 · block_size 4 · num_blocks 4
  from 2-preemption.toml:11

           a prompt of 3 tokens, 2 tokens asked for
step 1.1   arrives
steps 1–3  waits 3 steps: 1 for its turn (behind B), 2 for blocks (needs 1, 0 free)
step 4.2   admitted: takes a slot, 1 block for 3 tokens; 1 free
step 4.4   prompt done in 1 chunk: sends its first token
step 5     decodes: 1 token, 2 of 2 sent
step 5.3   finished: sent its last token, gives back 1 block
           in all: waited 3 steps (blocks 2, turn 1); TTFT 4 steps; longest gap 1 step
"""


def test_a_story(driftwood: Driftwood) -> None:
    assert driftwood("explain", "brief/2-preemption", "C") == (0, STORY, "")


def test_the_document(driftwood: Driftwood) -> None:
    called = driftwood("explain", "brief/2-preemption", "B", "--json")
    document = json.loads(called.out)
    assert (called.code, document["format"], document["rid"]) == (0, 1, "B")
    assert document["origin"] == {"file": "2-preemption.toml", "line": 10, "place": ""}
    assert document["status"] == "finished"
    assert document["result"]["preemptions"] == 1
    assert document["story"][5] == {
        "kind": "preempted",
        "step": 3,
        "until": 3,
        "event": 1,
        "text": "preempted: B, admitted last, makes room for A: frees 2 blocks, "
        "6 computed tokens to redo; keeps 3 of 5 tokens sent",
    }


def test_options_change_the_story(driftwood: Driftwood) -> None:
    called = driftwood("explain", "brief/2-preemption", "B", "--set", "num_blocks=9")
    assert "preempted" not in called.out


def test_there_is_no_such_request(driftwood: Driftwood, tmp_path: Path) -> None:
    assert driftwood("explain", "brief/2-preemption", "b") == (
        *(2, ""),
        "there is no request b; did you mean B?\n",
    )
    assert driftwood("explain", "brief/2-preemption", "nobody").err == (
        "there is no request nobody; there are 3, such as A, B, C\n"
    )
    path = tmp_path / "many.toml"
    listed = ", ".join(f'["r{n:05}", 0, 1, 1]' for n in range(200))
    path.write_text(
        f'requests = [{listed}]\n[scheduler]\nname = "driftwood"\nmax_running = 1\n',
        encoding="utf-8",
    )
    assert "did you mean r00012" in driftwood("explain", path, "r0012").err


def test_hostile_names_are_inert(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(
        'title = "\\u001b[2J"\nrequests = [["\\u001b[31mA", 0, 3, 9], ["\\u202eB", 0, 3, 9]]\n'
        '[scheduler]\nname = "driftwood"\nmax_running = 2\nblock_size = 2\nnum_blocks = 6\n',
        encoding="utf-8",
    )
    called = driftwood("explain", path, "\u202eB")
    assert called.code == 0
    assert "makes room for \ufffd[31mA" in called.out
    assert called.out.replace("\n", "").isprintable()
    assert driftwood("explain", path, "\x1b").err.replace("\n", "").isprintable()


def test_a_rid_is_needed(driftwood: Driftwood) -> None:
    called = driftwood("explain", "brief/2-preemption")
    assert (called.code, called.err.splitlines()[0]) == (
        2,
        "driftwood explain: missing argument 'RID'",
    )
