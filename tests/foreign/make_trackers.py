"""Runs and trials as trackers export them: mlflow 3 (skinny, local file store) and optuna 4."""

import os
import sys
import tempfile
from pathlib import Path

import mlflow
import optuna
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

ROOT = Path(sys.argv[1])
for tool in ("mlflow", "optuna"):
    (ROOT / tool).mkdir(parents=True, exist_ok=True)
X, y = load_wine(return_X_y=True)
MODELS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3, random_state=0)}

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
with tempfile.TemporaryDirectory() as folder:
    mlflow.set_tracking_uri(f"file://{folder}/store")
    mlflow.set_experiment("folds")
    for model, estimator in MODELS.items():
        for fold, (train, test) in enumerate(StratifiedKFold(5).split(X, y)):
            with mlflow.start_run(run_name=f"{model}-{fold}"):
                mlflow.log_params({"model": model, "fold": fold})
                estimator.fit(X[train], y[train])
                mlflow.log_metric("accuracy", estimator.score(X[test], y[test]))
    mlflow.search_runs().to_csv(ROOT / "mlflow/search_runs_folds.csv", index=False)
    mlflow.search_runs()[["params.model", "params.fold", "metrics.accuracy"]].to_csv(
        ROOT / "mlflow/runs_short.csv", index=False
    )
    mlflow.set_experiment("whole")
    for model, estimator in MODELS.items():
        with mlflow.start_run(run_name=model):
            found = cross_validate(estimator, X, y, cv=5, return_train_score=True)
            mlflow.log_param("model", model)
            mlflow.log_metrics(
                {"mean_accuracy": found["test_score"].mean(), "std_accuracy": found["test_score"].std()}
            )
    mlflow.search_runs().to_csv(ROOT / "mlflow/search_runs_means.csv", index=False)
    mlflow.set_experiment("seeds")
    for seed in range(6):
        for name in ("tree", "knn"):
            with mlflow.start_run():
                mlflow.log_params({"model": name, "seed": seed, "lr": 0.1})
                model = (
                    DecisionTreeClassifier(random_state=seed)
                    if name == "tree"
                    else KNeighborsClassifier(1 + 2 * seed)
                )
                mlflow.log_metric("val_acc", cross_val_score(model, X, y, cv=3).mean())
    mlflow.search_runs().to_csv(ROOT / "mlflow/search_runs_seeds.csv")

optuna.logging.set_verbosity(optuna.logging.WARNING)


def objective(trial: optuna.Trial) -> float:
    depth = trial.suggest_int("max_depth", 1, 6)
    scores = cross_val_score(DecisionTreeClassifier(max_depth=depth), X, y, cv=5)
    for fold, score in enumerate(scores):
        trial.set_user_attr(f"fold_{fold}", score)
    return scores.mean()


study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=0))
study.optimize(objective, n_trials=8)
study.trials_dataframe().to_csv(ROOT / "optuna/trials.csv")
study.trials_dataframe(attrs=("number", "value", "params", "state")).to_csv(
    ROOT / "optuna/trials_short.csv", index=False
)


def folds(trial: optuna.Trial) -> float:
    model = trial.suggest_categorical("model", ["nb", "tree"])
    fold = trial.suggest_int("fold", 0, 4)
    train, test = list(StratifiedKFold(5).split(X, y))[fold]
    return MODELS[model].fit(X[train], y[train]).score(X[test], y[test])


space = {"model": ["nb", "tree"], "fold": list(range(5))}
study = optuna.create_study(direction="maximize", sampler=optuna.samplers.GridSampler(space))
study.optimize(folds)
study.trials_dataframe(attrs=("number", "value", "params")).to_csv(
    ROOT / "optuna/trials_model_fold.csv", index=False
)
