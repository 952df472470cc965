"""Every key of the debugger: what it does, and the id by which a user can give it another key.

The screen, the help, the footer and the palette read this table; nobody keeps a second one.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from unicodedata import name

SHOWN = {
    "right": "→",
    "left": "←",
    "up": "↑",
    "down": "↓",
    "pagedown": "pgdn",
    "pageup": "pgup",
}
"""Keys that people write in another way than the terminal library."""


class Key(NamedTuple):
    """What `keys` (characters, or names of the terminal library) do: the screen's `action`."""

    id: str
    keys: tuple[str, ...]
    action: str
    does: str

    @property
    def shown(self) -> str:
        """The keys as people write them."""
        return "none" if not self.keys else " ".join(SHOWN.get(key, key) for key in self.keys)

    @property
    def first(self) -> str:
        """The first of them."""
        return SHOWN.get(self.keys[0], self.keys[0]) if self.keys else ""


def _key(id_: str, keys: str, action: str, does: str) -> Key:
    return Key(id_, tuple(keys.split()), action, does)


GROUPS: dict[str, tuple[Key, ...]] = {
    "Through time (a number before a key repeats it: 10n)": (
        _key("step.next", "n right", "step(1)", "next step; a jumped gap is one press"),
        _key("step.previous", "p left", "step(-1)", "previous step"),
        _key("event.next", "s", "event(1)", "next event, inside the step and across its border"),
        _key("event.previous", "S", "event(-1)", "previous event"),
        _key(
            "point.next",
            "N",
            "point(1)",
            "next preemption, rejection, finding or parting that shows; next search hit",
        ),
        _key("point.previous", "P", "point(-1)", "the one before"),
        _key(
            "change.previous",
            "w",
            "change(-1)",
            "last change of the request or block looked at; from its preemption to the cause",
        ),
        _key("change.next", "W", "change(1)", "next change of it"),
        _key("ten.next", "pagedown", "step(10)", "ten steps on"),
        _key("ten.previous", "pageup", "step(-10)", "ten steps back"),
        _key("first", "home", "first", "first step"),
        _key("last", "end", "last", "last step"),
        _key("goto", "g", "goto", "go to 120, +50, -5, 50%, 1.2s or a rid; moves while you type"),
        _key("jump.back", "u", "back", "back to where the last jump began"),
        _key("jump.forward", "ctrl+r", "forward", "forward again"),
        _key("mark.set", "m", "mark", "and a letter: remember this moment"),
        _key("mark.visit", "'", "visit", "and that letter: go there"),
        _key(
            "timeline",
            "t",
            "timeline",
            "the timeline: h and l by a percent, + and - nearer, the mouse scrubs",
        ),
        _key("play", "space", "play", "play, pause"),
        _key("play.slower", "<", "speed(-1)", "play slower"),
        _key("play.faster", ">", "speed(1)", "play faster"),
    ),
    "Looking for something": (
        _key(
            "search",
            "/",
            "search",
            "search events by words or a condition; N and P go from hit to hit",
        ),
        _key(
            "filter",
            "f",
            "filter",
            "show only some kinds, requests, tenants or states",
        ),
        _key("clear", "x", "clear", "clear search and filter"),
        _key("break.set", "b", "break", "breakpoint on what is looked at, or on a condition"),
        _key("break.list", "B", "breaks", "breakpoints; a number deletes one"),
        _key("break.next", "c", "run_to(1)", "run forward to the next breakpoint"),
        _key("break.previous", "C", "run_to(-1)", "run backward to the last one"),
    ),
    "Looking": (
        _key("row.next", "down j", "row(1)", "next row of the pane, or line of the block map"),
        _key("row.previous", "up k", "row(-1)", "previous row"),
        _key("block.next", "l", "across(1)", "next block; in the timeline a percent on"),
        _key("block.previous", "h", "across(-1)", "previous block; in the timeline a percent back"),
        _key("inspect", "enter", "inspect", "all about what is looked at, or to what is picked"),
        _key("leave", "escape", "leave", "leave what is in the way, then the selection"),
        _key("pane.next", "tab", "pane(1)", "next pane; 3 tab is the third"),
        _key("pane.previous", "shift+tab", "pane(-1)", "previous pane"),
        _key("zoom", "z", "zoom", "this pane alone, or all of them"),
        _key("findings", "!", "findings", "the findings: what is wrong with this run"),
        _key("figures", "i", "figures", "the figures of the run, each with what it is"),
        _key("charts", "I", "charts", "charts of the run: slots, blocks and tokens over time"),
        _key("level.nearer", "+", "level(1)", "block map nearer: down to tokens; the timeline too"),
        _key("level.farther", "-", "level(-1)", "block map or timeline farther"),
        _key("colouring", "v", "colouring", "colour blocks by owner, state, age or references"),
        _key("difference", "d", "difference", "the difference against the step before"),
    ),
    "What if": (
        _key("what_if", "e", "what_if", "what if: change a knob or a policy, run again, stay here"),
        _key("what_if.back", "E", "take_back", "take that back: the run as it was before"),
        _key("what_if.keep", "K", "keep_variant", "keep what was changed as a variant in a file"),
        _key("parted", "D", "to_parting", "to the first event in which the two runs differ"),
        _key("other", "o", "swap", "the other run, at the same moment"),
        _key("columns", "|", "columns", "both runs side by side, from 100 columns on"),
    ),
    "The rest": (
        _key("copy", "y", "copy", "copy the step as text, and write it to a file"),
        _key("save", "F", "save", "save the frame as text and as a picture"),
        _key("palette", ": ctrl+p", "app.command_palette", "every action by name"),
        _key("help", "?", "help", "this page"),
        _key("quit", "q", "app.quit", "quit; ctrl+c does too, with exit code 130"),
    ),
}


RENAMED = {
    "solidus": "slash",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}


def library_name(key: str) -> str:
    """The terminal library's name of a key that is given as a character."""
    if len(key) != 1 or key.isalnum():
        return key
    named = name(key, key).lower().replace("-", "_").replace(" ", "_")
    return RENAMED.get(named, named)


class KeyTable:
    """Which key does what, in groups."""

    def __init__(self, groups: Mapping[str, Iterable[Key]]) -> None:
        """Look keys up in `groups`."""
        self.groups = {title: tuple(keys) for title, keys in groups.items()}
        self.all = tuple(key for group in self.groups.values() for key in group)
        self._by_id = {key.id: key for key in self.all}
        self._by_key = {
            each: key
            for key in self.all
            for given in key.keys
            for each in (given, library_name(given))
        }

    def of(self, id_: str) -> Key:
        """The key of the action `id_`."""
        return self._by_id[id_]

    def pressed(self, name: str, character: str | None) -> Key | None:
        """What the key of that name, or of that character, does."""
        found = self._by_key.get(name)
        return found or (self._by_key.get(character) if character else None)

    def __contains__(self, id_: str) -> bool:
        """Whether there is such an action."""
        return id_ in self._by_id


DEFAULT_KEYS = KeyTable(GROUPS)
KEYS = DEFAULT_KEYS.all
