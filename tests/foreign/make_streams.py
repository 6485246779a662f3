"""river (progress of prequential evaluation), polars (all its writers), imbalanced-learn's reports, a Kaggle folder."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
from imblearn.metrics import classification_report_imbalanced
from river import datasets, evaluate, linear_model, metrics, naive_bayes, preprocessing
from sklearn.datasets import load_diabetes, load_wine
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_val_predict, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

ROOT = Path(sys.argv[1])
for tool in ("river", "polars", "imblearn", "kaggle"):
    (ROOT / tool).mkdir(parents=True, exist_ok=True)

rows, answers = [], []
for name, model in (
    ("lr", preprocessing.StandardScaler() | linear_model.LogisticRegression()),
    ("nb", naive_bayes.GaussianNB()),
):
    for step in evaluate.iter_progressive_val_score(
        datasets.Phishing().take(600), model, metrics.Accuracy(), step=100
    ):
        rows.append({"model": name, "step": step["Step"], "accuracy": step["Accuracy"].get()})
    fresh = model.clone()
    for i, (x, y) in enumerate(datasets.Phishing().take(60)):
        answers.append({"model": name, "id": i, "y_true": y, "y_pred": fresh.predict_one(x)})
        fresh.learn_one(x, y)
pd.DataFrame(rows).to_csv(ROOT / "river/progressive_accuracy.csv", index=False)
pd.DataFrame(rows).pivot(index="step", columns="model", values="accuracy").to_csv(
    ROOT / "river/progressive_wide.csv"
)
pd.DataFrame(answers).to_csv(ROOT / "river/predictions_long.csv", index=False)

X, y = load_wine(return_X_y=True, as_frame=True)
names = load_wine().target_names
folds = np.arange(len(y)) % 5
truth = pd.Series(names[y])
frame = pl.DataFrame(
    {
        "row_nr": np.arange(len(y)),
        "fold": folds,
        "target": truth.to_numpy(),
        "bayes": names[
            cross_val_predict(
                GaussianNB(),
                X,
                y,
                cv=[(np.flatnonzero(folds != k), np.flatnonzero(folds == k)) for k in range(5)],
            )
        ],
        "tree": names[
            cross_val_predict(
                DecisionTreeClassifier(max_depth=1),
                X,
                y,
                cv=[(np.flatnonzero(folds != k), np.flatnonzero(folds == k)) for k in range(5)],
            )
        ],
    }
)
frame.write_csv(ROOT / "polars/predictions.csv")
frame.write_parquet(ROOT / "polars/predictions.parquet")
frame.write_ndjson(ROOT / "polars/predictions.ndjson")
frame.write_json(ROOT / "polars/predictions.json")
scores = (
    frame.with_columns(bayes=pl.col("bayes") == pl.col("target"), tree=pl.col("tree") == pl.col("target"))
    .group_by("fold")
    .agg(pl.col("bayes").mean(), pl.col("tree").mean())
    .sort("fold")
)
scores.write_csv(ROOT / "polars/folds_wide.csv")
scores.unpivot(index="fold", variable_name="model", value_name="accuracy").write_json(
    ROOT / "polars/folds_long.json"
)
scores.unpivot(index="fold").write_csv(ROOT / "polars/folds_unpivot.csv")
scores.unpivot(index="fold").write_ndjson(ROOT / "polars/folds_unpivot.ndjson")
scores.describe().write_csv(ROOT / "polars/describe.csv")
scores.drop("fold").transpose(include_header=True).write_csv(ROOT / "polars/transposed.csv")
scores.write_ipc(ROOT / "polars/folds.arrow")
(ROOT / "polars/printed.txt").write_text(str(scores))
scores.write_excel(ROOT / "polars/folds.xlsx")

report = classification_report_imbalanced(truth, frame["tree"].to_numpy(), output_dict=True)
pd.DataFrame({k: v for k, v in report.items() if isinstance(v, dict)}).T.to_csv(ROOT / "imblearn/report.csv")
(ROOT / "imblearn/report.txt").write_text(classification_report_imbalanced(truth, frame["tree"].to_numpy()))

X_in, X_out, y_in, y_out = train_test_split(X, y, test_size=0.4, random_state=0)
y_out.rename("target").rename_axis("id").to_csv(ROOT / "kaggle/solution.csv")
for name, model in (
    ("lr", LogisticRegression(max_iter=9000)),
    ("nb", GaussianNB()),
    ("tree", DecisionTreeClassifier(max_depth=1)),
):
    pd.Series(model.fit(X_in, y_in).predict(X_out), y_out.index, name="target").rename_axis("id").to_csv(
        ROOT / f"kaggle/submission_{name}.csv"
    )
D, d = load_diabetes(return_X_y=True, as_frame=True)
D_in, D_out, d_in, d_out = train_test_split(D, d, test_size=0.1, random_state=0)
d_out.rename_axis("Id").rename("SalePrice").to_csv(ROOT / "kaggle/prices_truth.csv")
for name, model in (("ridge", Ridge()), ("cart", DecisionTreeRegressor(max_depth=3))):
    pd.Series(model.fit(D_in, d_in).predict(D_out), d_out.index, name="SalePrice").rename_axis("Id").to_csv(
        ROOT / f"kaggle/prices_{name}.csv"
    )
two = y_out[y_out < 2]
two.rename("Survived").rename_axis("PassengerId").to_csv(ROOT / "kaggle/survived_truth.csv")
for name, model in (
    ("lr", LogisticRegression(max_iter=9000)),
    ("stump", DecisionTreeClassifier(max_depth=1)),
):
    chance = model.fit(X_in[y_in < 2], y_in[y_in < 2]).predict_proba(X_out[y_out < 2])[:, 1]
    pd.Series(chance, two.index, name="Survived").rename_axis("PassengerId").to_csv(
        ROOT / f"kaggle/survived_{name}.csv"
    )
