"""The project's own source, as the house tests read it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parent.parent.parent

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """One file of Python: its path below the project's folder, its dotted name, its text."""

    path: Path
    name: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """The file parsed."""
        return ast.parse(self.text)

    @property
    def length(self) -> int:
        """Its lines."""
        return len(self.text.splitlines())


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """Every Python file below `folder`, by path."""
    return tuple(_read(path) for path in sorted((ROOT / folder).rglob("*.py")))


def _read(path: Path) -> Module:
    below = path.relative_to(ROOT)
    name = ".".join(below.with_suffix("").parts).removesuffix(".__init__")
    return Module(below, name, path.read_text(encoding="utf-8"))


def imports(module: Module) -> Iterator[str]:
    """The dotted names of the modules that `module` imports, anywhere in it."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _absolute(module, node)
            yield from {_of_module(source, alias.name) for alias in node.names}


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.name.split(".")
    up = node.level - (module.path.name == "__init__.py")
    return ".".join([*package[: len(package) - up], *filter(None, [node.module])])


def _of_module(source: str, name: str) -> str:
    """`source.name` where that is a module of the project, else `source`."""
    path = ROOT.joinpath(*source.split("."), name)
    return f"{source}.{name}" if path.with_suffix(".py").exists() or path.is_dir() else source


def functions(module: Module) -> Iterator[Function]:
    """Every function and method of `module`, also those inside others."""
    for node in ast.walk(module.tree):
        if isinstance(node, Function):
            yield node


def has_docstring(node: ast.AST) -> bool:
    """Whether a module, class or function has a docstring."""
    kinds = ast.Module | ast.ClassDef | Function
    return isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None


def whole_lines(function: Function) -> int:
    """Lines from `def` to the end."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def body_lines(function: Function) -> int:
    """Lines from the first statement after the docstring to the last: what a reader must follow.

    The signature and the docstring are left out, comments and blank lines between are not. A body
    of only a docstring or `...` declares something, and has none.
    """
    body = function.body[has_docstring(function) :]
    if not body or _is_ellipsis(body[0]):
        return 0
    return (body[-1].end_lineno or body[-1].lineno) - body[0].lineno + 1


def _is_ellipsis(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.value.value is ...
    )
