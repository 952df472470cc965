"""A variant of a scenario as text: what is otherwise in it, with the figures of its run."""

from collections.abc import Iterator, Mapping

from core.run import Run
from core.workload.scenario_text import Case, expected_text, scenario_text, tables_of
from core.workload.settings import UNSET
from core.workload.toml_text import Entry, entry, table


def varied_text(base: Case, run: Run, variant: Case, its_run: Run, name: str) -> str:
    """The file of `base` with `variant`, called `name`; both runs have ended.

    The requests of both are the same.
    """
    expected = expected_text(variant, its_run, "variant.expect")
    return "\n".join([scenario_text(base, run), *_variant(base, variant, name), *expected, ""])


def _variant(base: Case, variant: Case, name: str) -> Iterator[str]:
    before, after = tables_of(base), tables_of(variant)
    gone = {one: UNSET for one in before if one not in after}
    yield table("[[variant]]", {"name": name, **gone})
    for one, values in after.items():
        changed = dict(_changed(before.get(one, {}), values))
        if changed:
            yield ""
            yield table(f"[variant.{one}]", changed)


def _changed(
    before: Mapping[str, Entry], after: Mapping[str, Entry]
) -> Iterator[tuple[str, Entry]]:
    """What is otherwise: another value, or none any more."""
    for knob, value in after.items():
        if knob not in before or entry(before[knob]) != entry(value):
            yield knob, value
    yield from ((knob, UNSET) for knob in before if knob not in after)
