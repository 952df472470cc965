"""From the knob `admission` to the gates in force."""

from collections.abc import Sequence
from typing import TypeAlias

from core.policies.admission.admission import Admission
from core.policies.admission.first_chunk import FirstChunk
from core.policies.admission.gate import Gate
from core.policies.admission.known_text import Slots, known_text
from core.policies.admission.static import static
from core.policies.admission.watermark import Watermark
from core.policies.admission.whole_life import whole_life

GATES = ("known_text", "first_chunk", "whole_life", "watermark", "static")
"""Every gate by its name in files and on the command line; the first is the default."""

DEFAULT = GATES[:1]

Named: TypeAlias = str | Sequence[str] | None
"""The knob: a name, a list of names, or names with commas between; None is the default."""


def gate_names(admission: Named) -> tuple[str, ...]:
    """The gates that `admission` names, in the order given."""
    if admission is None:
        return DEFAULT
    names = admission.split(",") if isinstance(admission, str) else admission
    return tuple(name.strip() for name in names)


def names_kept(admission: Named) -> str | tuple[str, ...] | None:
    """The names in `admission` as a scheduler keeps them: one alone is no list."""
    if admission is None:
        return None
    names = gate_names(admission)
    return names if names[1:] else names[0]


def admission_of(
    admission: Named, max_running: int, token_budget: int | None, watermark_blocks: int | None
) -> Admission:
    """The gates that the knobs stand for, in the order in which they are asked."""
    names = gate_names(admission)
    gates: list[Gate] = [static] if "static" in names else []
    gates.append(Slots(max_running))
    after: list[Gate] = [whole_life] if "whole_life" in names else []
    if "watermark" in names:
        after.append(Watermark(watermark_blocks or 0))
    if "first_chunk" in names:
        first_chunk = FirstChunk(token_budget or 0)
        return Admission((*gates, first_chunk, *after), first_chunk.needed, begins=True)
    is_plain = names == GATES[:1]
    return Admission((*gates, *after[:1], known_text, *after[1:]), is_plain=is_plain)
