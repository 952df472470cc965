"""What a request of a drawn workload has beyond the brief's fields."""

from tests.naive.records import Ask as BriefAsk
from tests.naive.strategies import Draw
from tests.naive_lab.choices import is_chance
from tests.naive_lab.records import Ask

TENANTS = ("x", "y", "z", "")


def draw_ask(draw: Draw, ask: BriefAsk, drawn: set[str]) -> Ask:
    """Draw what the drawn families need; a few tenants, priorities and prefixes."""
    tenant, priority = "", 0
    if drawn & {"queue", "urgent", "victim"}:
        tenant, priority = TENANTS[draw.number(0, 3)], draw.number(0, 3)
    prompt_len, arrival = ask.prompt_len, ask.arrival
    prefix, prefix_len, prompt_ids = "", 0, tuple[int, ...]()
    if "sharing" in drawn:
        prompt_len, arrival = prompt_len + draw.number(0, 6), arrival + draw.number(0, 6)
        alike = draw.number(0, 9)
        if "prompt ids" in drawn and (alike < 5 or "prefixes" not in drawn):
            prompt_ids = draw_ids(draw, prompt_len)
        elif alike < 9:
            prefix, prefix_len = "pppppqqqq"[alike], max(1, prompt_len - draw.number(0, 4))
    timed = "timed" in drawn
    cancelled = "cancel" in drawn and not timed and is_chance(draw, 1, 3)
    return Ask(
        rid=ask.rid,
        arrival=0 if timed else arrival,
        prompt_len=prompt_len,
        output_len=ask.output_len,
        priority=priority,
        tenant=tenant,
        cancel_at=max(0, arrival + draw.number(-1, 14)) if cancelled else None,
        prefix=prefix,
        prefix_len=prefix_len,
        prompt_ids=prompt_ids,
        arrival_ms=arrival * 1.5 + draw.number(0, 3) / 2 if timed else None,
    )


def draw_ids(draw: Draw, length: int) -> tuple[int, ...]:
    """Draw a prompt that all have, or that is another one from some token on."""
    same = draw.number(0, length)
    alike = same == length or is_chance(draw, 2, 3)
    return tuple(at if alike or at < same else 100 + at for at in range(length))
