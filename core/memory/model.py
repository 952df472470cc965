"""What a scenario says of its memory besides blocks: the model, and what things weigh in bytes."""

from dataclasses import dataclass, fields

from core.override import override

CONTIGUOUS = "contiguous"
PAGED = "paged"
MODELS = (PAGED, CONTIGUOUS)


@dataclass(frozen=True, slots=True)
class MemoryModel:
    """The table `[memory]`; None is "not given".

    `model` is paged (as without it) or contiguous: every request then reserves one piece of an
    address space of `tokens` tokens, `reserved_tokens` each or as many as it needs at its peak.
    `bytes` in the place of a number of blocks or tokens, with `bytes_per_token`; a block costs
    `table_bytes_per_block` more for its entry in a table.
    """

    model: str | None = None
    bytes: int | None = None
    bytes_per_token: int | None = None
    table_bytes_per_block: int | None = None
    tokens: int | None = None
    reserved_tokens: int | None = None

    @property
    def is_contiguous(self) -> bool:
        """Whether requests reserve pieces of one address space."""
        return self.model == CONTIGUOUS

    @property
    def size_in_tokens(self) -> int | None:
        """Tokens that the memory has room for; None if neither bytes nor tokens say."""
        if self.bytes is not None and self.bytes_per_token is not None:
            return self.bytes // self.bytes_per_token
        return self.tokens

    def given(self) -> dict[str, object]:
        """What is given, by the names of the table."""
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in every.items() if value is not None}

    @override
    def __str__(self) -> str:
        """`contiguous, tokens 24`."""
        given = self.given()
        model = given.pop("model", PAGED)
        return ", ".join(
            [
                f"{model}",
                *(
                    f"{name} {n:,}" if isinstance(n, int) else f"{name} {n}"
                    for name, n in given.items()
                ),
            ]
        )


BY_DEFAULT = MemoryModel()
"""Blocks, or no limit, and nothing said of bytes."""
