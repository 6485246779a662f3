"""P-values per second of processor time: 100 000 experiments in one call, beside loops over other packages.

Ours is all of `TESTS[key].evaluate`: the checks of the inputs, the statistic, the p-value and every term. Each figure
is the median of the rounds, of one process on one thread; the loops see the first of the same experiments, and how
far their p-values lie from ours is printed beside the ratio.

mlxtend's 5×2 tests train for themselves. They are given two objects that learn nothing, a scorer that hands out the
scores of our experiments, and ten instances: what is timed of them is their own five cuts and their statistic.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from threadpoolctl import threadpool_limits

from core.inference import TESTS

Inputs = dict[str, Any]
Loop = Callable[[Inputs, int], float]

REPLICATIONS = 100_000
ROUNDS = 7
LOOPED = 300
GOALS = {"mcnemar_exact": 10e6, "sign": 10e6, "exact_5x2_f": 1e5}
CLOSED_FORM = 2e6
SIZES = {"n_train": 90, "n_validation": 10}
UNGATED = ("permutation", "wilcoxon, 10 % ties")

NOT_VECTORISED = (
    "bayesian_signed_rank",
    "bayesian_hierarchical",
    "boschloo",
    "permutation_over_instances",
    "bootstrap_over_instances",
)
"""Thousands of draws for each experiment; a search over the common error rate for each outcome."""


def experiments() -> Iterator[tuple[str, str, Inputs]]:
    """The title, the key and the inputs of each line: 10 folds, 5×2 folds, 4 learners, 20 or 30 instances."""
    rng = np.random.default_rng(0)
    e01, e10 = rng.multinomial(100, [0.1, 0.1, 0.8], REPLICATIONS).T[:2]
    disagreements = {"e01": e01, "e10": e10}
    errors, others = rng.binomial(40, 0.3, (2, REPLICATIONS))
    samples = {"errors_1": errors, "n_1": 40, "errors_2": others, "n_2": 40}
    folds = dict(zip("ab", rng.normal(0.25, 0.03, (2, REPLICATIONS, 1, 10)), strict=True))
    grid = dict(zip("ab", rng.normal(0.25, 0.03, (2, REPLICATIONS, 5, 2)), strict=True))
    table = {"scores": rng.normal(0.25, 0.03, (REPLICATIONS, 10, 4))}
    losses = dict(zip("ab", rng.gamma(2.0, 1.0, (2, REPLICATIONS, 30)), strict=True))
    ranked = dict(zip(("scores_a", "scores_b"), rng.normal(size=(2, REPLICATIONS, 20)), strict=True))
    tied = {name: np.round(scores, 1) for name, scores in folds.items()}
    made: dict[str, Inputs] = {
        "binomial": {"errors": errors, "n": 40, "p0": 0.3},
        "normal_approximation": {"errors": errors, "n": 40, "p0": 0.3},
        "corrected_one_sample_t": {"scores": folds["a"], "p0": 0.25, **SIZES},
        "one_sample_t": {"scores": folds["a"], "p0": 0.25},
        "one_sample_z": {"scores": folds["a"], "p0": 0.25, "sigma": 0.03},
        **dict.fromkeys(("mcnemar", "mcnemar_exact", "mcnemar_midp", "sign"), disagreements),
        **dict.fromkeys(("two_proportions", "fisher_exact"), samples),
        "paired_loss_t": losses,
        "delong": {"y": np.repeat([0, 1], 10), **ranked},
        "corrected_t": {**folds, **SIZES},
        "equivalence": {**folds, **SIZES, "rope": 0.02},
        "paired_equivalence": {**folds, "rope": 0.02},
        "rates_equivalence": {**disagreements, "n": 100, "rope": 0.05},
        "bayesian_t": {**folds, **SIZES, "rope": 0.01},
        **dict.fromkeys(("5x2_t", "5x2_f", "balanced_5x2_f"), grid),
        "exact_5x2_f": {**grid, "rho1": 0.2, "rho2": 0.3},
        "blocked_3x2_t": {name: scores[..., :3, :] for name, scores in grid.items()},
        "corrected_anova": {**table, **SIZES},
        "cochran_q": {"correct": rng.integers(0, 2, (REPLICATIONS, 30, 3))},
    }
    for key, entry in TESTS.items():
        default = table if entry.needs[0].kind == "table" else folds
        if key not in NOT_VECTORISED:
            yield key, key, made.get(key, default)
    yield UNGATED[1], "wilcoxon", tied


def goal(title: str) -> str:
    """The goal of a line in words."""
    if title in UNGATED:
        return "no goal"
    return f"goal {GOALS.get(title, CLOSED_FORM) / 1e6:g}"


def cpu_seconds(function: Callable[..., Any], *arguments: Any, **inputs: Any) -> float:
    begin = time.process_time()
    function(*arguments, **inputs)
    return time.process_time() - begin


def scalar_paired_t(inputs: Inputs, i: int) -> float:
    """The formula of the paired t test, written out for one experiment."""
    d = inputs["a"][i, 0] - inputs["b"][i, 0]
    t = np.sqrt(len(d)) * d.mean() / d.std(ddof=1)
    return float(2 * stats.t.sf(abs(t), len(d) - 1))


def scalar_corrected_t(inputs: Inputs, i: int) -> float:
    """The formula of the corrected t test, written out for one experiment."""
    d = inputs["a"][i, 0] - inputs["b"][i, 0]
    ratio = inputs["n_validation"] / inputs["n_train"]
    t = d.mean() / np.sqrt((1 / len(d) + ratio) * d.var(ddof=1))
    return float(2 * stats.t.sf(abs(t), len(d) - 1))


def scalar_5x2(inputs: Inputs, i: int) -> tuple[Any, Any]:
    d = inputs["a"][i] - inputs["b"][i]
    return d, ((d - d.mean(axis=1, keepdims=True)) ** 2).sum()


def scalar_5x2_t(inputs: Inputs, i: int) -> float:
    """The formula of the 5×2 t test, written out for one experiment."""
    d, scatter = scalar_5x2(inputs, i)
    return float(2 * stats.t.sf(abs(d[0, 0]) / np.sqrt(scatter / 5), 5))


def scalar_5x2_f(inputs: Inputs, i: int) -> float:
    """The formula of the 5×2 F test, written out for one experiment."""
    d, scatter = scalar_5x2(inputs, i)
    return float(stats.f.sf((d**2).sum() / (2 * scatter), 10, 5))


def scalar_mcnemar(inputs: Inputs, i: int) -> float:
    """McNemar's χ², written out for one experiment."""
    one, two = inputs["e01"][i], inputs["e10"][i]
    return 1.0 if one == two else float(stats.chi2.sf((abs(one - two) - 1) ** 2 / (one + two), 1))


def scalar_mcnemar_exact(inputs: Inputs, i: int) -> float:
    """The exact McNemar test, written out for one experiment."""
    one, two = inputs["e01"][i], inputs["e10"][i]
    return min(1.0, float(2 * stats.binom.cdf(min(one, two), one + two, 0.5)))


def scipy_binomial(inputs: Inputs, i: int) -> float:
    return float(stats.binomtest(int(inputs["errors"][i]), inputs["n"], inputs["p0"]).pvalue)


def statsmodels(exact: bool) -> Loop:
    """statsmodels' McNemar test."""

    def p_value(inputs: Inputs, i: int) -> float:
        table = np.array([[0, inputs["e01"][i]], [inputs["e10"][i], 0]])
        return float(statsmodels_mcnemar(table, exact=exact).pvalue)

    return p_value


def mlxtend(exact: bool) -> Loop:
    """mlxtend's McNemar test."""

    def p_value(inputs: Inputs, i: int) -> float:
        table = np.array([[0, inputs["e01"][i]], [inputs["e10"][i], 0]])
        return float(mlxtend_mcnemar(table, exact=exact)[1])

    return p_value


class Nothing:
    """An estimator that learns nothing."""

    def fit(self, X: Any, y: Any) -> None:
        """Do nothing."""


def mlxtend_5x2(test: Callable[..., tuple[float, float]]) -> Loop:
    """mlxtend's 5×2 test over scores that are known beforehand."""
    one, two, X, y = Nothing(), Nothing(), np.zeros((10, 1)), np.zeros(10)

    def p_value(inputs: Inputs, i: int) -> float:
        known = iter(np.stack([inputs["a"][i], inputs["b"][i]], axis=-1).ravel().tolist())
        return test(one, two, X, y, scoring=lambda *_: next(known), random_seed=0)[1]

    return p_value


LOOPS: dict[str, dict[str, Loop]] = {
    "paired_t": {
        "formula with scipy.stats.t": scalar_paired_t,
        "scipy.stats.ttest_rel": lambda inputs, i: (
            stats.ttest_rel(inputs["a"][i, 0], inputs["b"][i, 0]).pvalue
        ),
    },
    "corrected_t": {"formula with scipy.stats.t": scalar_corrected_t},
    "binomial": {"scipy.stats.binomtest": scipy_binomial},
    "mcnemar": {
        "formula with scipy.stats.chi2": scalar_mcnemar,
        "statsmodels": statsmodels(exact=False),
        "mlxtend": mlxtend(exact=False),
    },
    "mcnemar_exact": {
        "formula with scipy.stats.binom": scalar_mcnemar_exact,
        "statsmodels": statsmodels(exact=True),
        "mlxtend": mlxtend(exact=True),
    },
    "5x2_t": {
        "formula with scipy.stats.t": scalar_5x2_t,
        "mlxtend, no training": mlxtend_5x2(paired_ttest_5x2cv),
    },
    "5x2_f": {
        "formula with scipy.stats.f": scalar_5x2_f,
        "mlxtend, no training": mlxtend_5x2(combined_ftest_5x2cv),
    },
}


def compare_with_loop(name: str, loop: Loop, inputs: Inputs, ours: float, p_values: Any) -> None:
    """Print how much slower a loop is per p-value, and how far its p-values are from ours."""
    rows = range(LOOPED)
    theirs = np.array([loop(inputs, i) for i in rows])
    each = (
        statistics.median(cpu_seconds(lambda: [loop(inputs, i) for i in rows]) for _ in range(ROUNDS))
        / LOOPED
    )
    # where both counts are equal the others correct (0 − 1)², we do not
    alike = np.array([True] * LOOPED) if "e01" not in inputs else (inputs["e01"] != inputs["e10"])[:LOOPED]
    apart = np.max(np.abs(theirs / p_values[:LOOPED] - 1)[alike])
    print(
        f"      {name:<31}{each * 1e6:8.0f} µs each, {each / ours:7,.0f} × ours; apart by {apart:.0e}",
        flush=True,
    )


def main() -> None:
    """Print p-values per second of processor time, and the ratios."""
    print(f"{REPLICATIONS:,} experiments in one call, millions of p-values per CPU second, checks included")
    with threadpool_limits(1):
        for title, key, inputs in experiments():
            evaluate = TESTS[key].evaluate
            p_values = evaluate(**inputs).p_value
            rounds = 1 if key == "permutation" else ROUNDS
            seconds = [cpu_seconds(evaluate, **inputs) for _ in range(rounds)]
            ours = statistics.median(seconds) / REPLICATIONS
            print(f"  {title:<24}{1e-6 / ours:8.3f}   ({goal(title)})", flush=True)
            for name, loop in LOOPS.get(title, {}).items():
                compare_with_loop(name, loop, inputs, ours, p_values)


if __name__ == "__main__":
    main()
