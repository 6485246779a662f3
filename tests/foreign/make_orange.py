"""What Orange3 writes of the Predictions table and Test & Score: .tab, .csv and .xlsx by Orange's own writers.

`python make_orange.py FOLDER SAMPLES`, where SAMPLES is sample_data, writes orange_predictions.csv there, too.
"""

import sys
from pathlib import Path

import numpy as np
import Orange
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner, TreeLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.evaluation import AUC, CA, CrossValidation, TestOnTestData
from Orange.regression import LinearRegressionLearner, MeanLearner

FOLDER = Path(sys.argv[1]) / "orange"
FOLDER.mkdir(parents=True, exist_ok=True)
(FOLDER / "VERSIONS.txt").write_text(f"Orange3 {Orange.__version__}\n")


def predictions(results, data, names, folds):
    """The table that the widgets Predictions and Test & Score send: the data with meta columns beside."""
    metas, columns = [], []
    classes = data.domain.class_var.values if data.domain.has_discrete_class else None
    for i, name in enumerate(names):
        metas.append(DiscreteVariable(name, classes) if classes else ContinuousVariable(name))
        columns.append(results.predicted[i])
        for j, label in enumerate(classes or ()):
            metas.append(ContinuousVariable(f"{name} ({label})"))
            columns.append(results.probabilities[i][:, j])
    if folds:
        metas.append(DiscreteVariable("Fold", [str(k + 1) for k in range(len(results.folds))]))
        columns.append(np.concatenate([np.full(s.stop - s.start, k) for k, s in enumerate(results.folds)]))
    domain = Domain(data.domain.attributes, data.domain.class_vars, metas)
    rows = data[results.row_indices] if results.row_indices is not None else data
    return Table.from_numpy(domain, rows.X, rows.Y, np.column_stack(columns))


def save(table, name, endings=("tab", "csv", "xlsx")):
    for ending in endings:
        table.save(str(FOLDER / f"{name}.{ending}"))


iris = Table("iris")[::3]
heart = Table("heart_disease")[::6]
learners = [NaiveBayesLearner(), TreeLearner(max_depth=2), LogisticRegressionLearner()]
names = ["Naive Bayes", "Tree", "Logistic Regression"]
for data, name in ((iris, "iris"), (heart, "heart")):
    cv = CrossValidation(k=5, random_state=1)(data, learners)
    save(predictions(cv, data, names, True), f"{name}_test_and_score")
hold = TestOnTestData()(data=iris[::2], test_data=iris[1::2], learners=learners)
save(predictions(hold, iris[1::2], names, False), "iris_predictions")
housing = Table("housing")[::10]
cv = CrossValidation(k=5, random_state=1)(housing, [LinearRegressionLearner(), MeanLearner()])
save(predictions(cv, housing, ["Linear", "Constant"], True), "housing_test_and_score")
save(iris, "iris_data")
save(housing, "housing_data")
save(Table("zoo")[::4], "zoo_data")
cv = CrossValidation(k=5, random_state=1)(heart, learners)
scores = Table.from_numpy(
    Domain([ContinuousVariable("CA"), ContinuousVariable("AUC")], metas=[StringVariable("Model")]),
    np.column_stack([CA(cv), AUC(cv)]),
    metas=np.array([names], dtype=object).T,
)
save(scores, "evaluation_results", ("tab", "csv"))
confusion = Table.from_numpy(
    Domain([ContinuousVariable(v) for v in iris.domain.class_var.values]),
    np.array([[16, 0, 0], [0, 15, 2], [0, 1, 16]]),
)
save(confusion, "confusion", ("csv",))
if len(sys.argv) > 2:
    whole = Table(f"{sys.argv[2]}/breast_cancer.csv")
    domain = Domain(whole.domain.attributes[:5], whole.domain["diagnosis"])
    cancer = whole.transform(domain)[::2]
    cv = CrossValidation(k=10, random_state=1)(cancer, learners[:2])
    predictions(cv, cancer, names[:2], True).save(f"{sys.argv[2]}/imports/orange_predictions.csv")
