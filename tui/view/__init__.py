"""The screen as pure text: from a moment of a run to styled lines, without any terminal library.

Read `scene` for what is shown, `layout` for where, `panes` for what each pane draws and `screen`
for the whole. The app paints these lines and `driftwood frame` prints them, so the two cannot
differ, and a frame costs no running app (9 ms instead of 85 through Textual's pilot).
"""
