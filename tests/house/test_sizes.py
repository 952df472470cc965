"""A file holds one idea, a function fits the eye.

A file is measured whole, and so is a function's limit of 60 lines: that is what must be scrolled.
The median is of bodies: lines after the docstring, as `body_lines` counts them, so that explaining
costs nothing; what only declares (a Protocol's method) is left out, it would hide the long ones.
"""

import ast
import statistics

import pytest

from tests.house.source import Module, body_lines, functions, modules, whole_lines

LONGEST_FILE = 250
LONGEST_FUNCTION = 60
LARGEST_MEDIAN = 8
EXCUSE = "Longer than 250 lines because"
NO_IDEA = ("utils", "util", "helpers", "helper", "misc", "common")

EVERYTHING = modules("core") + modules("tui") + modules("tests")


def excused(module: Module) -> bool:
    docstring = ast.get_docstring(module.tree) or ""
    return any(line.startswith(EXCUSE) for line in docstring.splitlines())


def test_a_long_file_says_why_and_a_short_one_does_not() -> None:
    long = {module.path for module in EVERYTHING if module.length > LONGEST_FILE}
    assert {module.path for module in EVERYTHING if excused(module)} == long


def test_no_function_is_too_long() -> None:
    lengths = {
        f"{module.path}:{function.lineno} {function.name}": whole_lines(function)
        for module in EVERYTHING
        for function in functions(module)
    }
    assert {where: lines for where, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize("folder", ["core", "tui"])
def test_the_median_function_is_short(folder: str) -> None:
    lengths = [body_lines(function) for module in modules(folder) for function in functions(module)]
    assert statistics.median(length for length in lengths if length) <= LARGEST_MEDIAN


def test_every_module_has_an_idea() -> None:
    assert [m.name for m in EVERYTHING if m.name.rpartition(".")[2] in NO_IDEA] == []
