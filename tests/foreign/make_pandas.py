"""The same fold results and predictions in the forms that pandas writes (3.0 with openpyxl)."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

FOLDER = Path(sys.argv[1]) / "pandas"
FOLDER.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(7)
base = rng.normal(0.9, 0.02, 10)
wide = pd.DataFrame({"svm": base, "forest": base - rng.normal(0.01, 0.01, 10)}).round(4)
wide.index.name = "fold"
long = wide.reset_index().melt("fold", var_name="model", value_name="accuracy")
several = wide.set_axis(pd.MultiIndex.from_product([[1, 2], range(1, 6)], names=["repeat", "fold"]))
answers = pd.DataFrame(
    {
        "truth": rng.choice(["yes", "no"], 40),
        "svm": rng.choice(["yes", "no"], 40),
        "forest": rng.choice(["yes", "no"], 40),
    }
)


def to(name: str) -> Path:
    return FOLDER / name


wide.to_csv(to("wide.csv"))
wide.to_csv(to("wide_semicolon_comma.csv"), sep=";", decimal=",")
(wide * 100).round(1).astype(str).add("%").to_csv(to("wide_percent_signs.csv"))
(wide * 100).round(2).to_csv(to("wide_percent.csv"))
wide.map("{:.1%}".format).to_html(to("wide.html"))
wide.T.to_csv(to("transposed.csv"))
wide.T.rename_axis("model").set_axis([f"fold_{i}" for i in range(10)], axis=1).assign(
    mean=wide.mean()
).to_csv(to("transposed_folds_and_mean.csv"))
wide.describe().to_csv(to("describe.csv"))
pd.concat([wide, wide.agg(["mean", "std"])]).to_csv(to("wide_with_mean_std_rows.csv"))
pd.concat([wide.map("{:.4f}".format), wide.agg(["mean"]).map("{:.4f}".format)]).to_csv(
    to("wide_with_mean_row.csv")
)
long.groupby("model")["accuracy"].agg(["mean", "std", "count"]).to_csv(to("groupby_agg.csv"))
long.groupby("model")["accuracy"].describe().to_csv(to("groupby_describe.csv"))
long.to_csv(to("long.csv"))
several.to_csv(to("multiindex_rows.csv"))
several.stack().rename("score").to_csv(to("stacked_series.csv"))
several.unstack("repeat").to_csv(to("unstacked_two_headers.csv"))
long.pivot(index="model", columns="fold", values="accuracy").to_csv(to("pivot_model_by_fold.csv"))
long.assign(f1=long["accuracy"] - 0.01).pivot(index="fold", columns="model").to_csv(
    to("pivot_two_measures.csv")
)
wide.reset_index().to_string(to("to_string.txt"))
wide.to_markdown(to("to_markdown.md"))
wide.to_latex(to("to_latex.tex"))
for orient in ("columns", "records", "split", "index", "values", "table"):
    long.to_json(to(f"long_{orient}.json"), orient=orient)
    wide.to_json(to(f"wide_{orient}.json"), orient=orient)
long.to_json(to("long_lines.jsonl"), orient="records", lines=True)
long.to_json(to("long_lines.json"), orient="records", lines=True, indent=None)
wide.reset_index().to_json(to("wide_lines.ndjson"), orient="records", lines=True)
answers.to_json(to("predictions_lines.jsonl"), orient="records", lines=True)
answers.to_json(to("predictions_records.json"), orient="records")
answers.rename_axis("id").to_csv(to("predictions.csv"))
answers.assign(
    svm=lambda f: f["svm"] == "yes",
    forest=lambda f: f["forest"] == "yes",
    truth=lambda f: f["truth"] == "yes",
).to_csv(to("predictions_booleans.csv"), index=False)
long.to_excel(to("long.xlsx"), index=False)
wide.to_excel(to("wide_title_rows.xlsx"), startrow=3)
with pd.ExcelWriter(to("wide_titled.xlsx"), engine="openpyxl") as writer:
    wide.to_excel(writer, startrow=3, sheet_name="Results")
    writer.sheets["Results"]["A1"] = "Cross-validation of two models"
    writer.sheets["Results"]["A2"] = "wine, 10 folds, accuracy"
with pd.ExcelWriter(to("two_header_rows.xlsx"), engine="openpyxl") as writer:
    pd.concat({"wine": several, "iris": several - 0.02}, axis=1).to_excel(writer)
with pd.ExcelWriter(to("percent_format.xlsx"), engine="openpyxl") as writer:
    wide.to_excel(writer)
    for row in writer.sheets["Sheet1"].iter_rows(min_row=2, min_col=2):
        for cell in row:
            cell.number_format = "0.0%"
with pd.ExcelWriter(to("sheets_by_model.xlsx"), engine="openpyxl") as writer:
    for model in wide:
        wide[[model]].rename(columns={model: "accuracy"}).to_excel(writer, sheet_name=model)
to("titled.csv").write_text("Results of the cross-validation\nwine; accuracy\n\n" + wide.to_csv(sep=";"))
to("commented.csv").write_text("# accuracy of 10 folds\n# svm: C=1\n" + wide.to_csv())
to("two_tables.csv").write_text(wide.to_csv() + "\n" + wide.describe().to_csv())
wide.to_parquet(to("wide.parquet"))
long.to_parquet(to("long.parquet"), index=False)
long.to_feather(to("long.feather"))
wide.to_pickle(to("wide.pkl"))
wide.to_stata(to("wide.dta"))
long.to_csv(to("long.csv.gz"), index=False)
wide.to_xml(to("wide.xml"), parser="etree")
wide.corr().to_csv(to("correlations.csv"))
pd.crosstab(answers["truth"], answers["svm"]).to_csv(to("crosstab.csv"))
