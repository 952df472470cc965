"""Everything a terminal shows: the `driftwood` command and the full-screen app.

This package imports nothing by itself, so that commands without a screen never load textual.
"""
