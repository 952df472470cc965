"""Queues of other orders than first come, first served: the same face, and memory of their own.

The *base order* is that of `core.replica.queue`: the preempted in front, the last one first, then
in order of arrival. Each of these queues says what it makes of it.
"""

from core.replica.queues.face import WaitingQueue
from core.replica.queues.keyed import KeyedQueue
from core.replica.queues.listed import ListedQueue
from core.replica.queues.rotating import RotatingQueue
from core.replica.queues.skipping import SkippingQueue

__all__ = ["KeyedQueue", "ListedQueue", "RotatingQueue", "SkippingQueue", "WaitingQueue"]
