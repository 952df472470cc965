"""The app's screens: choose a scenario, step through its run, go somewhere, read the help."""
