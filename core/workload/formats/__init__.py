"""Readers of traces, a file for each kind: from a line to a row."""

from core.workload.formats.azure import AZURE
from core.workload.formats.bailian import BAILIAN
from core.workload.formats.burstgpt import BURSTGPT
from core.workload.formats.fleet_sim import FLEET_SIM
from core.workload.formats.llmservingsim import LLMSERVINGSIM
from core.workload.formats.mooncake import MOONCAKE, TIMED_TRACE
from core.workload.formats.rows import Format
from core.workload.formats.vidur import VIDUR, VIDUR_LENGTHS
from core.workload.formats.weka import WEKA

FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        AZURE,
        VIDUR,
        VIDUR_LENGTHS,
        BURSTGPT,
        FLEET_SIM,
        BAILIAN,
        LLMSERVINGSIM,
        MOONCAKE,
        TIMED_TRACE,
        WEKA,
    )
}
"""Every known kind of trace, in the order in which they are tried."""

__all__ = ["FORMATS", "WEKA", "Format"]
