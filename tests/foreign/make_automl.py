"""Leaderboards, predictions and logs of lazypredict, skore, FLAML, mljar and h2o, each where it is installed.

`python make_automl.py FOLDER TOOL …`
"""

import sys
import tempfile
from pathlib import Path

import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

ROOT = Path(sys.argv[1])
X, y = load_breast_cancer(return_X_y=True, as_frame=True)
X = X.iloc[:, :5].rename(columns=lambda name: name.replace(" ", "_"))
X_in, X_out, y_in, y_out = train_test_split(X, y, test_size=0.1, random_state=0)


def to(tool: str, name: str) -> Path:
    (ROOT / tool).mkdir(parents=True, exist_ok=True)
    return ROOT / tool / name


def lazypredict() -> None:
    from lazypredict.Supervised import LazyClassifier

    models, predictions = LazyClassifier(
        verbose=0, predictions=True, classifiers=[GaussianNB, DecisionTreeClassifier]
    ).fit(X_in, X_out, y_in, y_out)
    models.to_csv(to("lazypredict", "models.csv"))
    predictions.to_csv(to("lazypredict", "predictions.csv"), index=False)
    predictions.assign(y_test=y_out.to_numpy()).to_csv(
        to("lazypredict", "predictions_with_truth.csv"), index=False
    )


def skore() -> None:
    import skore

    reports = [
        skore.CrossValidationReport(model, X, y, splitter=5)
        for model in (GaussianNB(), DecisionTreeClassifier(max_depth=2))
    ]
    summary = reports[0].metrics.summarize()
    summary.frame().to_csv(to("skore", "cross_validation.csv"))
    for name, options in (("folds", {"aggregate": None}), ("flat", {"aggregate": None, "flat_index": True})):
        try:
            summary.frame(**options).to_csv(to("skore", f"cross_validation_{name}.csv"))
        except TypeError as error:
            print("skore", name, error)
    comparison = skore.ComparisonReport({"nb": reports[0], "tree": reports[1]})
    comparison.metrics.summarize().frame().to_csv(to("skore", "comparison.csv"))
    try:
        comparison.metrics.summarize().frame(aggregate=None).to_csv(to("skore", "comparison_folds.csv"))
    except TypeError as error:
        print("skore", error)
    data = getattr(comparison.metrics.summarize(), "data", None)
    if isinstance(data, pd.DataFrame):
        data.to_csv(to("skore", "comparison_long.csv"))


def flaml() -> None:
    from flaml import AutoML

    automl = AutoML()
    automl.fit(
        X_in,
        y_in,
        task="classification",
        time_budget=10,
        max_iter=8,
        estimator_list=["lgbm", "rf"],
        eval_method="cv",
        n_splits=5,
        log_file_name=str(to("flaml", "search.log")),
        verbose=0,
    )
    pd.DataFrame(
        {"y_true": y_out, "y_pred": automl.predict(X_out), "p1": automl.predict_proba(X_out)[:, 1]}
    ).to_csv(to("flaml", "predictions.csv"), index=False)
    pd.DataFrame(automl.best_config_per_estimator).to_csv(to("flaml", "best_config_per_estimator.csv"))
    pd.Series(automl.best_loss_per_estimator).to_csv(to("flaml", "best_loss_per_estimator.csv"))


def mljar() -> None:
    from supervised.automl import AutoML

    folder = Path(tempfile.mkdtemp())
    automl = AutoML(
        results_path=str(folder),
        mode="Explain",
        algorithms=["Baseline", "Decision Tree", "Linear"],
        train_ensemble=False,
        explain_level=0,
        verbose=0,
        validation_strategy={"validation_type": "kfold", "k_folds": 3, "shuffle": True, "stratify": True},
    )
    automl.fit(X.iloc[::3], y[::3])
    automl.get_leaderboard().to_csv(to("mljar", "leaderboard.csv"), index=False)
    for path in sorted(folder.glob("*/predictions_out_of_folds.csv")):
        to("mljar", f"{path.parent.name}_out_of_folds.csv").write_bytes(path.read_bytes())
    for path in sorted(folder.glob("2*/learner_fold_0_training.log")):
        to("mljar", f"{path.parent.name}_training.log").write_bytes(path.read_bytes())
    automl.predict_all(X_out).assign(target=y_out.to_numpy()).to_csv(
        to("mljar", "predict_all.csv"), index=False
    )


def h2o() -> None:
    import h2o as tool
    from h2o.estimators import H2OGeneralizedLinearEstimator, H2OGradientBoostingEstimator

    tool.init(nthreads=1, max_mem_size="1G", verbose=False)
    frame = tool.H2OFrame(pd.concat([X, y.map({0: "malignant", 1: "benign"})], axis=1)[::4])
    frame["target"] = frame["target"].asfactor()
    common = {
        "nfolds": 5,
        "seed": 1,
        "keep_cross_validation_predictions": True,
        "keep_cross_validation_fold_assignment": True,
    }
    for name, model in (
        ("glm", H2OGeneralizedLinearEstimator(family="binomial", **common)),
        ("gbm", H2OGradientBoostingEstimator(ntrees=5, **common)),
    ):
        model.train(y="target", training_frame=frame)
        model.cross_validation_metrics_summary().as_data_frame().to_csv(
            to("h2o", f"{name}_cv_summary.csv"), index=False
        )
        held = model.cross_validation_holdout_predictions().as_data_frame()
        held.to_csv(to("h2o", f"{name}_holdout_predictions.csv"), index=False)
        whole = (
            frame["target"]
            .cbind(model.cross_validation_holdout_predictions())
            .cbind(model.cross_validation_fold_assignment())
        )
        whole.as_data_frame().to_csv(to("h2o", f"{name}_predictions_folds.csv"), index=False)
        model.scoring_history().to_csv(to("h2o", f"{name}_scoring_history.csv"), index=False)
        if name == "gbm":
            model.varimp(use_pandas=True).to_csv(to("h2o", "gbm_varimp.csv"), index=False)
            model.confusion_matrix().as_data_frame().to_csv(
                to("h2o", "gbm_confusion_matrix.csv"), index=False
            )
    tool.cluster().shutdown()


def pycaret() -> None:
    from pycaret.classification import compare_models, create_model, predict_model, pull, setup

    setup(
        pd.concat([X, y], axis=1)[::3],
        target="target",
        session_id=1,
        fold=5,
        verbose=False,
        html=False,
        n_jobs=1,
    )
    compare_models(include=["nb", "dt", "lr"], verbose=False)
    pull().to_csv(to("pycaret", "compare_models.csv"))
    for name in ("nb", "dt"):
        model = create_model(name, verbose=False)
        pull().to_csv(to("pycaret", f"create_model_{name}.csv"))
        predict_model(model, verbose=False).to_csv(to("pycaret", f"predict_model_{name}.csv"))
        predict_model(model, raw_score=True, verbose=False).to_csv(
            to("pycaret", f"predict_model_raw_{name}.csv")
        )


if __name__ == "__main__":
    for wanted in sys.argv[2:]:
        globals()[wanted]()
