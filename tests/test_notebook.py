"""The notebook that shows the library: its cells run in their order, and what each ends in shows itself in short."""

import ast
import json
from pathlib import Path

import plotly.graph_objects as go

NOTEBOOK = Path(__file__).parents[1] / "sample_data" / "library.ipynb"
MOST = 20_000
"""Characters of a table below a cell."""


def cells() -> list[str]:
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def last_value(source: str, names: dict[str, object]) -> object:
    """Run a cell; what its last line gives, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_cells_run_and_show_records_in_short(monkeypatch, capsys):
    monkeypatch.chdir(NOTEBOOK.parent)
    monkeypatch.setattr(go.Figure, "show", lambda figure: print("a figure"))
    names: dict[str, object] = {}
    shown = [value for source in cells() if (value := last_value(source, names)) is not None]
    assert "a figure" in capsys.readouterr().out
    assert len(shown) >= 9
    for value in shown:
        assert len(repr(value)) < 1000
        assert 0 < len(getattr(value, "_repr_html_", value.__repr__)()) < MOST


def test_it_is_kept_without_outputs():
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in found)
