"""What the screen tells of the settings and of the trace: at 120 columns nothing of it is cut."""

from pathlib import Path

from core import Request, Run, make_scheduler
from core.workload.load import load
from tui.session import Session
from tui.view.header import header
from tui.view.knobs import brief_form, short_form
from tui.view.lines import Line
from tui.view.notes import notes_pane
from tui.view.scene import Film


def text_of(line: Line) -> str:
    return "".join(span.text for span in line)


def test_in_few_words_a_switch_is_what_it_does() -> None:
    switched = make_scheduler(
        "vllm", num_blocks=9, policy="priority", enable_prefix_caching=False, watermark=0.2
    )
    assert short_form(switched) == (
        "vllm@0.33 · 9 × 16 · 128 slots · budget 2,048 · priority · no prefix caching "
        "· watermark 0.2"
    )
    assert brief_form(switched) == (
        "vllm@0.33 · blocks of 16 · priority · no prefix caching · watermark 0.2"
    )


def test_no_setting_of_an_engine_is_cut_at_120_columns() -> None:
    vllm = make_scheduler(
        "vllm",
        num_blocks=2587,
        policy="priority",
        reserve_full_isl=False,
        watermark=0.01,
        long_prefill_token_threshold=512,
    )
    sglang = make_scheduler(
        "sglang",
        max_total_tokens=41408,
        page_size=16,
        schedule_policy="lpm",
        schedule_conservativeness=0.3,
        enable_mixed_chunk=True,
    )
    tensorrt = make_scheduler(
        "tensorrt-llm",
        max_tokens=41408,
        capacity_scheduler_policy="MAX_UTILIZATION",
        enable_chunked_prefill=True,
    )
    for scheduler in (vllm, sglang, tensorrt):
        film = Film(Run([Request("A", 0, 3, 2)], scheduler).finish(), "An evening of a real trace")
        [first, *_] = map(text_of, header(Session(film).scene, 120))
        told = first.split("  ")[-1].strip()
        assert told.endswith(brief_form(scheduler)), first


def test_a_trace_tells_what_became_of_its_rows(tmp_path: Path) -> None:
    trace = tmp_path / "trace.csv"
    trace.write_text("TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00,5,2\nx,1,1\n")
    scenario = load(trace)
    film = Film(scenario.run().finish(), scenario.title, scenario.notes, scenario)
    told = " ".join(text_of(row.line) for row in notes_pane(Session(film, 0, 0).scene, 60).rows)
    told = " ".join(told.split())
    assert "azure, dates and times, no content ids: 2 rows read, 1 kept, 1 dropped" in told
    assert "a timed trace without a cost model runs at 20 ms a step" in told
