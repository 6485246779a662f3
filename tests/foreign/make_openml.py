"""Run files of OpenML as the package openml 0.15 writes them without a connection: predictions.arff."""

import sys
from collections import OrderedDict
from pathlib import Path

import arff
import openml
from openml.runs.functions import format_prediction
from openml.tasks import OpenMLClassificationTask, OpenMLRegressionTask, TaskType
from sklearn.datasets import load_diabetes, load_wine
from sklearn.linear_model import Ridge
from sklearn.model_selection import RepeatedStratifiedKFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

FOLDER = Path(sys.argv[1]) / "openml"
FOLDER.mkdir(parents=True, exist_ok=True)
(FOLDER / "VERSIONS.txt").write_text(f"openml {openml.__version__}\n")


def write(task, classes, rows, flow, name):
    run = openml.runs.OpenMLRun(
        task_id=task.task_id or 1, flow_id=None, dataset_id=1, flow_name=flow, data_content=rows
    )
    run.model, run._task = None, task
    numeric = classes is None
    header = [(name, "NUMERIC") for name in ("repeat", "fold", *(() if numeric else ("sample",)), "row_id")]
    if numeric:
        header += [("prediction", "NUMERIC"), ("truth", "NUMERIC")]
    else:
        header += [
            ("prediction", classes),
            ("correct", classes),
            *((f"confidence.{c}", "NUMERIC") for c in classes),
        ]
    text = arff.dumps(
        OrderedDict(relation=f"openml_task_{1}_predictions", description="", attributes=header, data=rows)
    )
    (FOLDER / name).write_text(text)


def of(name, classes):
    kind = OpenMLClassificationTask if classes else OpenMLRegressionTask
    common = {
        "task_type_id": TaskType.SUPERVISED_CLASSIFICATION if classes else TaskType.SUPERVISED_REGRESSION,
        "task_type": "",
        "data_set_id": 1,
        "target_name": "class",
        "estimation_procedure_id": 1,
        "estimation_procedure_type": "crossvalidation",
        "estimation_parameters": {},
        "evaluation_measure": None,
        "data_splits_url": None,
    }
    return kind(**common, **({"class_labels": classes} if classes else {}))


X, y = load_wine(return_X_y=True)
X, y = X[::3], y[::3]
classes = [f"class_{k}" for k in range(3)]
for flow, model in (("NB", GaussianNB()), ("Tree", DecisionTreeClassifier(max_depth=2, random_state=0))):
    rows = []
    for split, (train, test) in enumerate(
        RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0).split(X, y)
    ):
        model.fit(X[train], y[train])
        chances = model.predict_proba(X[test])
        for i, chance in zip(test, chances, strict=True):
            rows.append(
                format_prediction(
                    of("wine", classes),
                    split // 5,
                    split % 5,
                    int(i),
                    classes[chance.argmax()],
                    classes[y[i]],
                    proba=dict(zip(classes, map(float, chance), strict=True)),
                )
            )
    write(of("wine", classes), classes, rows, flow, f"predictions_{flow.lower()}.arff")
    write(of("wine", classes), classes, rows[: len(y)], flow, f"predictions_{flow.lower()}_once.arff")
D, d = load_diabetes(return_X_y=True)
D, d = D[::8], d[::8]
for flow, model in (("ridge", Ridge()), ("cart", DecisionTreeRegressor(max_depth=2))):
    rows = []
    for split, (train, test) in enumerate(ShuffleSplit(5, test_size=0.2, random_state=0).split(D)):
        rows += [
            format_prediction(of("d", None), 0, split, int(i), float(p), float(d[i]))
            for i, p in zip(test, model.fit(D[train], d[train]).predict(D[test]), strict=True)
        ]
    write(of("d", None), None, rows, flow, f"regression_{flow}.arff")
