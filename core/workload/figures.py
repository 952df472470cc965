"""The figures of a run, looked up as expectations name them."""

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias, assert_never

from core.metrics import (
    RequestFigures,
    Totals,
    first_token_times,
    is_timed,
    of_priorities,
    of_tenants,
    request_figures,
    totals,
)
from core.results import Result
from core.run import Run
from core.workload.at_moment import moment_of, seen
from core.workload.expected import (
    Expectation,
    OfMoment,
    OfPriority,
    OfRequest,
    OfRun,
    OfTenant,
)

Got: TypeAlias = int | float | str | tuple[str, ...] | None


class Figures:
    """What a run, which has ended, has for what is expected of it."""

    def __init__(self, run: Run) -> None:
        """Work out nothing yet: each kind when it is first asked for."""
        self._run = run

    def of(self, one: Expectation) -> tuple[Got, str]:
        """The figure, None where there is no such; then also why, if there is more to say."""
        match one.about:
            case OfRequest(rid):
                return self._of_request(rid, one.name), ""
            case OfTenant(tenant):
                return self._tenants.get(tenant, {}).get(one.name), ""
            case OfPriority(priority):
                return self._priorities.get(priority, {}).get(one.name), ""
            case OfRun():
                return self._run.status if one.name == "status" else self._totals.get(one.name), ""
            case OfMoment():
                return self._of_moment(one.about, one)
        assert_never(one.about)

    @cached_property
    def _results(self) -> Mapping[str, Result]:
        return self._run.results()

    @cached_property
    def _totals(self) -> Totals:
        return totals(self._run, self._results)

    @cached_property
    def _tenants(self) -> Mapping[str, Totals]:
        return of_tenants(self._run, self._results)

    @cached_property
    def _priorities(self) -> Mapping[int, Totals]:
        return of_priorities(self._run, self._results)

    @cached_property
    def _requests(self) -> Mapping[str, RequestFigures]:
        return request_figures(self._run, self._results)

    @cached_property
    def _first_steps(self) -> Mapping[str, float]:
        return {} if is_timed(self._run) else first_token_times(self._run, self._results)

    def _of_request(self, rid: str, name: str) -> Got:
        if rid not in self._results:
            return None
        if name == "ttft_steps":
            return self._first_steps.get(rid)
        figures: Mapping[str, object] = {**self._results[rid], **self._requests[rid]._asdict()}
        whole, _, cause = name.partition(".")
        figure = figures.get(whole)
        if isinstance(figure, dict):
            figure = figure.get(cause)
        return figure if isinstance(figure, int | float | str) else None

    def _of_moment(self, about: OfMoment, one: Expectation) -> tuple[Got, str]:
        try:
            moment = moment_of(self._run, about)
        except ValueError as error:
            return None, str(error)
        return seen(moment, one, self._run.scheduler), ""
