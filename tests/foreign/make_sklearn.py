"""What people save of scikit-learn (written with 1.9.1): scores, searches, reports, predictions and curves."""

import json
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import classification_report, confusion_matrix, roc_curve
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    RandomizedSearchCV,
    RepeatedStratifiedKFold,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    permutation_test_score,
    train_test_split,
    validation_curve,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier

FOLDER = Path(sys.argv[1]) / "sklearn"
FOLDER.mkdir(parents=True, exist_ok=True)
X, y = load_iris(return_X_y=True)
C, c = load_breast_cancer(return_X_y=True)
D, d = load_diabetes(return_X_y=True)
NB, TREE = GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0)
SEVERAL = ["accuracy", "balanced_accuracy", "neg_log_loss"]


def save(frame: pd.DataFrame, name: str, **options: object) -> None:
    frame.to_csv(FOLDER / name, **options)


# scores of folds
one, two = cross_validate(NB, X, y, cv=10), cross_validate(TREE, X, y, cv=10)
save(pd.DataFrame(one), "cross_validate_one.csv")
save(pd.concat({"nb": pd.DataFrame(one), "tree": pd.DataFrame(two)}), "cross_validate_concat_keys.csv")
save(
    pd.concat({"nb": pd.DataFrame(one), "tree": pd.DataFrame(two)}, names=["model", "fold"]),
    "cross_validate_named_keys.csv",
)
save(
    pd.concat([pd.DataFrame(one).assign(model="nb"), pd.DataFrame(two).assign(model="tree")]),
    "cross_validate_assigned.csv",
)
save(
    pd.concat({"nb": pd.DataFrame(one), "tree": pd.DataFrame(two)}, axis=1), "cross_validate_two_headers.csv"
)
both = cross_validate(NB, X, y, cv=5, scoring=SEVERAL, return_train_score=True)
save(pd.DataFrame(both), "cross_validate_several_scorers.csv", index=False)
save(pd.DataFrame(one).T, "cross_validate_transposed.csv")
save(pd.DataFrame(one).describe(), "cross_validate_describe.csv")
lists = {name: {k: v.tolist() for k, v in r.items()} for name, r in (("nb", one), ("tree", two))}
(FOLDER / "cross_validate_dict.json").write_text(json.dumps(lists))
(FOLDER / "cross_validate_single_dict.json").write_text(json.dumps(lists["nb"]))
scores = {name: cross_val_score(m, X, y, cv=10) for name, m in (("nb", NB), ("tree", TREE))}
save(pd.DataFrame(scores), "cross_val_score_wide.csv")
save(pd.DataFrame(scores).T, "cross_val_score_rows.csv")
save(
    pd.DataFrame(scores).melt(var_name="model", value_name="accuracy"),
    "cross_val_score_melted.csv",
    index=False,
)
save(
    pd.DataFrame({"model": list(scores), "scores": [v.round(3).tolist() for v in scores.values()]}),
    "cross_val_score_lists_in_cells.csv",
    index=False,
)
save(
    pd.DataFrame(
        {"mean": {k: v.mean() for k, v in scores.items()}, "std": {k: v.std() for k, v in scores.items()}}
    ),
    "cross_val_score_mean_std.csv",
)
np.savetxt(FOLDER / "cross_val_score_savetxt.txt", np.column_stack(list(scores.values())))
np.savetxt(
    FOLDER / "cross_val_score_savetxt_header.csv",
    np.column_stack(list(scores.values())),
    delimiter=",",
    header="nb,tree",
)
np.save(FOLDER / "cross_val_score.npy", np.column_stack(list(scores.values())))
repeated = RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0)
save(
    pd.DataFrame(
        {
            "lr": cross_val_score(LogisticRegression(max_iter=500), C[::3], c[::3], cv=repeated),
            "tree": cross_val_score(TREE, C[::3], c[::3], cv=repeated),
        }
    ),
    "cross_val_score_repeated.csv",
)
save(
    pd.DataFrame(
        {
            m: cross_val_score(e, D, d, cv=10, scoring="neg_mean_squared_error")
            for m, e in (("ols", LinearRegression()), ("knn", KNeighborsRegressor()))
        }
    ),
    "cross_val_score_neg_mse.csv",
)

# searches
grid = GridSearchCV(TREE, {"max_depth": [1, 2, 4], "criterion": ["gini", "entropy"]}, cv=5).fit(X, y)
save(pd.DataFrame(grid.cv_results_), "grid_search.csv")
grid = GridSearchCV(
    NB, {"var_smoothing": [1e-9, 1e-2]}, cv=5, scoring=["accuracy", "f1_macro"], refit="accuracy"
).fit(X, y)
save(pd.DataFrame(grid.cv_results_), "grid_search_two_scorers.csv", index=False)
chosen = RandomizedSearchCV(
    TREE, {"max_depth": range(1, 9), "min_samples_leaf": range(1, 9)}, n_iter=4, cv=5, random_state=0
).fit(X, y)
save(pd.DataFrame(chosen.cv_results_).sort_values("rank_test_score"), "randomized_search_sorted.csv")
save(
    pd.DataFrame(chosen.cv_results_)[["params", "mean_test_score", "std_test_score", "rank_test_score"]],
    "randomized_search_summary.csv",
)
halving = HalvingGridSearchCV(
    TREE, {"max_depth": [1, 2, 3, 4, 5, 6]}, cv=5, factor=2, random_state=0, min_resources=36
).fit(X, y)
save(pd.DataFrame(halving.cv_results_), "halving_search.csv")
pd.DataFrame(grid.cv_results_).to_json(FOLDER / "grid_search.json")

# reports and matrices
inside, outside, y_in, y_out = train_test_split(X, y, random_state=0, stratify=y, test_size=0.4)
predicted = NB.fit(inside, y_in).predict(outside)
save(pd.DataFrame(classification_report(y_out, predicted, output_dict=True)), "classification_report.csv")
save(pd.DataFrame(classification_report(y_out, predicted, output_dict=True)).T, "classification_report_T.csv")
(FOLDER / "classification_report.json").write_text(
    json.dumps(classification_report(y_out, predicted, output_dict=True))
)
(FOLDER / "classification_report.txt").write_text(classification_report(y_out, predicted))
names = load_iris().target_names
save(pd.DataFrame(confusion_matrix(y_out, predicted), names, names), "confusion_matrix.csv")
np.savetxt(
    FOLDER / "confusion_matrix_savetxt.csv", confusion_matrix(y_out, predicted), delimiter=",", fmt="%d"
)
save(
    pd.crosstab(pd.Series(y_out, name="True"), pd.Series(predicted, name="Predicted"), margins=True),
    "crosstab_margins.csv",
)

# predictions
cross = {"nb": cross_val_predict(NB, C[::4], c[::4]), "tree": cross_val_predict(TREE, C[::4], c[::4])}
save(pd.DataFrame({"y_true": c[::4], **cross}), "cross_val_predict.csv", index=False)
save(pd.DataFrame({"y_test": y_out, "y_pred": predicted}), "y_test_y_pred.csv")
proba = cross_val_predict(NB, X[::3], y[::3], method="predict_proba")
save(
    pd.DataFrame(proba, columns=names).assign(target=names[y[::3]]),
    "predict_proba_bare_classes.csv",
    index=False,
)
save(
    pd.DataFrame({"actual": names[y[::3]], **{f"nb_{n}": proba[:, i] for i, n in enumerate(names)}}),
    "predict_proba_prefixed.csv",
    index=False,
)
save(pd.DataFrame(proba), "predict_proba_alone.csv", index=False)
save(
    pd.DataFrame(
        {
            "y_true": c[::4],
            "y_score": cross_val_predict(
                LogisticRegression(max_iter=5000), C[::4], c[::4], method="decision_function"
            ),
        }
    ),
    "decision_function.csv",
    index=False,
)
ols, knn = (cross_val_predict(e, D, d) for e in (LinearRegression(), KNeighborsRegressor()))
save(pd.DataFrame({"y": d, "ols": ols, "knn": knn})[::4], "cross_val_predict_regression.csv")
rows = []
for fold, (train, test) in enumerate(
    RepeatedStratifiedKFold(n_splits=5, n_repeats=1, random_state=1).split(C[::6], c[::6])
):
    for name, model in (("nb", NB), ("tree", TREE)):
        model.fit(C[::6][train], c[::6][train])
        rows += [
            {"fold": fold, "model": name, "index": i, "y_true": c[::6][i], "y_pred": p}
            for i, p in zip(test, model.predict(C[::6][test]), strict=True)
        ]
save(pd.DataFrame(rows), "predictions_long_by_model.csv", index=False)
seeds = [
    {
        "seed": s,
        "accuracy": DecisionTreeClassifier(random_state=s)
        .fit(*(a := train_test_split(X, y, random_state=s))[::2])
        .score(a[1], a[3]),
        "nb": NB.fit(a[0], a[2]).score(a[1], a[3]),
    }
    for s in range(10)
]
save(pd.DataFrame(seeds).rename(columns={"accuracy": "tree"}), "seeds_wide.csv", index=False)
save(
    pd.DataFrame(seeds)
    .rename(columns={"accuracy": "tree", "seed": "random_state"})
    .melt("random_state", var_name="model", value_name="test_acc"),
    "seeds_long.csv",
    index=False,
)

# curves and others
sizes, train, test = learning_curve(TREE, X, y, cv=5, shuffle=True, random_state=0)
save(pd.DataFrame(test, sizes), "learning_curve.csv")
save(
    pd.DataFrame({"train_size": sizes, "train_score": train.mean(1), "test_score": test.mean(1)}),
    "learning_curve_means.csv",
    index=False,
)
save(
    pd.DataFrame(validation_curve(TREE, X, y, param_name="max_depth", param_range=[1, 2, 3])[1], [1, 2, 3]),
    "validation_curve.csv",
)
fpr, tpr, thresholds = roc_curve(c, cross_val_predict(NB, C, c, method="predict_proba")[:, 1])
save(pd.DataFrame({"fpr": fpr, "tpr": tpr, "thresholds": thresholds})[:30], "roc_curve.csv", index=False)
save(
    pd.DataFrame({"permutation": permutation_test_score(TREE, X, y, n_permutations=20)[1]}),
    "permutation_scores.csv",
)
save(
    pd.DataFrame({"feature": load_iris().feature_names, "importance": TREE.fit(X, y).feature_importances_}),
    "feature_importances.csv",
    index=False,
)
save(load_iris(as_frame=True).frame[::5], "iris_frame.csv", index=False)
joblib.dump(one, FOLDER / "cross_validate.joblib")
