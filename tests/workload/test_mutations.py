"""Whatever is done to a file, reading it gives something sound or the error that says why not."""

import tomllib
from pathlib import Path

import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.workload import (
    Scenario,
    ScenarioError,
    Trace,
    TraceError,
    check,
    load_scenario,
    load_trace,
)
from tests.workload.files import SOUND, TABLES, VARIED

PIECES = [
    *"[]{}=,.\"'#\n\t \0\x1b\x7f\u202e\ud7ff",
    '"""',
    "'''",
    "\r\n",
    "[[request]]\n",
    "[expect.request.A]\n",
    "[expect.at.3]\n",
    "[workload]\ntrace = '../x.csv'\n",
    "nan",
    "-inf",
    "1e999",
    "1e-99999999999999999999",
    "0x" + "f" * 40,
    "9" * 4400,
    "[" * 400,
    "a." * 40,
    "1979-05-27 07:32:00",
    "true",
    "-1",
    "\\u001b",
    "max_running = 2\n",
    "[[variant]]\n",
    "[variant.scheduler]\n",
]

FREELY = settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def mutated(draw: st.DrawFn, sound: str) -> str:
    """`sound` after some cuts, repetitions and insertions."""
    text = sound
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2)))
        middle = draw(
            st.sampled_from(["", text[start:end] * 2])
            | st.sampled_from(PIECES)
            | st.text(max_size=4)
        )
        text = text[:start] + middle + text[end if draw(st.booleans()) else start :]
    return text


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**65), 2**65)
    | st.integers(-2, 9)
    | st.floats()
    | st.text(max_size=5)
    | st.dates(),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3)
    ),
    max_leaves=4,
)


@st.composite
def retyped(draw: st.DrawFn, sound: str) -> str:
    """`sound` with one of its values, anywhere, replaced by any other."""
    document: object = tomllib.loads(sound)
    whole = document
    while True:
        assert isinstance(document, dict | list)
        keys = list(document) if isinstance(document, dict) else list(range(len(document)))
        key = draw(st.sampled_from(keys))
        inside = document[key]
        if not inside or not isinstance(inside, dict | list) or draw(st.integers(0, 3)) == 0:
            break
        document = inside
    document[key] = draw(VALUES)
    return tomli_w.dumps(_without_none(whole))


def _without_none(value: object) -> dict[str, object]:
    cleaned = _clean(value)
    assert isinstance(cleaned, dict)
    return cleaned


def _clean(value: object) -> object:
    if isinstance(value, dict):
        return {key: _clean(inside) for key, inside in value.items() if inside is not None}
    if isinstance(value, list):
        return [_clean(inside) for inside in value if inside is not None]
    return value


def holds(path: Path, text: str) -> None:
    """Reading `text` gives a scenario that runs and can be checked, or faults that can be shown."""
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        found = load_scenario(path)
    except ScenarioError as error:
        refused = error.faults
    else:
        runs(found)
        return
    lines = text.count("\n") + 1
    assert refused
    for fault in refused:
        assert fault.message
        assert str(fault).isprintable()
        assert fault.line is None or 1 <= fault.line <= lines


def runs(found: Scenario) -> None:
    short = found.with_settings({}, max_steps=300)
    for one in (short, *found.variants.values()):
        for miss in check(one, one.with_settings({}, max_steps=300).run()):
            assert str(miss)


@FREELY
@given(text=mutated(SOUND) | mutated(TABLES) | mutated(VARIED))
def test_a_mutated_text_is_read_or_refused(tmp_path: Path, text: str) -> None:
    holds(tmp_path / "case.toml", text)


@FREELY
@given(text=retyped(SOUND) | retyped(TABLES) | retyped(VARIED))
def test_a_value_of_any_kind_anywhere_is_read_or_refused(tmp_path: Path, text: str) -> None:
    holds(tmp_path / "case.toml", text)


@FREELY
@given(
    name=st.sampled_from(["max_running", "num_blocks", "cost.base_ms", "run.max_steps", "name"])
    | st.text(max_size=12),
    value=st.sampled_from([*PIECES, "none", "8", "2.5", "null", "1 = 2", '"x"'])
    | st.text(max_size=6),
)
def test_a_setting_of_any_kind_is_taken_or_refused(tmp_path: Path, name: str, value: str) -> None:
    path = tmp_path / "case.toml"
    path.write_text(SOUND, encoding="utf-8")
    try:
        runs(load_scenario(path).with_settings({name: value}))
    except ScenarioError as error:
        told = [str(fault) for fault in error.faults]
    else:
        return
    assert all(line.isprintable() for line in told)
    assert any("--set" in line for line in told)


TRACE = (
    "TIMESTAMP,ContextTokens,GeneratedTokens\r\n2023-11-16 18:15:46.6805900,374,44\r\n"
    "2023-11-16 18:15:50.9951690,396,109\r\n2023-11-16 18:15:51.2224670,879.0,55\r\n"
    "2024-05-10 00:00:00.009930+00:00,91,16"
)


LINES = (
    '{"timestamp": 100, "input_length": 6758, "output_length": 500, "hash_ids": [0, 1]}\n'
    '{"session_id": "s", "created_time": 1.5e2, "input_tokens": 10.0, "output_tokens": 2}\n'
    '{"session_id": "s", "delay_ms": 50, "input_length": 5, "output_length": 1}\n'
)


SESSIONS = (
    '{"id": "s", "block_size": 64, "hash_id_scope": "local", "requests": [{"t": 0.0, "type": "n", '
    '"in": 130, "out": 5, "hash_ids": [1, 2]}, {"t": 50, "type": "subagent", "duration_ms": 3e4, '
    '"requests": [{"t": 0, "in": 64, "out": 1, "hash_ids": [1]}]}], "totals": {}}\n'
)


@FREELY
@given(
    text=mutated(TRACE) | mutated(LINES) | mutated(SESSIONS) | mutated(SESSIONS * 2),
    raw=st.binary(max_size=3),
)
def test_a_mutated_trace_is_read_or_refused(tmp_path: Path, text: str, raw: bytes) -> None:
    path = tmp_path / "trace.csv"
    path.write_bytes(text.encode() + raw)
    try:
        trace = load_trace(path)
    except TraceError as error:
        told = str(error)
    else:
        adds_up(trace)
        return
    assert told.isprintable()


def adds_up(trace: Trace) -> None:
    report = trace.report
    assert report.kept == len(trace.requests)
    assert report.read == report.kept + sum(report.dropped.values())
    arrivals = [request.arrival_ms for request in trace.requests]
    assert arrivals[:1] in ([], [0.0])
    assert None not in arrivals
