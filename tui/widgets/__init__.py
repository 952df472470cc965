"""The app's widgets. They paint lines that `tui.view` made, and hand on where somebody clicked."""
