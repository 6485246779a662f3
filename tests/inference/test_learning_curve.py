"""Learning curves: means and quantiles by NumPy, the words for who is ahead, what cannot be drawn."""

import numpy as np
import pytest

import core
from core.errors import InputError
from core.inference import LearningCurves, learning_curves

RNG = np.random.default_rng(8)


def cuts(n_train, a, b, measure="error"):
    rows = "".join(
        f"{name},{cut},{score!r},{n_train},50\n"
        for name, scores in (("A", a), ("B", b))
        for cut, score in enumerate(scores, 1)
    )
    content = f"learner,fold,{measure},n_train,n_validation\n{rows}".encode()
    return core.read_fold_scores(content, design="random_resampling", measure=measure)


def of_means(first, second, *, lower_is_better=True):
    means = np.array([first, second], dtype=float)
    sizes = tuple(10 * 2**k for k in range(len(first)))
    return LearningCurves(("A", "B"), sizes, means, means, means, lower_is_better)


@pytest.mark.parametrize("places", [(0, 1, 2), (2, 0, 1)])
def test_means_and_quantiles_stand_at_their_sizes_in_ascending_order(places):
    drawn = {size: RNG.integers(1, 99, (2, 10)) / 100 for size in (50, 100, 400)}
    runs = [cuts(size, *drawn[size].tolist()) for size in np.array(list(drawn))[list(places)].tolist()]
    found = learning_curves(runs, "A", "B")
    assert found.sizes == (50, 100, 400)
    for column, size in enumerate(found.sizes):
        np.testing.assert_allclose(found.means[:, column], drawn[size].mean(axis=1))
        np.testing.assert_allclose(found.low[:, column], np.quantile(drawn[size], 0.1, axis=1))
        np.testing.assert_allclose(found.high[:, column], np.quantile(drawn[size], 0.9, axis=1))
    turned = learning_curves(runs, "B", "A")
    np.testing.assert_array_equal(turned.means, found.means[::-1])


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ([0.2, 0.1], [0.3, 0.2], "On average A is ahead on every one of these sizes of the training set."),
        ([0.3, 0.1], [0.3, 0.2], "On average A is ahead on 1 of 2 of these sizes of the training set."),
        (
            [0.2, 0.2, 0.2, 0.2],
            [0.3, 0.2, 0.1, 0.1],
            "The curves cross: on average A is ahead up to 10 training instances, B from 40 on.",
        ),
        ([0.2, 0.3, 0.2], [0.3, 0.2, 0.3], "Now the one is ahead, now the other"),
        ([0.2, 0.2], [0.2, 0.2], "On no size of the training set do their mean scores differ."),
        (
            [np.nan, 0.2],
            [0.1, 0.3],
            "On average A is ahead on 1 of 2 of these sizes of the training set. A has no score on every cut with 10 "
            "training instances.",
        ),
    ],
)
def test_who_is_ahead_is_said(first, second, said):
    found = of_means(first, second).sentence()
    assert found.startswith(said)
    mirrored = of_means(second, first, lower_is_better=False).sentence()
    assert mirrored == found.replace("A has no score", "B has no score")


def test_what_has_no_sizes_or_no_scores_is_refused():
    scores = cuts(90, [0.1, 0.2], [0.2, 0.3])
    unsized = core.read_fold_scores(
        b"learner,fold,error\nA,1,.1\nA,2,.2\nB,1,.2\nB,2,.3\n", design="random_resampling"
    )
    for runs, second in (([], "B"), ([scores], "C"), ([unsized], "B")):
        with pytest.raises(InputError):
            learning_curves(runs, "A", second)
