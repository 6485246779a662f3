"""The rooms of the house import one another in one direction only."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STAGES = [
    {"errors", "written", "names", "bibliography"},
    {"records", "entries"},
    {"designs", "learners", "measures"},
    {"data", "inference"},
    {"jobs"},
    {"experiment"},
    {"simulation"},
    {"figures"},
    {"tables"},
    {"report"},
    {"worker"},
    {"__init__", "__main__"},
]
WINGS = {
    "core.data": [
        {"apart_process"},
        {"csv_escape", "counts", "apart"},
        {"tables"},
        {"columns"},
        {"datasets", "fold_scores", "predictions"},
        {"inspect", "export"},
    ],
    "core.measures": [
        {"curves", "confusion"},
        {"catalogue"},
        {"scoring", "instance_losses", "bootstrap_632", "resampling"},
    ],
    "core.inference": [
        {"distributions", "evidence"},
        {"declaration"},
        {"hypothesis_tests", "intervals"},
        {"planning", "verdicts", "advice"},
        {"comparing", "interpretation"},
    ],
    "core.figures": [{"canvas"}, {"folds", "curves", "inference", "data", "simulation"}],
    "pages.ui": [
        {"session"},
        {"display"},
        {"importing", "experiment"},
        {"verdicts"},
        {"calculators", "results", "method_entry", "laboratory"},
        {"measures", "method_search"},
        {"sidebar"},
        {"frame"},
    ],
}
STAGE = {room: number for number, rooms in enumerate(STAGES) for room in rooms}
SOURCES = sorted(
    [*ROOT.glob("core/**/*.py"), *ROOT.glob("pages/**/*.py"), ROOT / "app.py", ROOT / "server.py"]
)
SOURCES = [path for path in SOURCES if path.exists()]


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@cache
def imported(path: Path) -> list[tuple[str, str]]:
    """(module, name) of every import in the file, wherever it stands."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written from the root"
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def allowed_in_core(room: str, other: str) -> bool:
    if room == "jobs":
        return other in {"jobs", "errors", "written", "records"}
    return other == room or STAGE[other] < STAGE[room]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path):
    relative = path.relative_to(ROOT)
    is_core = relative.parts[0] == "core"
    room = Path(relative.parts[1]).stem if is_core else relative.parts[0]
    for module, name in imported(path):
        top = module.split(".")[0]
        assert top != "app", f"{relative} imports the app"
        if is_core:
            assert top not in {"streamlit", "pages"}, f"{relative} imports {module}"
            if top == "core" and module != "core":
                assert allowed_in_core(room, room_of(module)), f"{relative} imports {module}"
            assert module != "core" or room.startswith("__") or name in STAGE, (
                f"{relative} imports core itself"
            )
        if top == "pages":
            assert module.startswith("pages.ui"), f"{relative} imports the page {module}"
            assert relative.parts[0] in {"app.py", "server.py", "pages"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_reaches_into_another_rooms_privates(path):
    own = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for module, name in imported(path):
        if module.split(".")[0] in {"core", "pages"}:
            private = name.startswith("_") or any(part.startswith("_") for part in module.split("."))
            assert not private or module == own, f"{own} takes {name} from {module}"


def wing_of(module: str) -> tuple[str, int, str] | None:
    """(house of the wings, place of the wing, its name); None outside of rooms with wings, and for their face."""
    for room, wings in WINGS.items():
        if module.startswith(f"{room}."):
            name = module.removeprefix(f"{room}.").split(".")[0]
            return room, next(place for place, names in enumerate(wings) if name in names), name
    return None


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in SOURCES}


def modules_imported(path: Path) -> set[str]:
    """The files of the house that this one imports, wherever in it the import stands."""
    found = set()
    for module, name in imported(path):
        whole = f"{module}.{name}"
        found |= {whole} if whole in MODULES else {module} & MODULES.keys()
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_wings_import_one_way(path):
    here = wing_of(module_of(path))
    for module in modules_imported(path) if here else ():
        there = wing_of(module)
        if there and there[0] == here[0]:
            assert there[1] < here[1] or there[2] == here[2], f"{module_of(path)} imports {module}"


@pytest.mark.parametrize("room", WINGS)
def test_every_wing_has_its_place(room):
    folder = ROOT / room.replace(".", "/")
    names = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/*.py")}
    assert names - {"__init__"} == set().union(*WINGS[room])


def test_no_file_is_part_of_a_circle():
    arrows = {module: modules_imported(path) - {module} for module, path in MODULES.items()}
    while free := {module for module, others in arrows.items() if not others & arrows.keys()}:
        arrows = {module: others for module, others in arrows.items() if module not in free}
    assert not arrows, {module: sorted(others & arrows.keys()) for module, others in arrows.items()}


def test_every_room_has_its_stage():
    rooms = {
        path.stem
        for path in (ROOT / "core").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert rooms <= set(STAGE)


def test_importing_core_loads_no_heavy_library():
    program = (
        "import sys, core; "
        "heavy = {'sklearn', 'plotly', 'scipy', 'pandas', 'streamlit', 'sqlalchemy'} & set(sys.modules); "
        "print(sorted(heavy))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_all_rooms_are_imported_before_there_are_visitors():
    """Two threads that begin with parts of one room would give each other modules that are not made yet."""
    rooms = [path.parent.relative_to(ROOT) for path in (ROOT / "core").rglob("__init__.py")]
    program = "import sys, server; print(*(name for name in sys.modules if name.startswith('core')))"
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {".".join(room.parts) for room in rooms} <= set(answer.stdout.split())


def test_every_public_name_resolves():
    import core

    assert core.__all__
    for name in core.__all__:
        assert getattr(core, name) is not None
    with pytest.raises(AttributeError):
        core.no_such_name  # noqa: B018
