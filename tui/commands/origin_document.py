"""Where a request was read, for programs."""

from collections.abc import Mapping

from core.workload import Origin


def origin_document(origin: Origin | None) -> Mapping[str, object] | None:
    """The file, and the line (null where lines say nothing) or the place in it."""
    return None if origin is None else origin._asdict()
