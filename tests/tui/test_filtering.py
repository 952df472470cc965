"""Requests are filtered and searched by rid, tenant and state."""

import pytest

from core import Request, Run, make_scheduler
from core.cost import Cost
from tests.tui.runs import session
from tui import seeking, selecting
from tui.conditions import Happens, Mistake, parse
from tui.filtering import Unknown, only_of
from tui.prompt import Prompt
from tui.questions import Filter
from tui.reading.matching import entered
from tui.session import Session
from tui.view.happened import events_pane
from tui.view.lines import text_of
from tui.view.running import running_pane
from tui.view.scene import Film
from tui.view.waiting import waiting_pane

TENANTS = ("web", "batch", "two words")


def mixed() -> Run:
    """Requests of three tenants, more of them than there are slots and blocks for."""
    requests = [
        Request(f"{'ab'[n % 2]}{n:02d}", n // 3, 9, 8, tenant=TENANTS[n % 3]) for n in range(24)
    ]
    knobs = {"max_running": 6, "block_size": 4, "num_blocks": 20}
    return Run(requests, make_scheduler("driftwood", **knobs), cost=Cost(1))


@pytest.fixture
def own() -> Session:
    """At a step with a preemption, some who run and many who wait."""
    mine = session(mixed())
    seeking.search(mine, "event:preempted")
    mine.desk.finish()
    mine.pursue()
    return mine


def rows_of(own: Session, pane: str) -> list[str]:
    """The rids that a pane lists."""
    draw = waiting_pane if pane == "waiting" else running_pane
    rows = draw(own.scene, 80, 40).rows
    return list(dict.fromkeys(row.target.rid for row in rows if row.target))


def all_of(own: Session, pane: str) -> list[str]:
    moment = own.moment()
    return (moment.waiting if pane == "waiting" else moment.running).rids


@pytest.mark.parametrize(
    ("as_a_condition", "plain"),
    [("event:preempted", "preempted"), ("rid:a00", "a00"), ('rid:"b01"', "b01"), ("rid:a*", "a*")],
)
def test_words_of_a_condition_are_words_of_a_filter(
    own: Session, as_a_condition: str, plain: str
) -> None:
    assert only_of(as_a_condition, own.film)[1:] == only_of(plain, own.film)[1:]


def test_a_rid_that_looks_like_a_condition_is_that_rid() -> None:
    requests = [Request("rid:A", 0, 3, 2), Request("A", 0, 3, 2)]
    film = Film(Run(requests, make_scheduler("driftwood", max_running=2)))
    assert only_of("rid:A", film).rids == {"rid:A"}
    assert only_of("rid:rid:A", film).rids == {"rid:A"}


@pytest.mark.parametrize("wrong", ["rid:zz", "event:bogus", "rid:preempted"])
def test_wrong_words_of_a_condition_are_told(own: Session, wrong: str) -> None:
    with pytest.raises(Unknown, match="is called"):
        only_of(wrong, own.film)


@pytest.mark.parametrize("pane", ["waiting", "running"])
@pytest.mark.parametrize("tenant", TENANTS)
def test_only_the_requests_of_a_tenant_show(own: Session, pane: str, tenant: str) -> None:
    before = rows_of(own, pane)
    own.only = only_of(f'tenant:"{tenant}"', own.film)
    mine = own.film.tenants[tenant]
    assert rows_of(own, pane) == [rid for rid in before if rid in mine]
    assert before == all_of(own, pane)


@pytest.mark.parametrize("state", ["waiting", "preempted", "prefilling", "decoding"])
def test_only_those_in_a_state_show(own: Session, state: str) -> None:
    own.only = only_of(f"state:{state}", own.film)
    moment = own.moment()
    for pane, rows in (("waiting", moment.waiting), ("running", moment.running)):
        assert rows_of(own, pane) == [row.rid for row in rows if row.state == state]


def test_a_beginning_of_a_rid_with_a_star_is_all_of_them(own: Session) -> None:
    own.only = only_of("a*", own.film)
    assert rows_of(own, "waiting") == [rid for rid in all_of(own, "waiting") if rid[0] == "a"]
    own.only = only_of("a* state:preempted", own.film)
    waiting = own.moment().waiting
    expected = [row.rid for row in waiting if row.rid[0] == "a" and row.state == "preempted"]
    assert rows_of(own, "waiting") == expected


def test_events_of_a_tenant(own: Session) -> None:
    own.only = only_of("tenant:web", own.film)
    mine = own.film.tenants["web"]
    shown = [event for event in own.events() if own.only.shows(event)]
    assert shown == [e for e in own.events() if set(seeking_rids(e)) & mine]
    pane = events_pane(own.scene, 80, 40)
    assert len([row for row in pane.rows if row.target]) >= len(shown)


def seeking_rids(event: object) -> list[str]:
    growths: tuple[tuple[str, int], ...] = getattr(event, "growths", ())
    asker: str = getattr(event, "asker", "")
    rid: str = getattr(event, "rid", "")
    return [rid, asker, *(each for each, _ in growths)]


def test_a_title_says_how_many_of_how_many(own: Session) -> None:
    every = len(all_of(own, "waiting"))
    own.only = only_of("tenant:web", own.film)
    shown = len(rows_of(own, "waiting"))
    assert 0 < shown < every
    assert waiting_pane(own.scene, 80, 40).title == f"Waiting {shown} of {every}"


def test_where_the_filter_shows_nobody_it_says_so(own: Session) -> None:
    own.only = only_of("state:finished", own.film)
    every = len(all_of(own, "running"))
    text = [text_of(row.line) for row in running_pane(own.scene, 80, 40).rows]
    assert f"none of the {every} is state:finished" in text
    assert text_of(waiting_pane(own.scene, 80, 40).rows[0].line).startswith("none of the ")


def test_kinds_of_events_leave_the_lists_whole(own: Session) -> None:
    own.only = only_of("preempted", own.film)
    assert rows_of(own, "waiting") == all_of(own, "waiting")


def test_rows_are_walked_among_those_that_show(own: Session) -> None:
    own.only = only_of("tenant:batch", own.film)
    selecting.show_pane(own, "waiting")
    shown = rows_of(own, "waiting")
    selecting.row_by(own, 1)
    assert own.attention.rid == shown[0]
    selecting.row_by(own, 1)
    assert own.attention.rid == shown[1]
    selecting.row_by(own, 99)
    assert own.attention.rid == shown[-1]


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("tenant:we", 0, "no tenant is called we; did you mean web?"),
        ("b* tenant:none", 3, "no tenant is called none; one of web, batch, two words"),
        ("state:decodin", 0, "did you mean decoding?"),
        ("state:x", 0, "no state is called x; one of waiting,"),
        ("c*", 0, "no request begins with c"),
        ("a0", 0, "no kind and no request is called a0; did you mean a"),
        ("zzzzzzzz", 0, "no kind and no request is called zzzzzzzz; also tenant:…, state:…"),
    ],
)
def test_a_word_that_means_nothing_is_pointed_at(
    own: Session, text: str, at: int, said: str
) -> None:
    with pytest.raises(Unknown) as caught:
        only_of(text, own.film)
    assert caught.value.at == at
    assert said in f"{caught.value}"


def test_a_run_without_tenants_says_so() -> None:
    film = Film(Run([Request("A", 0, 1, 1)], make_scheduler("driftwood", max_running=1)))
    with pytest.raises(Unknown, match="no request of this run has a tenant"):
        only_of("tenant:x", film)
    with pytest.raises(Mistake, match="no request of this run has a tenant"):
        parse("tenant:x", film.requests, 0, film.tenants)


def test_the_lists_follow_what_is_typed(own: Session) -> None:
    prompt = Prompt(own, Filter(own))
    prompt.write("tenant:web")
    assert set(rows_of(own, "waiting")) <= own.film.tenants["web"]
    assert own.asked is not None
    assert own.asked.answer == "8 requests"
    prompt.cancel()
    assert rows_of(own, "waiting") == all_of(own, "waiting")


# Searches


@pytest.mark.parametrize(
    ("text", "happens"),
    [
        ("tenant:web", Happens(tenant="web")),
        ('tenant:"two words"', Happens(tenant="two words")),
        ("state:decoding", Happens(state="decoding")),
    ],
)
def test_conditions_name_tenants_and_states(own: Session, text: str, happens: Happens) -> None:
    film = own.film
    assert parse(text, film.requests, film.total_blocks, film.tenants).happens == (happens,)


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("tenant:we", 7, "did you mean web?"),
        ("tenant:none", 7, "one of web, batch"),
        ("state:decodin", 6, "did you mean decoding?"),
        ("tenat:web", 0, "did you mean tenant?"),
    ],
)
def test_a_mistake_in_them_is_pointed_at(own: Session, text: str, at: int, said: str) -> None:
    film = own.film
    with pytest.raises(Mistake) as caught:
        parse(text, film.requests, film.total_blocks, film.tenants)
    assert (caught.value.at, said in f"{caught.value}") == (at, True)


def test_a_search_by_tenant_and_state_finds_all_of_them(own: Session) -> None:
    seeking.search(own, "tenant:batch and state:preempted")
    own.desk.finish()
    hunt = own.desk.hunt
    assert hunt is not None
    mine = own.film.tenants["batch"]
    expected = 0
    for _, happened in own.film.run.replay():
        for event in happened:
            if entered(event) == "preempted":
                expected += bool({getattr(event, "rid", ""), getattr(event, "asker", "")} & mine)
    assert len(hunt.trail) == expected > 0


def test_an_event_enters_the_state_that_the_moment_after_it_shows() -> None:
    """And where it enters none, the request it is about is in the state it was in."""
    run = mixed().finish()
    for step in run.series.step:
        for number, event in enumerate(run.at(step).events, 1):
            rid = getattr(event, "rid", None)
            after = None if rid is None else run.at(step, number).find(rid)
            if after is None or rid is None:
                continue
            before = run.at(step, number - 1).find(rid)
            was = None if before is None else before.state
            assert after.state == (entered(event) or was), event
