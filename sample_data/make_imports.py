"""Write examples of other tools' layouts of results, with scores of experiments that are run here.

`python -m sample_data.make_imports` writes them; nothing is downloaded, and every tool's columns stand as it
names and orders them.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import GridSearchCV, RepeatedStratifiedKFold, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import core
from core.data import predictions_to_csv
from core.records import FoldScores, Predictions

FOLDER = Path(__file__).parent / "imports"
PAIR = ("naive_bayes", "tree")
SCHEMES = {
    "Naive Bayes": ("weka.classifiers.bayes.NaiveBayes", "", "5995231201785697655"),
    "Decision tree": ("weka.classifiers.trees.J48", "'-C 0.25 -M 2'", "-217733168393644444"),
}


def scores_of(sample: str, learners: tuple[str, ...], design: core.Design, measure: str) -> FoldScores:
    """Fold scores of an experiment on a sample data set."""
    return core.run_experiment(core.load_sample(sample), learners, design, measure).fold_scores


def weka(sample: str) -> pd.DataFrame:
    """Ten times ten folds as the Experimenter's CSVResultListener writes them."""
    design = core.make_design("repeated_k_fold", k=10, r=10, stratified=True)
    run = core.run_experiment(core.load_sample(sample), PAIR, design)
    right, auc = run.scores("accuracy").frame, run.scores("auc").frame
    rows = []
    for row, area in zip(right.itertuples(), auc["score"], strict=True):
        scheme, options, version = SCHEMES[row.learner]
        good = round(row.score * row.n_validation)
        rows.append(
            {
                "Key_Dataset": sample,
                "Key_Run": row.replicate,
                "Key_Fold": row.fold,
                "Key_Scheme": scheme,
                "Key_Scheme_options": options,
                "Key_Scheme_version_ID": version,
                "Date_time": "20240517.1432",
                "Number_of_training_instances": row.n_train,
                "Number_of_testing_instances": row.n_validation,
                "Number_correct": good,
                "Number_incorrect": row.n_validation - good,
                "Number_unclassified": 0,
                "Percent_correct": round(100 * row.score, 6),
                "Percent_incorrect": round(100 - 100 * row.score, 6),
                "Percent_unclassified": 0,
                "Area_under_ROC": round(area, 6),
            }
        )
    return pd.DataFrame(rows)


def arff(frame: pd.DataFrame) -> str:
    """The same as the InstancesResultListener writes it."""
    lines = ["@relation InstanceResultListener", ""]
    nominal = [name for name in frame if name.startswith("Key_")]
    for name in frame:
        kinds = ",".join(f"'{value}'" if value else "''" for value in dict.fromkeys(_bare(frame[name])))
        lines.append(f"@attribute {name} {'{' + kinds + '}' if name in nominal else 'numeric'}")
    lines += ["", "@data"]
    for row in zip(*(_bare(frame[name]) for name in frame), strict=True):
        cells = [f"'{cell}'" if name in nominal else cell for name, cell in zip(frame, row, strict=True)]
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def _bare(column: "pd.Series[object]") -> list[str]:
    return [str(value).strip("'") for value in column]


def cross_validated() -> str:
    """Two dictionaries of `cross_validate` as JSON, by name of the estimator."""
    X, y = load_breast_cancer(return_X_y=True)
    cv = StratifiedKFold(10, shuffle=True, random_state=0)
    estimators = {
        "GaussianNB": GaussianNB(),
        "DecisionTreeClassifier": DecisionTreeClassifier(random_state=0),
    }
    found = {}
    for name, estimator in estimators.items():
        result = cross_validate(estimator, X, y, cv=cv, scoring=["accuracy", "neg_log_loss"])
        times = {"fit_time": [0.001] * 10, "score_time": [0.001] * 10}  # the measured ones differ each time
        found[name] = {
            **times,
            **{key: np.round(result[key], 8).tolist() for key in result if key.startswith("test")},
        }
    return json.dumps(found, indent=1)


def searched() -> pd.DataFrame:
    """`cv_results_` of a search over five times two folds."""
    X, y = load_iris(return_X_y=True)
    cv = RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 25]}, cv=cv).fit(X, y)
    frame = pd.DataFrame(search.cv_results_)
    return frame.drop(columns=[name for name in frame if "time" in name]).round(6)


def several(learners: tuple[str, ...]) -> pd.DataFrame:
    """Mean accuracies over ten folds, one row per sample data set."""
    design = core.make_design("k_fold", k=10, stratified=True)
    names = ("iris", "wine", "breast_cancer", "balance", "penguins", "vote")
    found = {name: scores_of(name, learners, design, "accuracy").frame for name in names}
    table = {name: frame.groupby("learner", sort=False)["score"].mean() for name, frame in found.items()}
    return pd.DataFrame(table).T.round(6)


def long(scores: FoldScores) -> pd.DataFrame:
    """Rows of fold scores with plain learners' names."""
    return scores.frame.assign(learner=scores.frame["learner"].str.replace(" ", "_"))


def tidymodels(frames: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Rows of `collect_metrics(summarize = FALSE)` of a workflow set."""
    parts = [
        pd.DataFrame(
            {
                "wflow_id": frame["learner"].str.lower(),
                ".config": "Preprocessor1_Model1",
                "id": "Repeat" + frame["replicate"].astype(str),
                "id2": "Fold" + frame["fold"].astype(str).str.zfill(2),
                ".metric": metric,
                ".estimator": "binary",
                ".estimate": frame["score"].round(8),
            }
        )
        for metric, frame in frames.items()
    ]
    return pd.concat(parts).sort_values(["wflow_id", "id", "id2", ".metric"])


def orange(predictions: Predictions) -> pd.DataFrame:
    """Predictions as Orange saves them: a column of labels and columns of probabilities for each model."""
    frame = predictions.frame.pivot(index="id", columns="learner")
    truth = predictions.frame.drop_duplicates("id").set_index("id").sort_index()
    columns = {"diagnosis": truth["truth"]}
    for name in predictions.learners:
        columns[name] = frame["predicted", name]
        for label in predictions.classes:
            columns[f"{name} ({label})"] = frame[f"probability_{label}", name].round(6)
    return pd.DataFrame({**columns, "Fold": truth["fold"]})


def main() -> None:
    """Write all examples."""
    FOLDER.mkdir(exist_ok=True)
    results = weka("breast_cancer")
    results.to_csv(FOLDER / "weka_experiment.csv", index=False)
    (FOLDER / "weka_experiment.arff").write_text(arff(results))
    (FOLDER / "cross_validate.json").write_text(cross_validated())
    searched().to_csv(FOLDER / "cv_results.csv")
    several(("naive_bayes", "tree", "random_forest")).to_csv(FOLDER / "autorank.csv", index_label="")
    table = several(PAIR).rename_axis("task_id").reset_index()
    melted = table.melt("task_id", var_name="learner_id", value_name="acc")
    melted["learner_id"] = melted["learner_id"].map(
        {"Naive Bayes": "classif.naive_bayes", "Decision tree": "classif.rpart"}
    )
    melted.to_csv(FOLDER / "mlr3benchmark.csv", index=False)
    blocks = table.melt("task_id", var_name="groups", value_name="y").rename(columns={"task_id": "blocks"})
    blocks[["groups", "blocks", "y"]].to_csv(FOLDER / "posthocs.csv", index=False)
    repeated = core.make_design("repeated_k_fold", k=5, r=2, stratified=True)
    frames = {
        metric: long(scores_of("breast_cancer", PAIR, repeated, measure))
        for metric, measure in (("accuracy", "accuracy"), ("roc_auc", "auc"))
    }
    tidymodels(frames).to_csv(FOLDER / "tidymodels.csv", index=False)
    correctr = frames["accuracy"].rename(
        columns={"learner": "model", "score": "values", "fold": "k", "replicate": "r"}
    )
    correctr[["model", "values", "k", "r"]].round(8).to_csv(FOLDER / "correctr.csv", index=False)
    halves = scores_of("breast_cancer", PAIR, core.make_design("5x2", stratified=True), "error")
    lists = {name: np.round(halves.matrix(name), 8).tolist() for name in halves.learners}
    (FOLDER / "lists_5x2.json").write_text(json.dumps(lists, indent=1))
    folds = core.make_design("k_fold", k=10, stratified=True)
    predictions = core.run_experiment(core.load_sample("breast_cancer"), PAIR, folds).predictions
    (FOLDER / "predictions.csv").write_bytes(predictions_to_csv(predictions))
    orange(predictions).to_csv(FOLDER / "orange_predictions.csv", index=False)
    cancer = core.load_sample("breast_cancer")
    markers = cancer.X[["mean_radius", "mean_texture"]].assign(outcome=cancer.y)
    markers[["outcome", "mean_radius", "mean_texture"]].to_csv(FOLDER / "markers.csv", index=False)


if __name__ == "__main__":
    main()
