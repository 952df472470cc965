"""Every key of the debugger: what it does, and the id by which a user can give it another key.

The screen binds them, the help lists them; nobody keeps a second table.
"""

from typing import NamedTuple


class Key(NamedTuple):
    """`keys` by the library's names, `shown` as people write them; `action` is the screen's."""

    id: str
    keys: str
    shown: str
    action: str
    does: str


GROUPS: dict[str, tuple[Key, ...]] = {
    "Through time (a number before a key repeats it: 10n)": (
        Key("step.next", "n,right", "n →", "step(1)", "next step; a jumped gap is one press"),
        Key("step.previous", "p,left", "p ←", "step(-1)", "previous step"),
        Key(
            "event.next", "s", "s", "event(1)", "next event, inside the step and across its border"
        ),
        Key("event.previous", "S", "S", "event(-1)", "previous event"),
        Key("point.next", "N", "N", "point(1)", "next preemption or rejection"),
        Key("point.previous", "P", "P", "point(-1)", "previous preemption or rejection"),
        Key("ten.next", "pagedown", "pgdn", "step(10)", "ten steps on"),
        Key("ten.previous", "pageup", "pgup", "step(-10)", "ten steps back"),
        Key("first", "home", "home", "first", "first step"),
        Key("last", "end", "end", "last", "last step"),
        Key(
            "goto", "g", "g", "goto", "go to 120, +50, -5, 50%, 1.2s or a rid; moves while you type"
        ),
        Key("jump.back", "u", "u", "back", "back to where the last jump began"),
        Key("jump.forward", "ctrl+r", "ctrl+r", "forward", "forward again"),
        Key(
            "timeline",
            "t",
            "t",
            "timeline",
            "the timeline: h and l move by a percent, the mouse scrubs",
        ),
        Key("play", "space", "space", "play", "play, pause"),
        Key("play.slower", "less_than_sign", "<", "speed(-1)", "play slower"),
        Key("play.faster", "greater_than_sign", ">", "speed(1)", "play faster"),
    ),
    "Looking": (
        Key(
            "row.next", "down,j", "↓ j", "row(1)", "next row of the pane, or line of the block map"
        ),
        Key("row.previous", "up,k", "↑ k", "row(-1)", "previous row"),
        Key("block.next", "l", "l", "across(1)", "next block; in the timeline a percent on"),
        Key(
            "block.previous",
            "h",
            "h",
            "across(-1)",
            "previous block; in the timeline a percent back",
        ),
        Key(
            "inspect", "enter", "enter", "inspect", "all about the request, or to the event picked"
        ),
        Key("leave", "escape", "escape", "leave", "leave what is in the way, then the selection"),
        Key("pane.next", "tab", "tab", "pane(1)", "next pane; 3 tab is the third"),
        Key("pane.previous", "shift+tab", "shift+tab", "pane(-1)", "previous pane"),
        Key("zoom", "z", "z", "zoom", "this pane alone, or all of them"),
        Key("level.nearer", "plus", "+", "level(1)", "block map nearer: down to tokens"),
        Key("level.farther", "minus", "-", "level(-1)", "block map farther"),
    ),
    "The rest": (
        Key("palette", "colon", ": ctrl+p", "app.command_palette", "every action by name"),
        Key("help", "question_mark", "?", "help", "this page"),
        Key("quit", "q,ctrl+c", "q", "app.quit", "quit"),
    ),
}

KEYS: tuple[Key, ...] = tuple(key for group in GROUPS.values() for key in group)
