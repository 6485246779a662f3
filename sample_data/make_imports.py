"""Write the examples of results that Python writes: by scikit-learn, by Foldwise, and tables that other tools take.

`python -m sample_data.make_imports` writes them; nothing is downloaded. What WEKA, R and Orange wrote is made by the
scripts in `tests/foreign`, as `sample_data/README.md` says.
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
from core.records import FoldScores

FOLDER = Path(__file__).parent / "imports"
PAIR = ("naive_bayes", "tree")


def scores_of(sample: str, learners: tuple[str, ...], design: core.Design, measure: str) -> FoldScores:
    """Fold scores of an experiment on a sample data set."""
    return core.run_experiment(core.load_sample(sample), learners, design, measure).fold_scores


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
        found[name] = {key: np.asarray(values).tolist() for key, values in result.items()}
    return json.dumps(found, indent=1)


def searched() -> pd.DataFrame:
    """`cv_results_` of a search over five times two folds."""
    X, y = load_iris(return_X_y=True)
    cv = RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 25]}, cv=cv).fit(X, y)
    return pd.DataFrame(search.cv_results_)


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


def errors_of_n() -> pd.DataFrame:
    """Errors of n on each of ten folds."""
    design = core.make_design("k_fold", k=10, stratified=True)
    table = long(scores_of("breast_cancer", PAIR, design, "error")).rename(columns={"n_validation": "n"})
    table["errors"] = (table["score"] * table["n"]).round().astype(int)
    return table[["learner", "fold", "errors", "n"]]


def main() -> None:
    """Write all examples."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "cross_validate.json").write_text(cross_validated())
    searched().to_csv(FOLDER / "cv_results.csv")
    several(("naive_bayes", "tree", "random_forest")).to_csv(FOLDER / "autorank.csv", index_label="")
    table = several(PAIR).rename_axis("task_id").reset_index()
    blocks = table.melt("task_id", var_name="groups", value_name="y").rename(columns={"task_id": "blocks"})
    blocks[["groups", "blocks", "y"]].to_csv(FOLDER / "posthocs.csv", index=False)
    repeated = core.make_design("repeated_k_fold", k=5, r=2, stratified=True)
    correctr = long(scores_of("breast_cancer", PAIR, repeated, "accuracy")).rename(
        columns={"learner": "model", "score": "values", "fold": "k", "replicate": "r"}
    )
    correctr[["model", "values", "k", "r"]].round(8).to_csv(FOLDER / "correctr.csv", index=False)
    errors_of_n().to_csv(FOLDER / "errors_of_n.csv", index=False)
    halves = scores_of("breast_cancer", PAIR, core.make_design("5x2", stratified=True), "error")
    lists = {name: np.round(halves.matrix(name), 8).tolist() for name in halves.learners}
    (FOLDER / "lists_5x2.json").write_text(json.dumps(lists, indent=1))
    folds = core.make_design("k_fold", k=10, stratified=True)
    predictions = core.run_experiment(core.load_sample("breast_cancer"), PAIR, folds).predictions
    (FOLDER / "predictions.csv").write_bytes(predictions_to_csv(predictions))
    cancer = core.load_sample("breast_cancer")
    markers = cancer.X[["mean_radius", "mean_texture"]].assign(outcome=cancer.y)
    markers[["outcome", "mean_radius", "mean_texture"]].to_csv(FOLDER / "markers.csv", index=False)


if __name__ == "__main__":
    main()
