"""The moves that have to do with another run: what if, take it back, look at the other one."""

from pathlib import Path

from tui import trying
from tui.asking_what_if import WhatIf
from tui.keeping import keep_variant
from tui.prompt import Prompt
from tui.screens.moves import Moves
from tui.session import Session


class Changing(Moves):
    """The moves, and those to another run."""

    def show_session(self, session: Session) -> None:
        """Show another run from now on."""
        self.session = session
        self.relaid()

    def action_what_if(self) -> None:
        """Ask what to change."""
        self.ask(Prompt(self.session, WhatIf(self.session, self.show_session)))

    def action_take_back(self) -> None:
        """The run before what was changed last."""
        self._instead(trying.take_back(self.session))

    def action_swap(self) -> None:
        """The other run."""
        self._instead(trying.swap(self.session))

    def _instead(self, session: Session | None) -> None:
        if session is None:
            self.changed()
        else:
            self.show_session(session)

    def action_to_parting(self) -> None:
        """Where the two runs part."""
        trying.to_parting(self.session)
        self.changed()

    def action_columns(self) -> None:
        """Both runs, or one."""
        trying.toggle_columns(self.session, self.size.width)
        self.relaid()

    def action_keep_variant(self) -> None:
        """What was changed, as a variant in a file."""
        self.kept("variant kept in", lambda: keep_variant(self.session, Path.cwd()))
