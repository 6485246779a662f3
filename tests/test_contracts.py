"""What a public function promises in its docstring: when it refuses, and what its many parameters mean.

Read from the syntax trees, so that nothing needs to be called. A function refuses when its own body, or that of a
private helper of the same file that it calls, raises one of Foldwise's errors or calls a `check_…`; what comes from
another file's public functions, that file says. A function that does nothing but refuse may say so in its first
line, "Raise `InputError` if …", instead of a section. Not held to it: properties and dunder methods, and functions
that an entry of the same file declares: they are called through their registry, which says what it refuses.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = (
    "errors",
    "entries",
    "records",
    "designs",
    "learners",
    "measures",
    "data",
    "jobs",
    "experiment",
    "simulation",
    "figures",
    "inference",
    "tables",
    "written",
    "bibliography",
    "worker",
)
"""Rooms that keep their contracts; a room is added here when it does."""

MANY = 4
"""From so many parameters on, each is explained."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, str]
"""Class, or empty, and name of a function in its file."""
PROPERTIES = {"property", "cached_property", "setter"}


@dataclass(frozen=True)
class Contract:
    """A public function with what its docstring has to say."""

    name: str
    said: str
    refuses: bool
    parameters: int


@cache
def contracts(path: Path) -> list[Contract]:
    return list(read_contracts(path))


def read_contracts(path: Path) -> Iterator[Contract]:
    tree = ast.parse(path.read_text())
    functions = functions_of(tree)
    raising, declared = refusing(functions, checks_of(tree)), declared_in_entries(tree)
    for (owner, name), node in functions.items():
        if is_public(node) and not owner.startswith("_") and not declared & {name}:
            arguments = node.args
            named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            starred = [star for star in (arguments.vararg, arguments.kwarg) if star]
            count = len(named) + len(starred) - (bool(owner) and not is_called(node, "staticmethod"))
            whole = f"{owner}.{name}" if owner else name
            yield Contract(whole, ast.get_docstring(node) or "", (owner, name) in raising, count)


def functions_of(tree: ast.Module) -> dict[Place, Function]:
    """Functions of a file and methods of its classes; not those inside of others."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    bodies = [("", tree.body), *((node.name, node.body) for node in classes)]
    return {(owner, node.name): node for owner, body in bodies for node in body if isinstance(node, Function)}


def is_public(node: Function) -> bool:
    return not node.name.startswith("_") and not is_called(node, *PROPERTIES)


def is_called(node: Function, *decorators: str) -> bool:
    return any(name_of(decorator) in decorators for decorator in node.decorator_list)


def checks_of(tree: ast.Module) -> set[str]:
    """Foldwise's own `check_…` that the file knows; scikit-learn's raise what they like."""
    homes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {alias.name for home in homes if str(home.module).startswith("core") for alias in home.names}
    names |= {node.name for node in tree.body if isinstance(node, Function)}
    return {name for name in names if name.startswith("check_")}


def refusing(functions: dict[Place, Function], checks: set[str]) -> set[Place]:
    """The functions that refuse something, themselves or through a private helper."""
    own = {place: list(own_nodes(node)) for place, node in functions.items()}
    raising = {place for place, nodes in own.items() if any(is_refusal(node, checks) for node in nodes)}
    helpers = {
        (owner, name): {helper_of(node, owner) for node in nodes if isinstance(node, ast.Call)}
        for (owner, name), nodes in own.items()
    }
    while more := {place for place, called in helpers.items() if place not in raising and called & raising}:
        raising |= more
    return raising


def helper_of(call: ast.Call, owner: str) -> Place | None:
    """Where the private helper stands that is called; None for anything else."""
    name = name_of(call)
    if not name.startswith("_"):
        return None
    own = isinstance(call.func, ast.Attribute) and name_of(call.func.value) in {"self", "cls"}
    return (owner if own else "", name)


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands in a function, without what inner functions do later and what refusals are caught."""
    caught = node.body if isinstance(node, ast.Try) and any(map(is_caught, node.handlers)) else []
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda) and child not in caught:
            yield child
            yield from own_nodes(child)


def is_caught(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or name_of(kind) in {"Exception", "ValueError", "InputError"} for kind in kinds)


def is_refusal(node: ast.AST, checks: set[str]) -> bool:
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return not hasattr(builtins, name_of(node.exc.func))  # a built-in error tells of a bug
    return isinstance(node, ast.Call) and name_of(node.func) in checks


def name_of(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        return name_of(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def declared_in_entries(tree: ast.Module) -> set[str]:
    """Names handed to an entry as an argument."""
    entries = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node).endswith("Entry")
    ]
    values = [value for entry in entries for value in (*entry.args, *(word.value for word in entry.keywords))]
    return {value.id for value in values if isinstance(value, ast.Name)}


def says_refusals(docstring: str) -> bool:
    return has_section(docstring, "Raises") or docstring.startswith("Raise `")


def has_section(docstring: str, title: str) -> bool:
    return re.search(rf"^{title}\n-{{3,}}$", docstring, re.MULTILINE) is not None


FILES = [
    path for room in ROOMS for name in (f"{room}.py", f"{room}/**/*.py") for path in ROOT.glob(f"core/{name}")
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_public_functions_say_what_they_refuse(path):
    silent = [item.name for item in contracts(path) if item.refuses and not says_refusals(item.said)]
    assert not silent, f"no section Raises: {', '.join(silent)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_many_parameters_are_explained(path):
    many = [item for item in contracts(path) if item.parameters >= MANY]
    silent = [item.name for item in many if not has_section(item.said, "Parameters")]
    assert not silent, f"no section Parameters: {', '.join(silent)}"


def test_the_rule_sees_refusals_through_helpers_and_skips_what_it_should(tmp_path):
    source = tmp_path / "room.py"
    source.write_text("""
from core.errors import check_one_of
from sklearn.utils import check_array
def plain(a, b, c): "Add."; return a + b + c
def direct(a): raise InputError("no")
def bug(a): raise ValueError("no")
def checked(a, *, b, c, **rest): check_one_of(a, "ab", "a")
def foreign(a): check_array(a)
def through(a): _helper(a)
def caught(a):
    try:
        _helper(a)
    except InputError:
        return False
def later(a): return lambda: _helper(a)
def declared(a, b, c, d): raise NotApplicable("no")
def _helper(a): return _inner(a)
def _inner(a): raise refusal(a)
ENTRY = TestEntry(key="k", function=declared)
class Public:
    @property
    def quiet(self): raise InputError("no")
    def __len__(self): raise InputError("no")
    def method(self, a, b, c): self._own()
    def _own(self): raise InputError("no")
class Other:
    def method(self): self._own()
    def _own(self): return 1
class _Private:
    def method(self): raise InputError("no")
""")
    found = {item.name: (item.refuses, item.parameters) for item in contracts(source)}
    assert found == {
        "plain": (False, 3),
        "direct": (True, 1),
        "bug": (False, 1),
        "checked": (True, 4),
        "foreign": (False, 1),
        "through": (True, 1),
        "caught": (False, 1),
        "later": (False, 1),
        "Public.method": (True, 3),
        "Other.method": (False, 0),
    }
    assert says_refusals("Raise `InputError` unless it is a number.")
    assert has_section("Do.\n\nRaises\n------\nInputError", "Raises")
    assert not has_section("Raises InputError.", "Raises")
