"""What `run_experiment` and the tests of all pairs cost beside the bare fits, in processor time of one process.

"bare" makes each learner, trains it and predicts the validation set in a plain loop, nothing else. "Same calls"
also asks for what an experiment keeps: scores, training error and model size. All see the same rows of the same
frame on one thread, turn by turn within each round, and each figure is the median of the rounds' ratios.
"""

import itertools
import os
import pickle
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
from sklearn.model_selection import cross_validate
from threadpoolctl import threadpool_limits

import core
from core.designs import Design
from core.learners import scores_of
from core.records import Dataset

CHEAP = ("naive_bayes", "lda", "tree")
DEAR = ("random_forest", "extra_trees", "adaboost", "hist_gradient_boosting", "mlp")
SLOW_TO_PREDICT = ("knn", "rbf_svm")
TEN = (
    "baseline", "naive_bayes", "lda", "logistic_regression", "knn",
    "tree", "linear_svm", "rbf_svm", "perceptron", "ls",
)  # fmt: skip
FOLD_TESTS = ("paired_t", "corrected_t", "5x2_t", "5x2_f", "balanced_5x2_f")

Contender = Callable[[Dataset, Sequence[str], Design], Any]


def two_classes(n: int, p: int) -> Dataset:
    """Two overlapping normal classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    X = pd.DataFrame(rng.normal(size=(n, p)) + y[:, None] * 0.4, columns=[f"x{i}" for i in range(p)])
    return Dataset("made", X, pd.Series(np.array(["no", "yes"])[y], name="class"), "classification")


def bare(dataset: Dataset, keys: Sequence[str], design: Design) -> None:
    """Train and predict in a plain loop."""
    y = np.asarray(dataset.y.tolist())
    for split in design.splits(dataset):
        for key in keys:
            estimator = core.make_learner(key).fit(dataset.X.iloc[split.train], y[split.train])
            estimator.predict(dataset.X.iloc[split.validation])


def same_calls(dataset: Dataset, keys: Sequence[str], design: Design) -> None:
    """Train, predict, and ask for all that an experiment keeps, in a plain loop."""
    y = np.asarray(dataset.y.tolist())
    for split in design.splits(dataset):
        for key in keys:
            X_train, X_validation = dataset.X.iloc[split.train], dataset.X.iloc[split.validation]
            estimator = core.make_learner(key).fit(X_train, y[split.train])
            estimator.predict(X_validation)
            scores_of(estimator, X_validation, dataset.classes)
            np.mean(estimator.predict(X_train) != y[split.train])
            len(pickle.dumps(estimator, protocol=5))


def foldwise(dataset: Dataset, keys: Sequence[str], design: Design, store: Any = None) -> None:
    """Run the experiment and judge all pairs by all of the fold tests that the design allows."""
    run = core.run_experiment(dataset, keys, design, store=store)
    for first, second in itertools.combinations(run.learners, 2):
        for test in set(FOLD_TESTS) & set(core.applicable_tests(run, first, second).applicable):
            core.compare(run, first, second, test)


def foldwise_with_store(dataset: Dataset, keys: Sequence[str], design: Design) -> None:
    """The same, every outcome kept in a new store."""
    with tempfile.TemporaryDirectory() as folder:
        store = core.open_store(folder)
        foldwise(dataset, keys, design, store)
        store.close()


def scikit_learn(dataset: Dataset, keys: Sequence[str], design: Design) -> None:
    """scikit-learn's own loop, which keeps one score per fold."""
    for key in keys:
        cross_validate(core.make_learner(key), dataset.X, dataset.y, cv=design)


def mlxtend(dataset: Dataset, keys: Sequence[str], _design: Design) -> None:
    """Both 5×2 tests for every pair; each trains anew."""
    for first, second in itertools.combinations(keys, 2):
        for test in (paired_ttest_5x2cv, combined_ftest_5x2cv):
            test(core.make_learner(first), core.make_learner(second), dataset.X, dataset.truth, random_seed=0)


OWN: dict[str, Contender] = {
    "Foldwise, all pairs × fold tests": foldwise,
    "the same with a store": foldwise_with_store,
    "same calls in a plain loop": same_calls,
    "scikit-learn cross_validate": scikit_learn,
}
SHORT: dict[str, Contender] = {name: OWN[name] for name in list(OWN)[::2]}
RIVALS: dict[str, Contender] = {
    "Foldwise, all pairs × fold tests": foldwise,
    "mlxtend, two 5×2 tests": mlxtend,
}


def cpu_seconds(function: Contender, *arguments: Any) -> float:
    begin = time.process_time()
    function(*arguments)
    return time.process_time() - begin


def compare(
    title: str,
    dataset: Dataset,
    keys: Sequence[str],
    design: Design,
    contenders: dict[str, Contender],
    rounds: int,
) -> None:
    """Print each contender's processor time as a multiple of the bare fits of its round."""
    everyone = {"bare": bare, **contenders}
    for function in everyone.values():
        function(dataset, keys, design)
    times: dict[str, list[float]] = {name: [] for name in everyone}
    for turn in range(rounds):
        names = list(everyone)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            times[name].append(cpu_seconds(everyone[name], dataset, keys, design))
    fits = len(keys) * len(design.splits(dataset))
    each = statistics.median(times["bare"]) / fits
    print(f"{title}: {fits} bare fits of {each * 1e3:.1f} ms", flush=True)
    for name in contenders:
        print(f"    {name:<33} {ratio(times[name], times['bare'])} × bare", flush=True)
    if "mlxtend, two 5×2 tests" in times:
        ours, theirs = (times[name] for name in contenders)
        print(f"    {'mlxtend ÷ Foldwise':<33} {ratio(theirs, ours)}", flush=True)


def ratio(values: Sequence[float], references: Sequence[float]) -> str:
    """Median and range of the ratios round by round."""
    ratios = [value / reference for value, reference in zip(values, references, strict=True)]
    return f"{statistics.median(ratios):6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})"


def wall(dataset: Dataset, rounds: int = 3) -> None:
    """Print the wall-clock gain of two processes on work above ten seconds, and the load it was measured under."""
    design = core.make_design("repeated_k_fold", k=10, r=2, stratified=True)
    times: dict[int, list[float]] = {1: [], 2: []}
    load = os.getloadavg()[0]
    for _ in range(rounds):
        for n_jobs, kept in times.items():
            begin = time.perf_counter()
            core.run_experiment(dataset, DEAR[:3], design, n_jobs=n_jobs)
            kept.append(time.perf_counter() - begin)
    print(
        f"two processes: {statistics.median(times[1]):.1f} s alone, {statistics.median(times[2]):.1f} s with two; "
        f"{ratio(times[1], times[2])} times as fast (load of the machine before: {load:.1f} of {os.cpu_count()})"
    )


def main() -> None:
    """Print the ratios."""
    warnings.simplefilter("ignore")
    small, large = two_classes(300, 10), two_classes(1500, 20)
    ten_fold = core.make_design("k_fold", k=10, stratified=True)
    hundred = core.make_design("repeated_k_fold", stratified=True)
    halves = core.make_design("balanced_5x2", stratified=True)
    with threadpool_limits(1):
        compare("naive Bayes, 10×10-fold, n = 300", small, ["naive_bayes"], hundred, OWN, 15)
        compare("3 cheap learners, 10×10-fold, n = 300", small, CHEAP, hundred, OWN, 9)
        compare("3 cheap learners, 10-fold, n = 300", small, CHEAP, ten_fold, OWN, 25)
        compare("3 dear learners, 10-fold, n = 1500", large, DEAR[:3], ten_fold, OWN, 5)
        for key in DEAR + SLOW_TO_PREDICT:
            compare(f"{key}, 10-fold, n = 1500", large, [key], ten_fold, SHORT, 5)
        compare("3 learners, balanced 5×2, n = 300", small, CHEAP, halves, RIVALS, 15)
        compare("10 learners, balanced 5×2, n = 300", small, TEN, halves, RIVALS, 5)
    wall(large)
