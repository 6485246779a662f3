"""The simulated experiment of Wang 2016, section 3.1: two Gaussian classes, two learners, three tests on halves."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy import special

from core.designs import orthogonal_array
from core.inference import TESTS
from core.learners import LEARNERS, estimator_of, learner
from core.learners.class_indicator_regression import TreeCutAtHalf
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.shared import ALPHA, at_alpha, points_with_error, share_with_error
from core.simulation.outcomes import Estimate, Outcomes, Row, Settings
from core.written import level_text

CASES = {
    1: (-3 / 2, 1 / 2),
    2: (-1 / 2, 1 / 6),
    3: (1.0, 1 / 6),
    4: (1.0, 1 / 3),
    5: (1.0, 1 / 2),
    6: (1.0, 7 / 3),
    7: (2.0, 1 / 6),
    8: (2.0, 1 / 2),
}
"""Both coordinates of μ1, and the variance of each, where μ0 = (0, 0) and Σ0 = I (Wang 2016, Table 3)."""

LEARNER_KEYS = ("rt", "ls", "rbf_svm", "random_forest", "adaboost")
PAIRS = {pair: " and ".join(LEARNERS[key].title for key in pair) for pair in combinations(LEARNER_KEYS, 2)}
PARTITIONS = {
    "random": "at random, five times",
    "poor": "poorly: the second exchanges n/20 with the first",
    "poor_all": "poorly: all later ones exchange n/20 with the first",
}
REPLICATES = 5
BEYOND_LUCK = 0.003
"""Significance level at which the trials show that the learners are not equally good."""
DIFFERENCE = "difference"
MEASURED = {
    "5x2_f": f"{TESTS['5x2_f'].title}, 5×2 halves",
    "blocked_3x2_t": f"{TESTS['blocked_3x2_t'].title}, blocked 3×2 halves",
    "balanced_5x2_f": f"{TESTS['balanced_5x2_f'].title}, balanced 5×2 halves",
}


def drawn_sample(case: int, n: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Draw n × 2 attributes and n classes, either class with probability ½."""
    mean, variance = CASES[case]
    classes = rng.integers(2, size=n)
    noise = rng.standard_normal((n, 2))
    return np.where(classes[:, None] == 1, mean + np.sqrt(variance) * noise, noise), classes


def first_halves(partition: str, n: int, rng: np.random.Generator) -> Array:
    """Which instances are in the first half of each replicate of 5×2, replicates × n."""
    half = np.arange(n) < n // 2
    halves = np.array([rng.permutation(half) for _ in range(REPLICATES)])
    for replicate in {"random": (), "poor": (1,), "poor_all": range(1, REPLICATES)}[partition]:
        halves[replicate] = halves[0]
        for side in (True, False):
            moved = rng.choice(np.flatnonzero(halves[0] == side), n // 20, replace=False)
            halves[replicate, moved] = not side
    return halves


def balanced_halves(n: int) -> Array:
    """The same for balanced 5×2: instances come in random order, so that the blocks need not be dealt."""
    signs = orthogonal_array(REPLICATES)
    return (signs > 0)[np.arange(n) % len(signs)].T


def least_squares_choices(X: Array, classes: Array, training: Array) -> Array:
    """What LS says to every instance, training sets × n, trained on all of the training sets at once.

    Parameters
    ----------
    X : array of n × attributes
    classes : array of n zeros and ones
    training : array of training sets × n booleans
    """
    rows = np.column_stack([np.ones(len(X)), X])
    weights = training.astype(float)
    squares = np.einsum("sn,na,nb->sab", weights, rows, rows, optimize=True)
    coefficients = np.linalg.solve(squares, ((weights * classes) @ rows)[..., None])
    return (rows @ coefficients)[..., 0] > 0.5


def tree_choices(model: TreeCutAtHalf, X: Array, classes: Array, training: Array) -> Array:
    """The same of RT, without the checks of its input that take most of the time of a small tree.

    Parameters
    ----------
    model : TreeCutAtHalf
    X, classes, training
        As in `least_squares_choices`.
    """
    rows, numbers = X.astype(np.float32), classes.astype(float)
    said = np.empty(training.shape, dtype=bool)
    for place, held in enumerate(training):
        tree = model.regressor(numbers[held]).fit(rows[held], numbers[held], check_input=False)
        said[place] = tree.tree_.predict(rows)[:, 0] > 0.5
    return said


def _choices(key: str, X: Array, classes: Array, training: Array, rng: np.random.Generator) -> Array:
    if key == "ls":
        return least_squares_choices(X, classes, training)
    model = estimator_of(learner(key), int(rng.integers(2**31)))["model"]
    if key == "rt":
        return tree_choices(model, X, classes, training)
    return np.asarray([model.fit(X[held], classes[held]).predict(X) for held in training])


def fold_errors(settings: Settings, rng: np.random.Generator) -> Array:
    """Error rates of one trial: both designs × both learners × replicates × halves."""
    n = settings["n"]
    X, classes = drawn_sample(settings["case"], n, rng)
    halves = np.stack([first_halves(settings["partition"], n, rng), balanced_halves(n)])
    training = np.stack([halves, ~halves], axis=2).reshape(-1, n)
    wrong = np.array([_choices(key, X, classes, training, rng) != classes for key in settings["learners"]])
    errors = (wrong & ~training).sum(axis=2) / (~training).sum(axis=1)
    return np.asarray(errors.reshape(2, 2, REPLICATES, 2).swapaxes(0, 1))


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    found = np.array([fold_errors(settings, rng) for _ in range(count)])
    at_random, balanced = found[:, 0], found[:, 1]
    judged = {"5x2_f": at_random, "blocked_3x2_t": balanced[:, :, :3], "balanced_5x2_f": balanced}
    rejected = {
        key: TESTS[key].evaluate(a=errors[:, 0], b=errors[:, 1]).p_value <= settings["alpha"]
        for key, errors in judged.items()
    }
    return Outcomes({**rejected, DIFFERENCE: (balanced[:, 0] - balanced[:, 1]).mean(axis=(1, 2))})


def _is_beyond_luck(gap: Estimate) -> bool:
    """By a t test over the trials, so that few of them need a clear difference."""
    if gap.trials < 2 or gap.se == 0:
        return False
    return bool(2 * special.stdtr(gap.trials - 1, -abs(gap.value) / gap.se) < BEYOND_LUCK)


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    first, second = (LEARNERS[key].title for key in row.settings["learners"])
    told = "; ".join(f"{MEASURED[key]}: {share_with_error(row[key])}" for key in MEASURED)
    gap = row[DIFFERENCE]
    settled = _is_beyond_luck(gap)
    errs = "errs" if settled else "erred"
    meant = (
        "so that rejections are mostly right here"
        if settled
        else "which does not settle it: whether rejections are false alarms stays open"
    )
    return (
        f"{first} {errs} {'more' if gap.value > 0 else 'less'} often than {second}"
        f"{'' if settled else ' in these trials'}, by {points_with_error(gap, abs(gap.value))} on average, "
        f"{meant}. Share of trials that reject at α = {level_text(row.settings['alpha'])}: {told}."
    )


GAUSSIAN_CLASSES = LaboratoryEntry(
    key="gaussian_classes",
    title="Three tests on halves",
    summary="Two Gaussian classes in the plane, two learners, and the three tests that compare them over halves.",
    question="Which test on halves errs least often, and what does a poor partition do to it?",
    reference="@wang2016 section 3.1, Table 3; @wang2014",
    measured=MEASURED | {DIFFERENCE: "mean difference of the error rates"},
    estimate="Share of trials that reject",
    besides={DIFFERENCE: "Error of the first minus that of the second"},
    controls=(
        Control(
            name="case",
            title="Classes",
            default=3,
            help="The first class is standard normal; the second has another centre and spread.",
            options={
                case: f"case {case}: centre ({mean:g}, {mean:g}), variance {variance:.2g}".replace("-", "−")
                for case, (mean, variance) in CASES.items()
            },
        ),
        Control(
            name="learners",
            title="Learners",
            default=("rt", "ls"),
            help="The paper's RT is the regression tree, its LS the least-squares line, both cut at one half.",
            options=PAIRS,
        ),
        Control(
            name="partition",
            title="5×2 halves are drawn",
            default="random",
            help="Poor halves resemble the first ones; balanced halves always share exactly half of their instances.",
            options=PARTITIONS,
        ),
        Control(
            name="n",
            title="Instances of a sample",
            default=200,
            help="Half of them train.",
            low=80,
            high=2000,
            step=40,
        ),
        ALPHA,
    ),
    trials=_trials,
    block=1,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("dots",),
    first=50,
    beat=20,
    trains=True,
)
