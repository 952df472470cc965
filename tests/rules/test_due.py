"""Who is due in which tick, in whatever order they begin to decode."""

from core import Request
from core.replica import Replica
from core.replica.arrivals import Arrivals
from core.replica.calendar import Calendar
from core.replica.rota import Rota
from core.schedulers.driftwood import Driftwood


def test_a_line_is_oldest_first() -> None:
    rota = Rota(16)
    for number, tick in ((2, 3), (5, 19), (1, 3), (4, 19)):
        rota.join(number, tick)
    assert rota.lines == {3: [1, 2, 4, 5]}


def test_who_left_is_in_no_line() -> None:
    rota = Rota(16)
    rota.join(1, 3)
    rota.join(2, 3)
    rota.leave(1)
    rota.leave(7)
    assert rota.lines == {3: [2]}
    rota.leave(2)
    assert not rota.lines


def test_nobody_grows_without_blocks() -> None:
    scheduler = Driftwood(2)
    replica = Replica(Arrivals([Request("A", 0, 5, 3)]), scheduler.new_memory())
    replica.to_first_step()
    list(scheduler.step(replica))
    assert replica.decoding == 1
    assert replica.due_to_grow() == []


def test_a_calendar_is_oldest_first_and_forgets_who_left() -> None:
    calendar = Calendar()
    for number in (2, 5, 1, 4):
        calendar.enter(number, 3)
    calendar.leave(5, 3)
    calendar.leave(5, 3)
    calendar.leave(1, 9)
    assert calendar.due.pop(3) == [1, 2, 4]
    assert 3 not in calendar.due
