"""Follows one request through the steps of a run and notes its story, a line for each stretch."""

from typing import TypeAlias

from core.events import (
    Admitted,
    Arrived,
    Cancelled,
    Chunk,
    Event,
    Finished,
    FirstToken,
    Grew,
    Hit,
    Preempted,
    Ran,
    Rejected,
)
from core.explain import counted, reason
from core.replica import Replica
from core.request import Request
from core.story.line import Lines
from core.story.service import Service, decodes_at_once
from core.story.wait import Wait

Place: TypeAlias = Wait | Service | None
"""Where it is: in the queue, among the running, or neither."""


class Teller:
    """The story of `request` as far as it was followed.

    `over` once it has finished or was rejected. `place` is where it is now.
    """

    def __init__(self, request: Request) -> None:
        """It has not arrived."""
        self.request = request
        self.lines = Lines()
        self.over = False
        self.place: Place = None
        self._last_token: int | None = None
        self._unit = "block"

    def follow(self, replica: Replica, happened: list[Event]) -> None:
        """Note what `happened` in the step that `replica` has just executed."""
        step, self._unit = replica.clock.step, replica.memory.unit
        admissions = len(replica.admitted) - sum(isinstance(e, Admitted) for e in happened)
        for number, event in enumerate(happened, 1):
            admissions += isinstance(event, Admitted)
            self._note(step, number, event, admissions)
        if isinstance(self.place, Wait):
            self.place.count(replica, happened)
        elif isinstance(self.place, Service) and self.place.completed is not None:
            self._decodes(self.place, replica, happened)

    def _decodes(self, service: Service, replica: Replica, happened: list[Event]) -> None:
        """It sends a token where there was a `Ran`, if it had not to stand still or was paused."""
        step = replica.clock.step
        for ran in (event for event in happened if isinstance(event, Ran)):
            if ran.stalled and service.completed != step:
                service.stalls += 1
            elif service.number in replica.unscheduled:
                service.pauses += 1
            else:
                self._last_token = step

    def _note(self, step: int, number: int, event: Event, admissions: int) -> None:
        """Event `number` of `step`, if it is about the request; so many were `admissions` then."""
        match event:
            case Grew() if isinstance(self.place, Service):
                self.place.grow(event.numbers.count(self.place.number))
            case Preempted() if event.rid == self.request.rid:
                self._preempted(step, number, event)
            case Preempted() if event.asker == self.request.rid:
                if self.place is not None:
                    self.place.drive_out(event.rid)
            case Grew() | Preempted() | Ran():
                pass
            case _ if event.rid == self.request.rid:
                self._step_on(step, number, event, admissions)
            case _:
                pass

    def _step_on(self, step: int, number: int, event: Event, admissions: int) -> None:
        """One of the moves of its ordinary life."""
        match event:
            case Arrived():
                self.lines.add("arrived", step, "arrives", event=number)
                self.place = Wait(event.rid, step)
            case Rejected():
                if event.emitted:
                    self._decoded(step - 1, event.emitted)
                self.lines.add(
                    "rejected", step, f"rejected: {reason(event, self._unit)}", event=number
                )
                self.over, self.place = True, None
            case Admitted():
                self._admitted(step, number, event, admissions)
            case Hit():
                self.lines.add("hit", step, reason(event, self._unit), event=number)
            case Chunk() | FirstToken():
                self._processed(step, number, event)
            case Finished():
                self._finished(step, number, event)
            case Cancelled():
                self._cancelled(step, number, event)
            case _:
                pass

    def _admitted(self, step: int, number: int, event: Admitted, admissions: int) -> None:
        if isinstance(self.place, Wait) and self.place.steps:
            wait = self.place
            self.lines.add("waited", wait.since, f"waits {wait.words()}", until=step - 1)
        verb = "comes back" if event.resumed else "admitted"
        room = self.place.room() if isinstance(self.place, Wait) else ""
        self.lines.add("admitted", step, f"{verb}: {reason(event, self._unit)}{room}", event=number)
        self.place = service = Service(admissions, step)
        if decodes_at_once(event):
            service.complete(step - 1, event.known_tokens - self.request.prompt_len)

    def _processed(self, step: int, number: int, event: Chunk | FirstToken) -> None:
        service = self.place
        if not isinstance(service, Service):
            return
        service.chunk(step)
        if isinstance(event, FirstToken):
            service.complete(step, 1)
            text = f"prompt done {service.prefill_words()}: sends its first token"
            self.lines.add("first_token", step, text, event=number)
        elif event.computed_tokens == event.known_tokens:
            service.complete(step, event.known_tokens - self.request.prompt_len + 1)
            anew = event.known_tokens == self.request.prompt_len
            gap = "" if self._last_token is None else self._gap(step - self._last_token, anew=anew)
            text = (
                f"rebuilt {counted(event.known_tokens, 'token')} {service.prefill_words()}: {gap}"
            )
            self.lines.add("rebuilt", step, text, event=number)

    def _gap(self, steps: int, *, anew: bool) -> str:
        token = "first token again" if anew else "next token"
        return f"sends its {token}, {counted(steps, 'step')} after the one before"

    def _decoded(self, until: int, sent: int) -> None:
        """The tokens of a stay among the running that ends after step `until`."""
        service = self.place
        done = service.completed if isinstance(service, Service) else None
        if isinstance(service, Service) and done is not None and until > done:
            text = f"decodes: {service.decode_words(sent, self.request.output_len)}"
            self.lines.add("decoded", done + 1, text, until=until)

    def _preempted(self, step: int, number: int, event: Preempted) -> None:
        self._decoded(step - 1, event.emitted + event.discarded)
        asked = f"{self.request.output_len:,} tokens sent"
        kept = "" if event.discarded else f"; keeps {event.emitted:,} of {asked}"
        text = f"preempted: {reason(event, self._unit)}{kept}"
        self.lines.add("preempted", step, text, event=number)
        self.place = Wait(event.rid, step)

    def _finished(self, step: int, number: int, event: Finished) -> None:
        self._decoded(step, self.request.output_len)
        self.lines.add("finished", step, f"finished: {reason(event, self._unit)}", event=number)
        self.over, self.place = True, None

    def _cancelled(self, step: int, number: int, event: Cancelled) -> None:
        if isinstance(self.place, Wait) and self.place.steps:
            wait = self.place
            self.lines.add("waited", wait.since, f"waits {wait.words()}", until=step - 1)
        self._decoded(step - 1, event.emitted)
        self.lines.add("cancelled", step, f"cancelled: {reason(event, self._unit)}", event=number)
        self.over, self.place = True, None

    def stop(self, last_step: int, emitted: int, why: str) -> None:
        """The run goes no further than `last_step`; so far it has `emitted` tokens."""
        place = self.place
        if isinstance(place, Wait):
            self.lines.add("waited", place.since, f"waits {place.words()}", until=last_step)
        self._decoded(last_step, emitted)
        where = {Wait: "still waits", Service: "still runs"}.get(type(place), "has not arrived")
        sent = f"{emitted:,} of {self.request.output_len:,} tokens sent"
        self.lines.add("unfinished", max(0, last_step), f"{where}, {sent}: {why}")
