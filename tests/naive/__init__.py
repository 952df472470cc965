"""The naive second engine: the brief again, written plainly, for the real engine to agree with.

Nothing here imports the real engine, except the test that compares the two.
"""
