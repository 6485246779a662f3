"""Tables of sktime: evaluate() of a classifier and of a forecaster, and the benchmark that stores its results."""

import sys
import tempfile
from pathlib import Path

import pandas as pd
import sktime
from sklearn.metrics import accuracy_score
from sklearn.model_selection import KFold
from sktime.classification.distance_based import KNeighborsTimeSeriesClassifier
from sktime.classification.dummy import DummyClassifier
from sktime.classification.model_evaluation import evaluate as evaluate_classifier
from sktime.datasets import load_airline, load_unit_test
from sktime.forecasting.model_evaluation import evaluate
from sktime.forecasting.naive import NaiveForecaster
from sktime.forecasting.trend import TrendForecaster
from sktime.performance_metrics.forecasting import MeanAbsolutePercentageError
from sktime.split import ExpandingWindowSplitter

FOLDER = Path(sys.argv[1]) / "sktime"
FOLDER.mkdir(parents=True, exist_ok=True)
(FOLDER / "VERSIONS.txt").write_text(f"sktime {sktime.__version__}\n")
X, y = load_unit_test()
FORECASTERS = {"naive": NaiveForecaster(sp=12), "trend": TrendForecaster()}
CLASSIFIERS = {"knn": KNeighborsTimeSeriesClassifier(distance="euclidean"), "dummy": DummyClassifier()}

cv = KFold(5, shuffle=True, random_state=0)
found = {
    name: evaluate_classifier(item, cv, X, y, scoring=accuracy_score) for name, item in CLASSIFIERS.items()
}
found["knn"].to_csv(FOLDER / "classification_evaluate.csv")
pd.concat(found, names=["classifier", "fold"]).to_csv(FOLDER / "classification_evaluate_two.csv")

windows = ExpandingWindowSplitter(fh=[1, 2, 3], initial_window=72, step_length=12)
forecasts = {name: evaluate(item, windows, load_airline()) for name, item in FORECASTERS.items()}
forecasts["naive"].to_csv(FOLDER / "forecasting_evaluate.csv")
pd.concat(forecasts, names=["model", "fold"]).to_csv(FOLDER / "forecasting_evaluate_two.csv")

from sktime.benchmarking.forecasting import ForecastingBenchmark  # noqa: E402

benchmark = ForecastingBenchmark()
for item in FORECASTERS.values():
    benchmark.add_estimator(item)
benchmark.add_task(load_airline, windows, [MeanAbsolutePercentageError()])
with tempfile.TemporaryDirectory() as folder:
    benchmark.run(str(Path(folder) / "results.csv"))
    (FOLDER / "benchmark.csv").write_bytes((Path(folder) / "results.csv").read_bytes())
