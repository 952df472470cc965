"""`override` for Python 3.11, whose `typing` does not have it yet. mypy checks it.

At run time it does nothing.
"""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override
else:
    Method = TypeVar("Method")

    def override(method: Method) -> Method:
        """Mark `method` as one that overrides another."""
        return method


__all__ = ["override"]
