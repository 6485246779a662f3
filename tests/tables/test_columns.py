"""The table of what a source's columns are taken for."""

import core
from core.tables.columns import columns_table

CSV = b"id,age,sex,ward,y\n" + b"".join(
    b"p%d,%d,%d,w%d,%d\n" % (k, 30 + k % 7, k % 2, k % 3, k % 2) for k in range(20)
)


def test_roles_are_those_that_are_chosen():
    columns = core.inspect(CSV, door="dataset").columns
    understood = columns_table(columns).frame.set_index("column")
    assert understood.loc["id", "role"] == "left out" and understood.loc["id", "why"]
    assert understood.loc["age", "role"] == "attribute"
    chosen = {"target": "y", "groups": "ward", "folds": None, "drop": ("age",), "categorical": ("sex",)}
    table = columns_table(columns, chosen).frame.set_index("column")
    assert table["role"].to_dict() == {
        "id": "attribute",
        "age": "left out",
        "sex": "attribute",
        "ward": "groups",
        "y": "target",
    }
    assert table.loc["sex", "kind"] == "category"
    assert not table.loc["id", "why"]
    assert table.loc["age", "why"] == "chosen"
    assert "why" not in columns_table(columns, {**chosen, "drop": ()}).frame
