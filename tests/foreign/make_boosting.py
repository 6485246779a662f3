"""Tables of LightGBM 4, XGBoost 3 and CatBoost 1.2: cv results, predictions, importances, evaluation logs."""

import sys
from pathlib import Path

import catboost
import lightgbm
import pandas as pd
import xgboost
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import train_test_split

ROOT = Path(sys.argv[1])
for tool in ("lightgbm", "xgboost", "catboost"):
    (ROOT / tool).mkdir(parents=True, exist_ok=True)
X, y = load_breast_cancer(return_X_y=True, as_frame=True)
X = X.iloc[:, :6]
X_in, X_out, y_in, y_out = train_test_split(X, y, test_size=0.1, random_state=0)

found = lightgbm.cv(
    {"objective": "binary", "metric": ["binary_logloss", "auc"], "verbose": -1},
    lightgbm.Dataset(X, y),
    num_boost_round=12,
    nfold=5,
)
pd.DataFrame(found).to_csv(ROOT / "lightgbm/cv.csv")
pd.DataFrame(found).to_csv(ROOT / "lightgbm/cv_no_index.csv", index=False)
log: dict = {}
model = lightgbm.train(
    {"objective": "binary", "metric": "binary_error", "verbose": -1},
    lightgbm.Dataset(X_in, y_in),
    12,
    valid_sets=[lightgbm.Dataset(X_in, y_in), lightgbm.Dataset(X_out, y_out)],
    valid_names=["train", "valid"],
    callbacks=[lightgbm.record_evaluation(log)],
)
pd.DataFrame({name: values["binary_error"] for name, values in log.items()}).to_csv(
    ROOT / "lightgbm/record_evaluation.csv", index=False
)
pd.DataFrame({"y_test": y_out, "prediction": model.predict(X_out)}).to_csv(
    ROOT / "lightgbm/predictions.csv", index=False
)
pd.DataFrame(
    {
        "feature": X.columns,
        "gain": model.feature_importance("gain"),
        "split": model.feature_importance("split"),
    }
).to_csv(ROOT / "lightgbm/importances.csv", index=False)

parameters = {"objective": "binary:logistic", "eval_metric": ["logloss", "error"], "max_depth": 2}
xgboost.cv(parameters, xgboost.DMatrix(X, y), 12, nfold=5).to_csv(ROOT / "xgboost/cv.csv")
xgboost.cv({**parameters, "eval_metric": "auc"}, xgboost.DMatrix(X, y), 12, nfold=5).to_csv(
    ROOT / "xgboost/cv_auc.csv", index=False
)
log = {}
booster = xgboost.train(
    parameters,
    xgboost.DMatrix(X_in, y_in),
    12,
    evals=[(xgboost.DMatrix(X_in, y_in), "train"), (xgboost.DMatrix(X_out, y_out), "eval")],
    evals_result=log,
    verbose_eval=False,
)
pd.DataFrame({f"{part}-{name}": values for part, of in log.items() for name, values in of.items()}).to_csv(
    ROOT / "xgboost/evals_result.csv"
)
booster.trees_to_dataframe().head(20).to_csv(ROOT / "xgboost/trees.csv", index=False)
pd.DataFrame({"label": y_out, "predict_proba": booster.predict(xgboost.DMatrix(X_out))}).to_csv(
    ROOT / "xgboost/predictions.csv", index=False
)

pool = catboost.Pool(X, y)
options = {"loss_function": "Logloss", "iterations": 12, "verbose": False, "train_dir": "/tmp/catboost_info"}
catboost.cv(pool, {**options, "custom_metric": ["AUC", "Accuracy"]}, fold_count=5, verbose=False).to_csv(
    ROOT / "catboost/cv.csv", index=False
)
model = catboost.CatBoostClassifier(iterations=12, verbose=False, train_dir="/tmp/catboost_info").fit(
    X_in, y_in, eval_set=(X_out, y_out)
)
(ROOT / "catboost/learn_error.tsv").write_bytes(Path("/tmp/catboost_info/learn_error.tsv").read_bytes())
(ROOT / "catboost/test_error.tsv").write_bytes(Path("/tmp/catboost_info/test_error.tsv").read_bytes())
W, w = load_wine(return_X_y=True, as_frame=True)
W_in, W_out, w_in, w_out = train_test_split(W, w, test_size=0.3, random_state=0)
several = catboost.CatBoostClassifier(iterations=8, verbose=False, allow_writing_files=False).fit(W_in, w_in)
table = pd.DataFrame(several.predict_proba(W_out), columns=several.classes_)
table.insert(0, "target", w_out.to_numpy())
table.assign(prediction=several.predict(W_out).ravel()).to_csv(
    ROOT / "catboost/probabilities.csv", index=False
)
model.get_feature_importance(prettified=True).to_csv(ROOT / "catboost/importances.csv", index=False)
