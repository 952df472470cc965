"""What textual reads when it is imported is set before that."""

from tests.tui import environment

environment.settle()
