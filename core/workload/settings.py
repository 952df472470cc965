"""What the command line sets in a scenario: `--set knob=value` and options that stand for a key."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from core.policies import knob_text, knob_words
from core.schedulers import by_own_names
from core.schedulers.names import SIZES
from core.schedulers.spellings import GROUPS
from core.workload.carried import carried, parted
from core.workload.document import Table, parse
from core.workload.faults import FileFault, ScenarioError, inert
from core.workload.files import UnreadableError
from core.workload.keys import nearest, quoted
from core.workload.memory_table import BUDGETS
from core.workload.source import Source
from core.workload.spelled import name_in
from core.workload.toml_lines import Key
from core.workload.trace_knobs import moved_to

Options: TypeAlias = Mapping[str, tuple[str, str, object]]
"""Options by name, each with the table, the key and the value it stands for; None: not given."""

TABLES = ("scheduler", "memory", "cost", "run", "workload")
KNOB_TABLES = ("weights",)
"""Knobs of the scheduler that are tables: an entry of one is set by its name."""
UNSET = "none"


class Setting(NamedTuple):
    """`value` for `key` of the top-level `table`, None to unset it; `option` is what was typed.

    Where the value of that key is a table, `entry` is what is set in it.
    """

    table: str
    key: str
    value: object
    option: str
    entry: str | None = None


def overridden(source: Source, settings: Mapping[str, str], options: Options) -> Source:
    """`source` with `settings` and `options` set. Raises `ScenarioError` naming the option."""
    typed = [*_typed(settings), *_given(options)]
    faults = [fault for one in typed for fault in _faults(source, one)]
    if faults:
        raise ScenarioError(faults)
    source = _on_other(source, typed)
    document = {**source.document}
    typed = _by_own_names(typed, name_in(document.get("scheduler")))
    for one in typed:
        document[one.table] = _with(document.get(one.table), one)
    places: dict[Key, str] = {(one.table, one.key): one.option for one in typed}
    every = {**source.options, **places}
    if source.is_trace and "scheduler" in document:
        document["scheduler"] = _without_size(document, every)
    return replace(source, document=document, options=every)


def _without_size(document: Table, options: Mapping[Key, str]) -> object:
    """The scheduler of a trace: where its memory has a budget, without a size that nobody typed."""
    table, memory = document.get("scheduler"), document.get("memory")
    if not isinstance(table, dict) or not isinstance(memory, dict):
        return table
    default = [key for key in table if key in SIZES and ("scheduler", key) not in options]
    left_out = default if any(key in memory for key in BUDGETS) else []
    return {key: one for key, one in table.items() if key not in left_out}


def _on_other(source: Source, typed: Sequence[Setting]) -> Source:
    """`source` for another scheduler: its knobs by the names there, and of a trace the defaults."""
    table = source.document.get("scheduler")
    names = [one.value for one in typed if (one.table, one.key) == ("scheduler", "name")]
    if not names or not isinstance(table, dict) or names[-1] == table.get("name"):
        return source
    if source.only_line is not None:
        return _recorded_on(source, table, names[-1])
    before = {str(key[1]): one for key, one in source.options.items() if key[0] == "scheduler"}
    moved = moved_to(names[-1], table, before) if source.is_trace else carried(table, names[-1])
    return replace(source, document={**source.document, "scheduler": moved})


def _recorded_on(source: Source, table: Table, name: object) -> Source:
    """The workload of a recorded schedule on the scheduler `name`, with the knobs known there."""
    knobs = parted(table, name)
    left_out = {**source.left_out, **knobs.left_out}
    notes = f"A schedule of {table.get('name')} that was recorded: its workload run on {name}."
    if left_out:
        words = ", ".join(f"{key} {knob_text(value)}" for key, value in left_out.items())
        notes += f"\nLeft out, since {name} has no name for it: {words}."
    document = {**source.document, "scheduler": knobs.known, "notes": notes}
    return replace(source, document=document, left_out=left_out)


def _by_own_names(typed: Sequence[Setting], before: object) -> list[Setting]:
    """What was `typed` by the knobs' own names on the scheduler that it is for, else `before`."""
    knobs = {one.key: one for one in typed if one.table == "scheduler" and one.entry is None}
    name = knobs["name"].value if "name" in knobs else before
    named = by_own_names(name, {key: one.value for key, one in knobs.items()})
    own = {path: key for key, path in named.places.items()}
    return [
        one
        if knobs.get(one.key) is not one or (key := own.get((one.key,))) is None
        else one._replace(key=key, value=named.knobs[key])
        for one in typed
    ]


def _typed(settings: Mapping[str, str]) -> Iterator[Setting]:
    for name, text in settings.items():
        option = f"--set {name}={text}"
        knob, _, entry = name.removeprefix("scheduler.").partition(".")
        as_table = knob in KNOB_TABLES and not entry
        value = None if text == UNSET else _value(text, as_table=as_table)
        if knob in KNOB_TABLES and entry:
            yield Setting("scheduler", knob, value, option, entry)
            continue
        table, dot, key = ("", "", knob + "." + entry) if knob in GROUPS else name.rpartition(".")
        yield Setting(table if dot else "scheduler", key, value, option)


def _given(options: Options) -> Iterator[Setting]:
    for option, (table, key, value) in options.items():
        if value is not None:
            yield Setting(table, key, value, f"{option} {knob_words(value)}")


def _value(text: str, *, as_table: bool) -> object:
    """`text` as a TOML number or boolean, or `as_table`, else as the word it is."""
    try:
        document = parse(f"value = {text}")
    except UnreadableError:
        return text
    value = document["value"]
    kinds = (str, int, Decimal, dict) if as_table else (str, int, Decimal)
    return value if len(document) == 1 and isinstance(value, kinds) else text


def _faults(source: Source, one: Setting) -> Iterator[FileFault]:
    """What is wrong with the place that is set; the value is checked where it is read."""
    option = inert(one.option)
    if one.table not in TABLES:
        yield FileFault(option, None, inert(one.table), _no_table(one.table))
    elif one.table == "workload" and "workload" not in source.document:
        yield FileFault(option, None, one.key, f"{one.key} is for traces, and this is none")


def _no_table(table: str) -> str:
    near = nearest(table, TABLES)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(TABLES[1:])}, or none of them"
    return f"there is nothing to set in {quoted(table)}; {hint}"


def _with(found: object, one: Setting) -> Table:
    table: Table = dict(found) if isinstance(found, dict) else {}
    if one.entry is not None:
        entries = _with(table.get(one.key), Setting(one.table, one.entry, one.value, one.option))
        return {**table, one.key: entries}
    table.pop(one.key, None)
    return table if one.value is None else {**table, one.key: one.value}
