"""The naive second engine of the whole policy lab, written plainly from the rules alone.

Every list is sorted anew, every block counted anew, whenever somebody asks. Nothing here imports
the real engine, except the tests that compare the two.
"""
