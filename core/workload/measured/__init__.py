"""A measured run: what an engine really did, as a folder of files.

`requests.jsonl` has a request a line, `timeseries.csv` how many ran and waited each second (it may
be missing), `meta.json` the engine and its settings. The shape is that of LLMServingSim's
measurements of vLLM (casys-kaist/LLMServingSim).
"""

from core.workload.measured.faults import MeasuredError
from core.workload.measured.folder import read_measured
from core.workload.measured.measured import Measured, MeasuredEngine, Sample, Served

__all__ = ["Measured", "MeasuredEngine", "MeasuredError", "Sample", "Served", "read_measured"]
