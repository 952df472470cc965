"""The order of the modules: each imports what stands above it, or beside it in its own folder."""

LAYERS = (
    "core.override",
    "core.value",
    "core.frozen",
    "core.naming",
    "core.key",
    "core.request",
    "core.prompt_faults",
    "core.request_faults",
    "core.past",
    "core.first_stay",
    "core.endings",
    "core.lifecycle",
    "core.event_parts",
    "core.events",
    "core.blank",
    "core.cost",
    "core.memory",
    "core.replica",
    "core.policies",
    "core.schedulers",
    "core.driven",
    "core.checkpoints",
    "core.cycle",
    "core.failure",
    "core.replay",
    "core.stall",
    "core.series",
    "core.executing",
    "core.highest",
    "core.pauses",
    "core.stopwatch",
    "core.gaps",
    "core.record",
    "core.results",
    "core.footprint",
    "core.holdings",
    "core.rows",
    "core.moment",
    "core.run",
    "core.simulate",
    "core.metrics",
    "core.kept",
    "core.found",
    "core.explain",
    "core.ranking",
    "core.findings",
    "core.glossary",
    "core.story",
    "core.workload",
    "core.study",
    "core",
)
"""From what everything may use to what uses everything.

`core` itself is the front door: it only re-exports, and nothing behind it comes in that way.
"""


def layer(name: str) -> str | None:
    """The layer that the module `name` belongs to, if it is in the list."""
    if name == "core":
        return name
    inside = (each for each in LAYERS[:-1] if name == each or name.startswith(f"{each}."))
    return next(inside, None)


def may_import(importer: str, imported: str) -> bool:
    """Whether the layer `importer` stands at or below the layer `imported`."""
    return LAYERS.index(imported) <= LAYERS.index(importer)
