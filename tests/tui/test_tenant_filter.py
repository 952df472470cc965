"""`tenant:` in a filter, where requests have a tenant and where they have none."""

import pytest

from core import Request, Run, make_scheduler
from tests.tui.runs import preemption, session
from tui.filtering import Unknown, only_of
from tui.view.scene import Film


def of_tenants(*tenants: str) -> Film:
    """A request `r0`, `r1`, … for each."""
    requests = [Request(f"r{at}", 0, 1, 1, tenant=tenant) for at, tenant in enumerate(tenants)]
    return session(Run(requests, make_scheduler("driftwood", max_running=1))).film


def test_a_filter_by_tenant_is_none_where_nobody_has_one() -> None:
    for text in ("tenant:", "tenant:web"):
        with pytest.raises(Unknown, match="no request of this run has a tenant"):
            only_of(text, session(preemption()).film)


def test_without_a_name_it_shows_those_without_a_tenant() -> None:
    assert only_of("tenant:", of_tenants("", "web", "")).rids == {"r0", "r2"}
    with pytest.raises(Unknown, match="no tenant is called ; one of web, batch"):
        only_of("tenant:", of_tenants("web", "batch"))
