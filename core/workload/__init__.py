"""Where requests come from: scenario files with their expectations, and traces."""

from core.workload.capacity import Capacity
from core.workload.expect import Miss, check
from core.workload.faults import FileFault, InputError, ScenarioError, TraceError
from core.workload.formats import FORMATS
from core.workload.load import load, scenario_from_trace
from core.workload.origins import Origin, Origins
from core.workload.scenario import Scenario, load_scenario
from core.workload.trace import Trace, load_trace
from core.workload.trace_report import TraceReport

__all__ = [
    "FORMATS",
    "Capacity",
    "FileFault",
    "InputError",
    "Miss",
    "Origin",
    "Origins",
    "Scenario",
    "ScenarioError",
    "Trace",
    "TraceError",
    "TraceReport",
    "check",
    "load",
    "load_scenario",
    "load_trace",
    "scenario_from_trace",
]
