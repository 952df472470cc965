"""Ways in which a request ends without its last token: refused, given up, left by its client."""

from typing import Literal, NamedTuple, TypeAlias

from core.override import override
from core.past import Past
from core.request import Request
from core.value import value

Limit: TypeAlias = Literal[
    "pool", "watermark", "reservation", "memory", "step", "prompt", "estimate"
]


class NeverFits(NamedTuple):
    """Why a request could never run, even alone: it needs more blocks than there are.

    More than its `limit`: the pool, or what of it a watermark leaves to an admission. In contiguous
    memory the limit counts tokens, the reservation of each or the memory; where a prompt is not
    split, those of one step.
    """

    needed_blocks: int
    total_blocks: int
    limit: Limit = "pool"

    @override
    def __str__(self) -> str:  # noqa: PLR0911 - a sentence for each
        """The sentence for people."""
        needed, total = self.needed_blocks, self.total_blocks
        match self.limit:
            case "pool":
                return f"needs {needed} blocks, the pool has {total}"
            case "watermark":
                return f"needs {needed} blocks, the pool has {total} besides the watermark"
            case "step":
                return (
                    f"needs up to {needed} tokens in one step, rebuilt as one, a step has {total}"
                )
            case "reservation":
                return f"needs {needed} tokens at its peak, {total} are reserved for each"
            case "prompt":
                return f"has a prompt of {needed} tokens, processed at once, a step has {total}"
            case "estimate":
                return f"is taken to need {needed} tokens, which is not below the {total} there are"
            case "memory":
                return f"reserves {needed} tokens in one piece, the memory has {total}"


@value
class Rejected:
    """Refused at its arrival in step `step`: it could never have run.

    Or given up in that step by its engine, after `emitted` tokens, with a `past`.
    """

    request: Request
    step: int
    reason: NeverFits
    past: Past
    emitted: int


@value
class Cancelled:
    """Its client left at the start of step `step`; `emitted` tokens counted as sent then."""

    request: Request
    past: Past
    emitted: int
    step: int
