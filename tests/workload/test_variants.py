"""What a scenario's variants may say, and what becomes of them."""

from pathlib import Path

import pytest

from core.cost import Cost
from core.schedulers import make_scheduler
from core.workload import ScenarioError, check, load, load_scenario
from core.workload.variants import MOST
from tests.workload.files import SOUND, VARIED, faults, scenario, told

TRACED = Path(__file__).parent / "data" / "traced.toml"


def test_a_variant_is_the_scenario_with_something_else(tmp_path: Path) -> None:
    found = scenario(tmp_path, VARIED)
    assert list(found.variants) == ["five blocks", "unlimited", "other requests"]
    five = found.variant("five blocks")
    assert five.scheduler == make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=5)
    assert (five.cost, five.max_steps) == (Cost(12.5, per_kv_token_ms=0.5), 1000)
    assert five.requests is found.requests
    assert (five.title, five.name) == ("five blocks · B makes room for A", "five blocks")
    assert found.scheduler == make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4)
    assert found.name == "base"


def test_one_that_overrides_nothing_is_the_base_under_its_own_name(tmp_path: Path) -> None:
    found = scenario(tmp_path, VARIED)
    assert list(found.alternatives) == ["base", *found.variants]
    named = scenario(tmp_path, VARIED + '\n[[variant]]\nname = "as it is"\nnotes = "x"\n')
    assert list(named.alternatives) == [*found.variants, "as it is"]
    assert named.variant("as it is").scheduler == named.scheduler
    assert named.variant("as it is").whole_title == named.whole_title == named.title


def test_so_is_one_that_says_what_the_base_says(tmp_path: Path) -> None:
    same = '\n[[variant]]\nname = "four"\nscheduler.num_blocks = 4\n'
    named = scenario(tmp_path, VARIED + same)
    assert list(named.alternatives) == [*named.variants]
    assert named.variant("four").runs_as(named)
    assert not named.variant("five blocks").runs_as(named)


def test_none_takes_a_key_or_a_table_away(tmp_path: Path) -> None:
    unlimited = scenario(tmp_path, VARIED).variant("unlimited")
    assert unlimited.scheduler == make_scheduler("driftwood", max_running=3)
    assert unlimited.cost is None
    assert unlimited.run().finish().results()["B"]["preemptions"] == 0


def test_it_may_have_requests_of_its_own(tmp_path: Path) -> None:
    other = scenario(tmp_path, VARIED).variant("other requests")
    assert [request.rid for request in other.requests] == ["D"]
    assert other.notes == "Somebody else."


def test_a_run_is_asked_for_by_name(tmp_path: Path) -> None:
    found = scenario(tmp_path, VARIED)
    assert found.run("five blocks").scheduler == found.variants["five blocks"].scheduler
    assert found.run().scheduler == found.run("base").scheduler == found.scheduler
    assert found.variant(None) is found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("five block", "there is no variant 'five block'; did you mean 'five blocks'?"),
        ("bse", "there is no variant bse; did you mean base?"),
        ("\x1b[1m", "known: 'five blocks', unlimited, 'other requests'"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        scenario(tmp_path, VARIED).run(name)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_scenario_without_variants_says_so(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no variant x: this scenario has none"):
        scenario(tmp_path, SOUND).variant("x")


def test_each_is_held_against_its_own_expectations(tmp_path: Path) -> None:
    found = scenario(tmp_path, VARIED)
    for one in (found, *found.variants.values()):
        assert one.expectations
        assert check(one, one.run()) == ()


def test_a_miss_names_the_variant_and_its_line(tmp_path: Path) -> None:
    text = VARIED.replace("preemptions = 0", "preemptions = 7")
    five = scenario(tmp_path, text).variant("five blocks")
    (miss,) = check(five, five.run())
    assert miss.variant == "five blocks"
    line = text[: text.index("preemptions = 7")].count("\n") + 1
    where = f"{tmp_path / 'case.toml'}:{line}"
    assert str(miss) == f"{where}: five blocks: expect.run.preemptions: expected 7, got 0"


def test_what_is_set_stays_set_in_every_variant(tmp_path: Path) -> None:
    five = scenario(tmp_path, VARIED).variant("five blocks")
    changed = five.with_settings({"num_blocks": "9"})
    assert changed.scheduler == make_scheduler(
        "driftwood", max_running=3, block_size=4, num_blocks=9
    )
    assert changed.name == "five blocks"
    with pytest.raises(ScenarioError) as caught:
        five.with_settings({"num_blocks": "none"})
    (fault,) = caught.value.faults
    assert fault.message.endswith("(in the variant 'five blocks') (with --set num_blocks=none)")


def test_settings_are_of_one_run_and_leave_the_variants_out(tmp_path: Path) -> None:
    changed = scenario(tmp_path, VARIED).with_settings({"block_size": "none", "num_blocks": "none"})
    assert changed.variants == {}


def test_a_variant_takes_another_part_of_the_trace(tmp_path: Path) -> None:
    path = tmp_path / "traced.toml"
    path.write_text(
        TRACED.read_text(encoding="utf-8")
        .replace("[expect.run]", "[expect.request.r00001]")
        .partition("[expect")[0]
        + '[[variant]]\nname = "two"\nworkload.limit = 2\n',
        encoding="utf-8",
    )
    (tmp_path / "azure.csv").write_bytes(TRACED.with_name("azure.csv").read_bytes())
    found = load_scenario(path)
    assert (len(found.requests), len(found.variant("two").requests)) == (3, 2)
    assert len(load(path, limit=1).variant("two").requests) == 1


VARIANT = "\n[[variant]]\n"

WRONG = [
    ("variant = 3\n", "", "1: variant must be [[variant]] tables, not 3"),
    ("variant = [3]\n", "", "1: variant 1 must be a table, not 3"),
    ("", VARIANT, '34: variant 1 needs a name, such as name = "paged"'),
    ("", VARIANT + "name = 3\n", "35: the name of variant 1 must be a string, not 3"),
    ("", VARIANT + 'name = " "\n', "35: the name of variant 1 must have 1 to 40 characters"),
    ("", VARIANT + f'name = "{"n" * 41}"\n', "35: the name of variant 1 must have 1 to 40"),
    ("", VARIANT + 'name = "base"\n', "35: variant 1 cannot be called base: that is the scenario"),
    (
        "",
        2 * (VARIANT + 'name = "a"\n'),
        "38: there are two variants a: each needs a name of its own",
    ),
    (
        "",
        VARIANT + 'name = "a"\nschedular = 1\n',
        "36: schedular in [[variant]] is unknown; did you mean scheduler?",
    ),
    (
        "",
        VARIANT + 'name = "a"\n[variant.scheduler]\nnum_bloks = 5\n',
        "37: driftwood has no knob 'num_bloks'; did you mean num_blocks?",
    ),
    (
        "",
        VARIANT + 'name = "a"\n[variant.scheduler]\nblock_size = "none"\n',
        "37: block_size and num_blocks go together",
    ),
    (
        "",
        VARIANT + 'name = "a"\n[variant.scheduler]\nnum_blocks = "none"\n',
        "8: block_size and num_blocks go together: give both, or neither for unlimited memory",
    ),
    (
        "",
        VARIANT + 'name = "a"\nscheduler = 3\n',
        "36: [scheduler] must be a table, not 3: it has a name",
    ),
    (
        "",
        VARIANT + 'name = "a"\nscheduler = "none"\n',
        "36: [scheduler] is missing: it has a name",
    ),
    (
        "",
        VARIANT + 'name = "a"\n[variant.cost]\nbase_ms = -1\n',
        "37: base_ms must be above 0",
    ),
    (
        "",
        VARIANT + 'name = "a"\n[variant.expect.request.Z]\nfinish = 1\n',
        "36: there is no request Z to expect anything of",
    ),
    (
        "",
        VARIANT + 'name = "a"\nrequests = [["A", 0, 0, 1]]\n',
        "36: request 1 A: prompt_len must be at least 1, not 0",
    ),
    (
        "",
        VARIANT + f'name = "a"\n[variant.run]\nmax_steps = {2**63}\n',
        "37: max_steps is too large: it must be at most",
    ),
    (
        "",
        "".join(f'{VARIANT}name = "{n}"\n' for n in range(MOST + 1)),
        f"{34 + 3 * MOST}: there are {MOST + 1} variants: at most {MOST}",
    ),
]


@pytest.mark.parametrize(("before", "behind", "expected"), WRONG)
def test_one_thing_wrong_is_told_by_its_line(
    tmp_path: Path, before: str, behind: str, expected: str
) -> None:
    (line,) = told(tmp_path, before + SOUND + behind)
    assert line.startswith(expected)


def test_a_fault_of_what_it_leaves_as_it_is_names_it(tmp_path: Path) -> None:
    unset = '\n[[variant]]\nname = "a"\n[variant.scheduler]\nnum_blocks = "none"\n'
    (line,) = told(tmp_path, SOUND + unset)
    assert line.endswith("or neither for unlimited memory (in the variant a)")


def test_every_fault_is_told_at_once_and_once(tmp_path: Path) -> None:
    text = VARIED.replace("max_running = 3", "max_running = 0").replace("unlimited", "five blocks")
    text = text.replace("num_blocks = 5", "num_blocks = 0").replace('rid = "D"', "rid = 7")
    assert [fault.key for fault in faults(tmp_path, text)] == [
        "scheduler.max_running",
        "variant.scheduler.num_blocks",
        "variant.name",
        "variant.request.rid",
    ]
