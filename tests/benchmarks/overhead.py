"""What `run_experiment` and all tests of all pairs cost beside the bare fits, in processor time of one process.

"bare" makes, fits and predicts the validation set, and nothing else. "same calls" also asks for what is
kept: scores, training error and model size. Both see the same rows of the same frame.
"""

import itertools
import statistics
import tempfile
import time
import warnings

import numpy as np
import pandas as pd
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
from sklearn.model_selection import cross_validate

import core
from core.learners import estimator_of, model_size, scores_of
from core.records import Dataset

ROUNDS = 5
CHEAP = ("naive_bayes", "lda", "tree")
DEAR = ("random_forest", "extra_trees", "adaboost")
TEN = (
    "baseline", "naive_bayes", "lda", "logistic_regression", "knn", "tree", "linear_svm", "rbf_svm", "perceptron", "ls",
)  # fmt: skip


def two_classes(n: int, p: int) -> Dataset:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    X = pd.DataFrame(rng.normal(size=(n, p)) + y[:, None] * 0.4, columns=[f"x{i}" for i in range(p)])
    return Dataset("made", X, pd.Series(np.array(["no", "yes"])[y], name="class"), "classification")


def bare(dataset, keys, design, *, everything=False):
    """Fit and predict in a plain loop; with everything that an experiment keeps if wanted."""
    y = np.asarray(dataset.y.tolist())
    for split in design.splits(dataset):
        for key in keys:
            estimator = estimator_of(core.learner(key), 0)
            X_train, X_validation = dataset.X.iloc[split.train], dataset.X.iloc[split.validation]
            estimator.fit(X_train, y[split.train])
            estimator.predict(X_validation)
            if everything:
                scores_of(estimator, X_validation, dataset.classes)
                estimator.predict(X_train)
                model_size(estimator)


def ours(dataset, keys, design, store=None):
    """Run the experiment and judge all pairs by all applicable tests."""
    run = core.run_experiment(dataset, keys, design, store=store)
    for first, second in itertools.combinations(run.learners, 2):
        for test in core.applicable_tests(run, first, second).applicable:
            if test in ("corrected_t", "paired_t", "5x2_t", "5x2_f", "balanced_5x2_f"):
                core.compare(run, first, second, test)


def scikit_learn(dataset, keys, design):
    for key in keys:
        cross_validate(core.make_learner(key), dataset.X, dataset.y, cv=design)


def mlxtend(dataset, keys, _design):
    """Both 5×2 tests for every pair: each trains anew."""
    y = dataset.truth
    for first, second in itertools.combinations(keys, 2):
        for test in (paired_ttest_5x2cv, combined_ftest_5x2cv):
            test(core.make_learner(first), core.make_learner(second), dataset.X, y, random_seed=0)


def cpu_seconds(function, *arguments, **options) -> float:
    begin = time.process_time()
    function(*arguments, **options)
    return time.process_time() - begin


def compare(title, dataset, keys, design, contenders) -> None:
    """Median over rounds of each contender's processor time as a multiple of the bare fits of its round."""
    ratios = {name: [] for name in contenders}
    base = []
    bare(dataset, keys, design)
    for _ in range(ROUNDS):
        reference = cpu_seconds(bare, dataset, keys, design)
        base.append(reference)
        for name, (function, options) in contenders.items():
            made = {key: make() for key, make in options.items()}
            ratios[name].append(cpu_seconds(function, dataset, keys, design, **made) / reference)
    fits = len(keys) * len(design.splits(dataset))
    seconds = statistics.median(base)
    print(f"{title}: {fits} fits, bare {seconds:.2f} s ({seconds / fits * 1e3:.1f} ms each)")
    for name, values in ratios.items():
        print(
            f"    {name:<34} {statistics.median(values):6.2f} × bare   (from {min(values):.2f} to {max(values):.2f})"
        )


def main() -> None:
    """Print the ratios."""
    warnings.simplefilter("ignore")
    own = {
        "Foldwise, all pairs × all tests": (ours, {}),
        "the same with a store": (ours, {"store": lambda: core.open_store(tempfile.mkdtemp())}),
        "same calls in a plain loop": (bare, {"everything": lambda: True}),
        "scikit-learn cross_validate": (scikit_learn, {}),
    }
    rivals = {"Foldwise, all pairs × all tests": (ours, {}), "mlxtend, two 5×2 tests a pair": (mlxtend, {})}
    small, large = two_classes(300, 10), two_classes(1500, 20)
    ten_fold = core.make_design("k_fold", k=10, stratified=True)
    halves = core.make_design("balanced_5x2", stratified=True)
    compare("3 cheap learners, 10-fold, n = 300", small, CHEAP, ten_fold, own)
    compare(
        "naive Bayes, 10×10-fold, n = 300", small, ("naive_bayes",), core.make_design("repeated_k_fold"), own
    )
    compare("3 dear learners, 10-fold, n = 1500", large, DEAR, ten_fold, own)
    compare("3 learners, balanced 5×2, n = 300", small, CHEAP, halves, rivals)
    compare("10 learners, balanced 5×2, n = 300", small, TEN, halves, rivals)
    wall(large)


def wall(dataset) -> None:
    """Wall-clock gain of two processes on work above ten seconds."""
    design = core.make_design("repeated_k_fold", k=10, r=2, stratified=True)
    times = {}
    for n_jobs in (1, 2):
        begin = time.perf_counter()
        core.run_experiment(dataset, DEAR, design, n_jobs=n_jobs)
        times[n_jobs] = time.perf_counter() - begin
    print(
        f"two processes: {times[1]:.1f} s alone, {times[2]:.1f} s with two, {times[1] / times[2]:.2f} times as fast"
    )
