"""What each key of the debugger does: a move of its session, then a drawing."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui import selecting
from tui.keys import KEYS
from tui.prompt import Prompt
from tui.screens.help import HelpScreen
from tui.session import Session
from tui.view.scene import PANES, PaneName


class Moves(Screen[None]):
    """The actions of the debugger. Who draws overrides `changed`, `relaid` and `shown_panes`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.keys, key.action, key.does, show=False, id=key.id) for key in KEYS
    ]

    def __init__(self, session: Session) -> None:
        """Move in `session`."""
        super().__init__()
        self.session = session
        self.prompt: Prompt | None = None

    def changed(self) -> None:
        """Something is different now: draw it."""

    def relaid(self) -> None:
        """Other panes show now: place them and draw."""

    def shown_panes(self) -> tuple[PaneName, ...]:
        """The panes on the screen."""
        return PANES

    def map_columns(self) -> int:
        """Blocks in a line of the block map."""
        return 1

    def action_step(self, steps: int) -> None:
        """So many steps."""
        self.session.step_by(steps * self.session.count())
        self.changed()

    def action_event(self, events: int) -> None:
        """So many events."""
        self.session.event_by(events * self.session.count())
        self.changed()

    def action_point(self, points: int) -> None:
        """So many preemptions or rejections."""
        self.session.point_by(points * self.session.count())
        self.changed()

    def action_first(self) -> None:
        """The first step."""
        self.session.to_first()
        self.changed()

    def action_last(self) -> None:
        """The last step."""
        self.session.to_last()
        self.changed()

    def action_back(self) -> None:
        """Back through the jumps."""
        self.session.back()
        self.changed()

    def action_forward(self) -> None:
        """Forward through the jumps."""
        self.session.forward()
        self.changed()

    def action_timeline(self) -> None:
        """To the timeline and back."""
        away = self.session.attention.pane == "timeline"
        selecting.show_pane(self.session, "events" if away else "timeline")
        self._may_relay()

    def action_row(self, rows: int) -> None:
        """So many rows."""
        selecting.row_by(self.session, rows * self.session.count(), self.map_columns())
        self.changed()

    def action_across(self, blocks: int) -> None:
        """So many blocks, or percent of the timeline."""
        count = blocks * self.session.count()
        if self.session.attention.pane == "timeline":
            self.session.to_share(count)
        else:
            selecting.block_by(self.session, count)
        self.changed()

    def action_level(self, levels: int) -> None:
        """The block map nearer or farther."""
        selecting.level_by(self.session, levels)
        self.changed()

    def action_pane(self, panes: int) -> None:
        """Another pane; with a number before it, that one."""
        shown = self.shown_panes()
        if self.session.typed:
            order = [name for name in PANES if name in shown] or list(PANES)
            selecting.show_pane(self.session, order[min(len(order), self.session.count()) - 1])
        else:
            selecting.pane_by(self.session, panes, shown)
        self._may_relay()

    def action_zoom(self) -> None:
        """Show this pane alone, or all."""
        selecting.toggle_zoom(self.session)
        self.relaid()

    def action_inspect(self) -> None:
        """What is under the cursor."""
        selecting.inspect(self.session)
        self.relaid()

    def action_leave(self) -> None:
        """Leave what is in the way; the screen, where it was opened from a list."""
        if not selecting.leave(self.session) and len(self.app.screen_stack) > 1:
            _ = self.dismiss()
            return
        self.relaid()

    def _may_relay(self) -> None:
        if self.session.attention.zoomed:
            self.relaid()
        else:
            self.changed()

    def action_goto(self) -> None:
        """Ask where to, moving while it is typed."""
        self.session.typed = ""
        self.prompt = Prompt(self.session)
        self.changed()

    def action_help(self) -> None:
        """Keys, words and rules."""
        _ = self.app.push_screen(HelpScreen(self.session))
