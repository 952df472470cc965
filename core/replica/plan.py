"""What a step has decided so far: who gets how many tokens, before anything is computed."""


class Plan:
    """The `budget` of tokens left, and the `tokens` of each admission that has some, in order.

    `threshold` cuts what a prompt gets in one step; 0 if it does not. `preempted` tells whether
    anybody was.
    """

    __slots__ = ("budget", "preempted", "threshold", "tokens")

    def __init__(self, budget: int, threshold: int = 0) -> None:
        """Start with nobody scheduled."""
        self.budget = budget
        self.threshold = threshold
        self.tokens: dict[int, int] = {}
        self.preempted = False

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
