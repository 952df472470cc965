"""Figures of some requests of a run counted from its records alone, request by request."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from core.record import Record
from core.run import Run
from tests.times.naive_times import NaiveClock, nearest_rank

Figures = Mapping[str, int | Fraction]


def naive_slots(run: Run, rids: Collection[str]) -> Figures:
    """Slot-steps, turns and tokens of `rids`, one record after the other."""
    records = list(run.records())
    held = [rid for record in records for rid in record.running if rid in rids]
    held += [rid for holding in _kept(run) for rid in holding if rid in rids]
    useful = [rid for record in records for rid in record.scheduled if rid in rids]
    sent = [rid for record in records for rid in record.emitted if rid in rids]
    figures: dict[str, int | Fraction] = {
        "held_slot_steps": len(held),
        "useful_slot_steps": len(useful),
        "idle_slot_steps": len(held) - len(useful),
        "occupancy": Fraction(len(held), len(records)),
        "real_demand": Fraction(len(useful), len(records)),
        "emitted_tokens": len(sent),
        "tokens_per_step": Fraction(len(sent), len(records)),
        "turns": sum(1 for _ in _turns(run, records, rids)),
    }
    if held:
        figures["utilisation"] = Fraction(len(useful), len(held))
        figures["tokens_per_slot_step"] = Fraction(len(sent), len(held))
    return figures


def _kept(run: Run) -> Iterator[list[str]]:
    """Who is done and holds a slot through a step, as it did when the one before was over."""
    after = [[state.request.rid for state in replica.held_slots] for replica, _ in run.replay()]
    yield from after[:-1]


def _turns(run: Run, records: list[Record], rids: Collection[str]) -> Iterator[str]:
    """Who is given a slot: runs in a step, and did not before, or was preempted in it."""
    before: Collection[str] = ()
    for record, (_, happened) in zip(records, run.replay(), strict=True):
        again = [e.rid for e in happened if e.kind == "preempted"]
        yield from (
            rid for rid in record.running if rid in rids and (rid not in before or rid in again)
        )
        before = record.running


def naive_times(run: Run, rids: Collection[str]) -> Figures:
    """Percentiles of times of `rids` on a clock of fractions."""
    assert run.cost is not None
    clock = NaiveClock(run.requests, run.cost, list(run.records()))
    lives = [clock.lives[rid] for rid in rids]
    gaps = sorted(gap for life in lives for gap in life.gaps)
    stalls = [stall for life in lives for stall in life.stalls]
    firsts = sorted(life.sent[0] - (life.arrival or Fraction(0)) for life in lives)
    waits = sorted((life.admitted or Fraction(0)) - (life.arrival or Fraction(0)) for life in lives)
    paces = sorted((life.sent[-1] - life.sent[0]) / len(life.gaps) for life in lives if life.gaps)
    wholes = sorted(life.sent[-1] - (life.arrival or Fraction(0)) for life in lives)
    figures: dict[str, int | Fraction] = {}
    for percent in (50, 90, 99):
        figures[f"ttft_ms_p{percent}"] = nearest_rank(firsts, percent)
        figures[f"queue_wait_ms_p{percent}"] = nearest_rank(waits, percent)
        figures[f"e2e_ms_p{percent}"] = nearest_rank(wholes, percent)
        if paces:
            figures[f"tpot_ms_p{percent}"] = nearest_rank(paces, percent)
    if gaps:
        figures["itl_ms_mean"] = sum(gaps, Fraction(0)) / len(gaps)
        figures["itl_ms_p50"] = nearest_rank(gaps, 50)
        figures["itl_ms_p99"] = nearest_rank(gaps, 99)
        figures["longest_gap_ms"] = gaps[-1]
        figures["worst_stall_ms"] = max(stalls)
    return figures
