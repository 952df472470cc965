"""The brief as one plain loop: per step, per request, per token, nothing clever."""

from itertools import pairwise

from tests.naive.records import (
    Asked,
    Change,
    Life,
    NaiveTrace,
    Outcome,
    Results,
    Settings,
    StepRecord,
)


class NaiveRun:
    """The queue, the running requests in admission order, and what happened so far."""

    def __init__(self, asks: list[Asked], settings: Settings) -> None:
        self.settings = settings
        self.lives = [Life(ask) for ask in asks]
        self.waiting: list[Life] = []
        self.running: list[Life] = []
        self.step = 0
        self.changes: list[Change] = []
        self.records: list[StepRecord] = []

    def to_the_end(self) -> NaiveTrace:
        """Execute every step in which somebody arrives, waits or runs; jump the others."""
        arrivals = sorted({life.ask.arrival for life in self.lives})
        while self.waiting or self.running or arrivals:
            if not self.waiting and not self.running:
                self.step = arrivals[0]
            arrivals = [arrival for arrival in arrivals if arrival > self.step]
            self.execute_step()
            self.step += 1
        return NaiveTrace(self.results(), self.records, self.outcomes())

    def execute_step(self) -> None:
        """Arrivals, then the brief's (a), (b), (c) and (d)."""
        self.changes = []
        self.arrive()
        self.grow()
        self.admit()
        self.count_waits()
        tokens, emitted = self.run()
        ran = [life.rid for life in self.running]
        blocks_used = sum(life.blocks for life in self.running)
        self.finish()
        self.records.append(
            StepRecord(
                step=self.step,
                changes=self.changes,
                ran=ran,
                emitted=emitted,
                tokens=tokens,
                blocks_used=blocks_used,
                waiting_after=[life.rid for life in self.waiting],
                running_after=[life.rid for life in self.running],
                blocks_after={life.rid: life.blocks for life in self.running},
                emitted_after={life.rid: life.emitted for life in self.running + self.waiting},
            )
        )

    def arrive(self) -> None:
        """Newcomers join the back of the queue in rid order, save those that could never fit."""
        newcomers = [life for life in self.lives if life.ask.arrival == self.step]
        newcomers.sort(key=lambda life: life.rid)
        for life in newcomers:
            self.changes.append(("arrived", life.rid))
        for life in newcomers:
            if self.settings.fits_alone(life.ask):
                self.waiting.append(life)
            else:
                self.changes.append(("rejected", life.rid))

    def free_blocks(self) -> int:
        """Blocks nobody holds; 0 without paging, where nobody needs any."""
        return (self.settings.num_blocks or 0) - sum(life.blocks for life in self.running)

    def grow(self) -> None:
        """Do (a): each decoding request, oldest first, takes one more block if it needs one."""
        for asker in list(self.running):
            if asker not in self.running or not asker.decoding:
                continue
            if self.settings.blocks_for(asker.known) <= asker.blocks:
                continue
            while self.free_blocks() == 0 and asker in self.running:
                self.preempt(self.victim(), asker)
            if asker in self.running:
                asker.blocks += 1
                self.changes.append(("grew", asker.rid))

    def victim(self) -> Life:
        """Say who goes: the least by the victim rule, of equals the one admitted last."""
        spared = [life for life in self.running if self.is_guarded(life)]
        pool = [life for life in self.running if life not in spared] or spared
        least = min(self.rank(life) for life in pool)
        return [life for life in pool if self.rank(life) == least][-1]

    def is_guarded(self, life: Life) -> bool:
        """Too few tokens since it came in."""
        return life.emitted - life.emitted_before < self.settings.victim_guard

    def rank(self, life: Life) -> int:
        """Look up what the victim rule counts: whoever has the least of it goes."""
        place = self.running.index(life)
        return {
            "latest_admitted": -place,
            "earliest_admitted": place,
            "largest_cache": -life.processed,
            "least_computed": life.processed,
            "fewest_output_tokens": life.emitted,
            "lowest_priority": 0,
        }[self.settings.victim]

    def preempt(self, victim: Life, asker: Life) -> None:
        """Take from the victim its blocks and its work, and put it at the front of the queue."""
        self.changes.append(("preempted", victim.rid, asker.rid, victim.blocks, victim.processed))
        self.running.remove(victim)
        self.waiting.insert(0, victim)
        victim.preemptions += 1
        victim.recomputed += victim.processed
        victim.blocks = 0
        victim.processed = 0
        victim.decoding = False

    def slot_is_free(self) -> bool:
        return len(self.running) < self.settings.max_running

    def admit(self) -> None:
        """Do (b): the head of the queue enters while its slot and blocks are free; nobody skips."""
        while self.waiting and self.slot_is_free():
            head = self.waiting[0]
            needed = self.settings.blocks_for(head.known)
            if needed > self.free_blocks():
                return
            self.waiting.pop(0)
            head.blocks = needed
            head.emitted_before = head.emitted
            self.running.append(head)
            self.changes.append(("admitted", head.rid, needed))

    def count_waits(self) -> None:
        """Whoever is still queued waits for its turn; the head for a slot, else for blocks."""
        for place, life in enumerate(self.waiting):
            if place > 0:
                life.waited["turn"] += 1
            elif not self.slot_is_free():
                life.waited["slots"] += 1
            else:
                life.waited["blocks"] += 1

    def run(self) -> tuple[int, list[str]]:
        """Do (c): decoding requests get one token each, then prompts what is left, in order."""
        everything = sum(life.known - life.processed for life in self.running)
        budget = self.settings.token_budget
        left = everything if budget is None else budget
        before = left
        decoding = [life for life in self.running if life.decoding]
        prefilling = [life for life in self.running if not life.decoding]
        emitted: list[Life] = []
        for life in decoding:
            life.processed += 1
            left -= 1
            self.emit(life)
            emitted.append(life)
        for life in prefilling:
            left -= self.prefill(life, left)
            if life.decoding:
                emitted.append(life)
        in_order = [life.rid for life in self.running if life in emitted]
        self.changes.append(("ran", before - left, len(in_order)))
        return before - left, in_order

    def prefill(self, life: Life, left: int) -> int:
        """Process token by token until the text or the budget ends; a whole text emits."""
        spent = 0
        while spent < left and life.processed < life.known:
            life.processed += 1
            spent += 1
        if life.processed == life.known:
            self.changes.append(("first_token", life.rid, spent))
            self.emit(life)
        elif spent > 0:
            self.changes.append(("chunk", life.rid, spent))
        else:
            life.unserved += 1
        return spent

    def emit(self, life: Life) -> None:
        life.emitted += 1
        life.emit_steps.append(self.step)
        life.decoding = True

    def finish(self) -> None:
        """Do (d): whoever has sent all its tokens leaves and frees its blocks."""
        for life in list(self.running):
            if life.emitted == life.ask.output_len:
                self.running.remove(life)
                life.blocks = 0
                self.changes.append(("finished", life.rid))

    def results(self) -> Results:
        """In the order of the requests; a rejected one has neither step."""
        results: Results = {}
        for life in self.lives:
            steps = life.emit_steps
            results[life.rid] = {
                "first_token": steps[0] if steps else None,
                "finish": steps[-1] if steps else None,
                "preemptions": life.preemptions,
            }
        return results

    def outcomes(self) -> dict[str, Outcome]:
        return {life.rid: outcome(life) for life in self.lives if life.emit_steps}


def outcome(life: Life) -> Outcome:
    """Tell a life; the longest gap lies between two consecutive tokens, 0 for only one."""
    steps = life.emit_steps
    gaps = [later - earlier for earlier, later in pairwise(steps)]
    return Outcome(
        first_token=steps[0],
        finish=steps[-1],
        preemptions=life.preemptions,
        recomputed_tokens=life.recomputed,
        longest_gap=max(gaps, default=0),
        waited=life.waited,
        unserved=life.unserved,
    )
