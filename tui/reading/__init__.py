"""Passes over a run's events, read in slices behind the screen: lives, histories, hits."""
