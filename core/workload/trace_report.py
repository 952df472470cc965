"""What became of the rows of a trace when it was read."""

from dataclasses import dataclass

from core.naming import counted
from core.override import override
from core.workload.infinite_cache import TOKEN_BLOCK, InfiniteCache
from core.workload.kept_rows import OUTSIDE


@dataclass(frozen=True, slots=True)
class TraceReport:
    """What was read of a trace: `read = kept + the sum of dropped`.

    `dropped` has the number of rows for each reason, `dropped_lines` the first five of them as
    (line, reason), those outside the window left out, and `examples` the line and the text, inert
    and cut, of the first with each reason; a line is 0 where lines say nothing. `reordered`: the
    rows were not in order of arrival. `stopped`: the limit was reached, and the rest was not read.
    `unused_ids` has the number of kept rows whose ids could not be used, for each reason: nothing
    is known of their prompts. `hash_block_size` is at how many tokens a block hash ids were cut,
    None where there are none; `infinite_cache` says what a cache without limit would find, None
    where nothing is known of any prompt. `files` were opened.
    """

    format: str
    unit: str
    read: int
    kept: int
    dropped: dict[str, int]
    dropped_lines: tuple[tuple[int, str], ...]
    examples: dict[str, tuple[int, str]]
    reordered: bool
    stopped: bool
    unused_ids: dict[str, int]
    hash_block_size: int | None
    infinite_cache: InfiniteCache | None
    files: int = 1

    @property
    def warning(self) -> str:
        """A sentence if more than half of the rows could not be used, else ""."""
        wanted = self.read - self.dropped.get(OUTSIDE, 0)
        broken = wanted - self.kept
        if broken * 2 <= wanted:
            return ""
        return f"{broken:,} of {wanted:,} rows could not be used: most of the trace is missing"

    @property
    def example_lines(self) -> tuple[str, ...]:
        """For each reason the first row that was dropped for it."""
        return tuple(_example(reason, *found) for reason, found in self.examples.items())

    @override
    def __str__(self) -> str:
        """One line for people."""
        kind = f"{self.format}, {self.unit}, {self._ids}"
        parts = [f"{kind}: {counted(self.read, 'row')} read, {self.kept:,} kept"]
        dropped = [f"{count:,} dropped ({reason})" for reason, count in self.dropped.items()]
        parts += dropped or ["none dropped"]
        parts += ["put in order of arrival" if self.reordered else "not reordered"]
        parts += [f"in {self.files:,} files"] if self.files > 1 else []
        parts += ["stopped at the limit"] if self.stopped else []
        return ", ".join(parts)

    @property
    def said(self) -> tuple[str, ...]:
        """What is known of the prompts, in sentences; nothing where nothing is."""
        unused = self.unused_ids.items()
        told = [f"{rows:,} kept without their ids: {reason}" for reason, rows in unused]
        if self.infinite_cache is not None:
            told.append(str(self.infinite_cache) + self._cut)
        return tuple(told)

    @property
    def _ids(self) -> str:
        """What a row says of the contents of its prompt."""
        if self.hash_block_size is not None:
            return f"hash_ids of {self.hash_block_size:,} tokens"
        return "token ids" if self.infinite_cache or self.unused_ids else "no content ids"

    @property
    def _cut(self) -> str:
        """How blocks are made where the trace has none."""
        return "" if self.hash_block_size is not None else f", in blocks of {TOKEN_BLOCK} tokens"


def _example(reason: str, line: int, text: str) -> str:
    return f"{reason}: " + ", ".join([*([f"line {line:,}"] if line else []), *filter(None, [text])])
