"""What a step has decided so far: who gets how many tokens, before anything is computed."""


class Plan:
    """The `budget` of tokens left, and the `tokens` of each admission that has some, in order.

    `threshold` cuts what a prompt gets in one step; 0 if it does not. `preempted` tells whether
    anybody was.
    """

    __slots__ = ("budget", "preempted", "threshold", "tokens")
    budget: int
    threshold: int
    tokens: dict[int, int]
    preempted: bool

    def cut(self, tokens: int) -> int:
        """How many of `tokens` can still be processed in this step."""
        if 0 < self.threshold < tokens:
            tokens = self.threshold
        return min(tokens, self.budget)

    def part(self, tokens: int) -> int:
        """`tokens` cut to the threshold."""
        return self.threshold if 0 < self.threshold < tokens else tokens

    def give(self, number: int, tokens: int) -> None:
        """Admission `number` gets `tokens`."""
        self.tokens[number] = tokens
        self.budget -= tokens

    def take_back(self, number: int) -> int:
        """Admission `number` is preempted; what it had got goes back to the budget."""
        tokens = self.tokens.pop(number, 0)
        self.budget += tokens
        self.preempted = True
        return tokens


def plan_of(budget: int, threshold: int = 0) -> Plan:
    """A plan with nobody scheduled.

    A function, as each step makes one, and through an `__init__` that costs three times as much.
    """
    plan = Plan()
    plan.budget, plan.threshold = budget, threshold
    plan.tokens, plan.preempted = {}, False
    return plan
