"""What was typed ahead is for the screen that is on top when its turn comes.

The library hands keys to the screen that is on top when they are read, and acts on a binding a
message later. In a burst such as `? escape n` all three were for the debugger, and a page that got
two `escape` left twice: once itself, and once the screen below it.

A page names `ModalScreen` before it: the library takes styles from the first base alone.
"""

from textual import events
from textual.screen import Screen


class TypedAhead(Screen[None]):
    """A screen that does what a key does at once, and hands on what is for another screen."""

    async def on_key(self, event: events.Key) -> None:
        """Do it, or hand it on."""
        event.stop()
        if self.is_active:
            await self.pressed(event)
        else:
            self.app.post_message(events.Key(event.key, event.character))

    def on_paste(self, event: events.Paste) -> None:
        """Take it, or hand it on."""
        event.stop()
        if self.is_active:
            self.pasted(event.text)
        else:
            self.app.post_message(events.Paste(event.text))

    async def pressed(self, event: events.Key) -> None:
        """Do what the library's binding for this key does."""
        if (bound := self.active_bindings.get(event.key)) is not None:
            await self.app.run_action(bound.binding.action, bound.node)

    def pasted(self, text: str) -> None:
        """Nothing, where there is no place for words."""
