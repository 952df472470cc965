"""Another scheduler over a scenario of one: `--scheduler` and `--with`."""

from pathlib import Path

from tests.commands.calling import Driftwood


def test_what_has_no_name_there_is_refused(driftwood: Driftwood) -> None:
    ended = driftwood("run", "engines/priority", "--scheduler", "driftwood")
    assert (ended.code, "driftwood has no knob 'policy'" in ended.err) == (2, True)


def test_every_engine_runs_the_case_of_another(driftwood: Driftwood) -> None:
    words = [word for name in ("vllm", "sglang", "orca", "sarathi") for word in ("--with", name)]
    ended = driftwood("compare", "brief/2-preemption", *words)
    assert (ended.code, ended.err) == (0, "")


def test_code_for_a_knob_that_takes_none_is_told_what_there_is(driftwood: Driftwood) -> None:
    ended = driftwood("run", "brief/2-preemption", "--admission", "my.py:gate")
    said = "admission 'my.py:gate' is code, and none can be given for it here; known: known_text, f"
    assert (ended.code, said in ended.err) == (2, True)


def test_a_cut_names_who_cannot_be_seen(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    knobs = 'name = "driftwood"\nmax_running = 2'
    case.write_text(f'requests = [["", 0, 2, 2]]\n[scheduler]\n{knobs}\n', encoding="utf-8")
    ended = driftwood("cut", case, "--around", "", "-o", "-")
    assert "the requests alive with '', from its arrival" in ended.out
