"""The first screen of `driftwood` alone: the scenarios there are, each with its note."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Protocol

from textual import events
from textual.binding import Binding, BindingType

from core import Run
from core.override import override
from core.workload import Scenario as CoreScenario
from tui.prompt import LONGEST
from tui.screens.one_page import OnePage
from tui.themes import ThemeName
from tui.view.choices import Entry, Sought, choices_lines
from tui.view.lines import Row
from tui.view.palette import having
from tui.view.scene import Film


class Scenario(Protocol):
    """What a choice loads: a scenario file read, or anything like it."""

    @property
    def title(self) -> str:
        """Its name in a line."""
        ...

    @property
    def notes(self) -> str:
        """What it is about."""
        ...

    def run(self) -> Run:
        """Its run, not computed yet."""
        ...


class Choice(NamedTuple):
    """Something to open. `load` reads it, or raises `ValueError` or `OSError` with a sentence.

    Where there are `variants` by name, one of these is opened instead. `name` is what commands call
    it.
    """

    group: str
    title: str
    note: str
    load: Callable[[], Scenario]
    variants: Mapping[str, Callable[[], Scenario]] = MappingProxyType({})
    name: str = ""

    def loader(self, variant: int) -> Callable[[], Scenario]:
        """What reads it, or its variant of this number."""
        return [*self.variants.values()][variant] if self.variants else self.load


MOVES = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10}
"""Keys that move while words are typed as well."""
KEYS = "↑ ↓ one, page ten, home, end; / search; v V variant; enter opens; q quits"


class ChooserScreen(OnePage):
    """Pick a scenario; words narrow the list to those that have all of them."""

    DEFAULT_CSS: ClassVar[str] = "ChooserScreen { overflow: hidden; }"
    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,n", "move(1)", "Next", id="choose.next"),
        Binding("up,k,p", "move(-1)", "Previous", id="choose.previous"),
        Binding("pagedown", "move(10)", "Ten on", id="choose.ten.next"),
        Binding("pageup", "move(-10)", "Ten back", id="choose.ten.previous"),
        Binding("home", "move(-100000)", "First", id="choose.first"),
        Binding("end", "move(100000)", "Last", id="choose.last"),
        Binding("slash", "search", "Search", id="choose.search"),
        Binding("escape", "all", "Show all", id="choose.all"),
        Binding("question_mark", "tell_keys", "Keys", id="choose.help"),
        Binding("v", "variant(1)", "Next variant", id="choose.variant.next"),
        Binding("V", "variant(-1)", "Previous variant", id="choose.variant.previous"),
        Binding("enter,right,space", "open", "Open", id="choose.open"),
        Binding("q", "app.quit", "Quit", id="choose.quit"),
        Binding("colon,ctrl+p", "app.command_palette", "Command palette", id="choose.palette"),
    ]

    def __init__(
        self,
        choices: Sequence[Choice],
        opened: Callable[[Film], None],
        look: ThemeName,
        *,
        ascii_only: bool = False,
    ) -> None:
        """Offer `choices`; `opened` gets the one picked, or refuses it with a `ValueError`."""
        super().__init__()
        self.look, self.ascii_only = look, ascii_only
        self._choices = choices
        self._entries = [
            Entry(each.group, each.title, each.note, tuple(each.variants), each.name)
            for each in choices
        ]
        self._opened = opened
        self._texts = [each.text for each in self._entries]
        self._found = list(range(len(choices)))
        self._cursor = self._variant = 0  # in what was found, and among its variants
        self._words, self._is_typed = "", False
        self._message = ""

    @override
    def rows(self, width: int, height: int) -> list[Row]:
        """The list around the cursor."""
        shown = [self._entries[at] for at in self._found]
        sought = Sought(self._words, self._is_typed, len(self._choices))
        asked = sought if self._words or self._is_typed else None
        now = (shown, self._cursor, self._message)
        return choices_lines(*now, width, height, self._variant, sought=asked)

    @property
    def _picked(self) -> Choice | None:
        """The one under the cursor."""
        return self._choices[self._found[self._cursor]] if self._found else None

    def action_move(self, rows: int) -> None:
        """So many entries."""
        self._message = ""
        self._pick(max(0, min(len(self._found) - 1, self._cursor + rows)))

    def _pick(self, cursor: int) -> None:
        """Go to an entry, and to the first of its variants."""
        if cursor != self._cursor:
            self._variant = 0
        self._cursor = cursor
        self.show()

    def action_variant(self, by: int) -> None:
        """Another variant of the entry under the cursor, if it has any."""
        if self._picked is not None and (variants := self._picked.variants):
            self._variant = (self._variant + by) % len(variants)
            self.show()

    def action_tell_keys(self) -> None:
        """All keys, in the last line."""
        self._message = KEYS
        self.show()

    # Searching

    def action_search(self) -> None:
        """What is typed from now on are words."""
        self._message, self._is_typed = "", True
        self.show()

    def action_all(self) -> None:
        """No words: the whole list, at the entry that was picked."""
        self._is_typed = False
        self._narrow("")

    @override
    async def pressed(self, event: events.Key) -> None:
        """A letter of the words, or what is done with what they found."""
        if not self._is_typed:
            await self._command(event)
        elif event.key in MOVES:
            self.action_move(MOVES[event.key])
        elif event.key in {"backspace", "ctrl+u"}:
            self._narrow(self._words[:-1] if event.key == "backspace" else "")
        elif event.is_printable and event.character is not None:
            self._narrow(self._words + event.character)
        elif event.key == "enter":
            self._is_typed = False
            self.action_open()
            self.show()
        else:
            await super().pressed(event)

    async def _command(self, event: events.Key) -> None:
        """What a key does, or that it does nothing."""
        self._message = ""
        if event.is_printable and event.key not in self.active_bindings:
            self._message = f"{event.character} does nothing here; ? tells the keys"
        self.show()
        await super().pressed(event)

    @override
    def pasted(self, text: str) -> None:
        """Pasted text is words, where these are typed."""
        if self._is_typed:
            self._narrow(self._words + "".join(c if c.isprintable() else " " for c in text))

    def _narrow(self, words: str) -> None:
        """Show those that have `words`; the one that was picked stays so, if it is among them."""
        before = self._found[self._cursor] if self._found else 0
        self._words, self._message = words[:LONGEST], ""
        self._found = having(self._texts, self._words)
        is_there = before in self._found
        self._cursor = self._found.index(before) if is_there else 0
        self._variant = self._variant if is_there else 0
        self.show()

    def action_open(self) -> None:
        """Open the one under the cursor; what is wrong with it is said in the last line."""
        if self._picked is None:
            return
        try:
            scenario = self._picked.loader(self._variant)()
            whole = scenario if isinstance(scenario, CoreScenario) else None
            self._opened(Film(scenario.run(), scenario.title, scenario.notes, whole))
        except (ValueError, OSError) as error:
            self._message = f"{error}"
            self.show()

    def on_click(self, event: events.Click) -> None:
        """A click picks an entry, a second one opens it."""
        target = self.page.target_at(event.screen_y)
        if target is None:
            return
        again = target.number == self._cursor
        self._pick(target.number)
        if again:
            self.action_open()
