"""What each key of the debugger does: a move of its session, then a drawing."""

from collections.abc import Callable
from pathlib import Path

from tui import seeking, selecting, tracing
from tui.keeping import keep_frame, keep_step, step_text
from tui.prompt import GoTo, Prompt
from tui.questions import Breakpoints, Filter, Letter, Search, break_prompt
from tui.screens.charts import ChartsScreen
from tui.screens.figures import FiguresScreen
from tui.screens.help import HelpScreen
from tui.screens.typed_ahead import TypedAhead
from tui.session import Session
from tui.variant_file import NotKeptError
from tui.view.scene import PANES, PaneName


class Moves(TypedAhead):
    """The actions of the debugger. Who draws overrides `changed`, `relaid` and `shown_panes`.

    Keys are not the library's bindings but `tui.keys`, which a user can change.
    """

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

    # Through time

    def action_step(self, steps: int) -> None:
        """So many steps."""
        self.session.step_by(steps * self.session.count())
        self.changed()

    def action_event(self, events: int) -> None:
        """So many events."""
        self.session.event_by(events * self.session.count())
        self.changed()

    def action_point(self, points: int) -> None:
        """So many points of interest, or hits."""
        seeking.point_by(self.session, points * self.session.count())
        self.changed()

    def action_change(self, changes: int) -> None:
        """So many changes of what is looked at."""
        tracing.change_by(self.session, changes * self.session.count())
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

    def action_run_to(self, direction: int) -> None:
        """To the next breakpoint, or back to the last."""
        seeking.run_to(self.session, direction)
        self.changed()

    # Asking

    def ask(self, prompt: Prompt) -> None:
        """What is typed from now on is for `prompt`."""
        self.session.typed = ""
        self.prompt = prompt
        self.relaid()

    def action_goto(self) -> None:
        """Ask where to, moving while it is typed."""
        self.ask(Prompt(self.session, GoTo(self.session)))

    def action_search(self) -> None:
        """Ask what to look for."""
        self.ask(Prompt(self.session, Search(self.session)))

    def action_filter(self) -> None:
        """Ask which events to show."""
        self.ask(Prompt(self.session, Filter(self.session)))

    def action_break(self) -> None:
        """Ask where to stop."""
        self.ask(break_prompt(self.session))

    def action_breaks(self) -> None:
        """List the breakpoints."""
        self.ask(Prompt(self.session, Breakpoints(self.session)))

    def action_mark(self) -> None:
        """Ask for the letter of a mark to set."""
        self.ask(Prompt(self.session, Letter(self.session, "mark", seeking.set_mark)))

    def action_visit(self) -> None:
        """Ask for the letter of a mark to go to."""
        self.ask(Prompt(self.session, Letter(self.session, "to mark", seeking.visit_mark)))

    def action_clear(self) -> None:
        """No search, no filter."""
        selecting.clear(self.session)
        self.changed()

    # Looking

    def action_row(self, rows: int) -> None:
        """So many rows."""
        selecting.row_by(self.session, rows * self.session.count(), self.map_columns())
        self.changed()

    def action_across(self, blocks: int) -> None:
        """So many blocks, or percent of the timeline."""
        count = blocks * self.session.count()
        if self.session.attention.pane == "timeline":
            selecting.scrub(self.session, count)
        else:
            selecting.block_by(self.session, count)
        self.changed()

    def action_level(self, levels: int) -> None:
        """The block map nearer or farther, or the timeline where that is looked at."""
        selecting.nearer_by(self.session, levels)
        self.changed()

    def action_colouring(self) -> None:
        """Something else in the colours of the block map."""
        selecting.colouring_by(self.session, 1)
        self.changed()

    def action_difference(self) -> None:
        """Compare with the step before, or not."""
        selecting.toggle_difference(self.session)
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

    def action_findings(self) -> None:
        """The findings alone, and back."""
        selecting.show_findings(self.session)
        self.relaid()

    def action_inspect(self) -> None:
        """What is under the cursor."""
        selecting.inspect(self.session)
        self.relaid()

    def action_leave(self) -> None:
        """Leave what is in the way; the screen, where it was opened from a list."""
        if not selecting.leave(self.session) and self.is_active and len(self.app.screen_stack) > 1:
            _ = self.dismiss()
            return
        self.relaid()

    # Keeping

    def action_copy(self) -> None:
        """The step as text to the clipboard (OSC 52), and to a file."""
        self.app.copy_to_clipboard(step_text(self.session))
        self.kept("copied, and written to", lambda: keep_step(self.session, Path.cwd()))

    def action_save(self) -> None:
        """The frame as text and as a picture."""
        size = (self.size.width, self.size.height)
        self.kept("frame saved, also as .svg:", lambda: keep_frame(self.session, size, Path.cwd()))

    def kept(self, said: str, keep: Callable[[], Path]) -> None:
        """Say where it was written, or why not."""
        try:
            path = keep()
        except OSError as error:
            self.session.message = f"cannot be written: {error}"
        except NotKeptError as error:
            self.session.message = f"{error}"
        else:
            near = path.name if path.parent == Path.cwd() else f"{path}"
            self.session.message = f"{said} {near}"
        self.changed()

    def _may_relay(self) -> None:
        if self.session.attention.zoomed:
            self.relaid()
        else:
            self.changed()

    def action_figures(self) -> None:
        """What the run came to."""
        _ = self.app.push_screen(FiguresScreen(self.session))

    def action_charts(self) -> None:
        """What the run was over time."""
        _ = self.app.push_screen(ChartsScreen(self.session))

    def action_help(self) -> None:
        """Keys, words and rules."""
        _ = self.app.push_screen(HelpScreen(self.session))
