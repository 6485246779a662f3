"""What p would be without one fold: SciPy on the folds that are left, mirrors and orders, the words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.errors import NotApplicable
from core.inference.comparing.left_out import LeftOut, without_each_fold
from core.written import p_texts

SCORES = st.lists(st.integers(0, 40).map(lambda value: value / 100), min_size=5, max_size=12, unique=True)
A = (0.10, 0.14, 0.09, 0.2, 0.12, 0.17, 0.13, 0.08, 0.16, 0.11)
B = (0.13, 0.15, 0.14, 0.21, 0.18, 0.16, 0.19, 0.1, 0.17, 0.15)


def folds(a, b, *, design="k_fold", names=None, sizes=None, replicates=1):
    """Fold scores of A and B as they come from elsewhere."""
    count = len(a) // replicates
    names = range(1, count + 1) if names is None else names
    sizes = [(90 - k % 3, 10 + k % 3) for k in range(len(a))] if sizes is None else sizes
    rows = [
        f"{learner},{place // count + 1},{names[place % count]},{score!r},{sizes[place][0]},{sizes[place][1]}"
        for learner, scores in (("A", a), ("B", b))
        for place, score in enumerate(scores)
    ]
    text = "\n".join(["learner,replicate,fold,error,n_train,n_validation", *rows])
    return core.read_fold_scores(text.encode(), design=design, measure="error")


def corrected(d, ratio, side="two-sided"):
    """Nadeau and Bengio's p by SciPy: the statistic of the plain t test with another factor before the variance."""
    plain = stats.ttest_1samp(d, 0.0)
    t = plain.statistic * np.sqrt((1 / len(d)) / (1 / len(d) + ratio))
    tails = {"two-sided": 2 * stats.t.sf(abs(t), len(d) - 1), "less": stats.t.cdf(t, len(d) - 1)}
    return tails.get(side, stats.t.sf(t, len(d) - 1))


@pytest.mark.parametrize("side", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("design", ["k_fold", "random_resampling"])
def test_each_p_is_that_of_the_folds_that_are_left(side, design):
    sizes = [(90 - k % 3, 10 + k % 3) for k in range(len(A))]
    found = without_each_fold(folds(A, B, design=design, sizes=sizes), "A", "B", alternative=side)
    d, (train, validated) = np.subtract(A, B), np.array(sizes).T
    expected = [
        corrected(np.delete(d, k), np.delete(validated, k).sum() / np.delete(train, k).sum(), side)
        for k in range(len(d))
    ]
    np.testing.assert_allclose(found.p_values, expected, rtol=1e-9)
    assert found.p_value == pytest.approx(corrected(d, validated.sum() / train.sum(), side))
    assert found.folds == tuple(range(1, 11))
    unit = {"k_fold": "fold", "random_resampling": "cut"}[design]
    assert f"Without {unit} " in found.sentence(0.05) and f"whichever {unit} is left out" in found.sentence(
        0.05
    )


def test_disjoint_folds_are_judged_by_the_plain_t_test():
    scores = core.read_fold_scores(
        (
            "learner,fold,error\n"
            + "".join(f"A,{k},{a}\nB,{k},{b}\n" for k, (a, b) in enumerate(zip(A, B, strict=True), 1))
        ).encode(),
        design="disjoint_halves",
        measure="error",
    )
    found = without_each_fold(scores, "A", "B")
    assert found.title == core.TESTS["paired_t"].title
    expected = [stats.ttest_rel(np.delete(A, k), np.delete(B, k)).pvalue for k in range(len(A))]
    np.testing.assert_allclose(found.p_values, expected, rtol=1e-9)


@given(a=SCORES, data=st.data())
def test_who_is_first_and_the_order_of_folds_do_not_matter(a, data):
    b = data.draw(st.permutations(a))
    order = data.draw(st.permutations(range(len(a))))
    given_ = folds(a, b, sizes=[(80, 20)] * len(a))
    try:
        found, mirrored = (without_each_fold(given_, *names) for names in (("A", "B"), ("B", "A")))
    except NotApplicable:
        return
    assert found.p_value == pytest.approx(mirrored.p_value)
    known = [(p, q) for p, q in zip(found.p_values, mirrored.p_values, strict=True) if p is not None]
    assert all(p == pytest.approx(q) for p, q in known)
    shuffled = folds([a[k] for k in order], [b[k] for k in order], sizes=[(80, 20)] * len(a))
    again = without_each_fold(shuffled, "A", "B")
    assert [again.p_values[place] for place in np.argsort(order)] == [
        None if p is None else pytest.approx(p) for p in found.p_values
    ]


def test_folds_keep_their_own_numbers():
    found = without_each_fold(folds(A, B, names=[3, 5, 7, 9, 11, 13, 15, 17, 19, 2]), "A", "B")
    assert found.folds == (2, 3, 5, 7, 9, 11, 13, 15, 17, 19)
    there = without_each_fold(folds(A, B), "A", "B").p_values
    assert found.p_values == pytest.approx((there[-1], *there[:-1]), rel=0.05)


def test_one_fold_that_carries_all_is_named():
    found = without_each_fold(folds((0.2, 0.1, 0.1, 0.1), (0.1, 0.1, 0.1, 0.1)), "A", "B")
    assert found.p_values[0] == 1.0  # the others never differ
    level = without_each_fold(folds((0.3, 0.2, 0.2, 0.2), (0.2, 0.1, 0.1, 0.2)), "A", "B")
    assert level.p_values[3] is None  # the others differ by the same: no spread
    assert level.sentence(0.05).endswith("Without 1 other the test could not judge.")


@pytest.mark.parametrize(
    ("p_values", "alpha", "words"),
    [
        (
            (0.02, 0.031, 0.02),
            0.05,
            "Without fold 2 the p-value would be .031 instead of .020; it goes from .020 to .031 whichever fold is "
            "left out: at α = .05 the verdict hangs on no single fold.",
        ),
        (
            (0.02, 0.06, 0.001),
            0.05,
            "Without fold 2 the p-value would be .060 instead of .020: at α = .05 the verdict hangs on this one fold. "
            "In all, it goes from .001 to .060 whichever fold is left out.",
        ),
        (
            (0.07, 0.06, 0.001),
            0.05,
            "Without fold 1 the p-value would be .070 instead of .020: at α = .05 each of 2 of the 3 folds turns the "
            "verdict by being left out. In all, it goes from .001 to .070 whichever fold is left out.",
        ),
        ((None, None, None), 0.05, "Without any one of the folds the test could not judge the others."),
    ],
)
def test_the_sentence_says_whether_the_verdict_hangs_on_a_fold(p_values, alpha, words):
    assert LeftOut("t", 0.02, (1, 2, 3), p_values).sentence(alpha) == words


def test_p_values_that_are_told_beside_each_other_are_told_apart():
    small = LeftOut("t", 3.2e-9, (1, 2, 3), (4.1e-7, 2e-8, 5e-9)).sentence(0.05)
    assert "would be 4.1 × 10⁻⁷ instead of 3.2 × 10⁻⁹; it goes from 5 × 10⁻⁹ to 4.1 × 10⁻⁷" in small
    close = LeftOut("t", 0.1264, (1, 2), (0.1261, 0.1264)).sentence(0.05)
    assert "would be .1261 instead of .1264" in close
    assert p_texts([2e-9, 2e-9, 0.04]) == ["< .001", "< .001", ".040"]


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (folds(A, B, design="repeated_k_fold", replicates=2), "a repeat would be incomplete"),
        (folds(A[:2], B[:2], design="random_resampling"), "too few to leave one out"),
        (folds(A, B, design="5x2", replicates=5), "needs all of the folds"),
        (folds(A, [a + 0.1 for a in A]), "cannot judge"),
        (folds(A, A), "never differ, so p is 1 whichever"),
        (folds(A, B, design=None, sizes=[("", "")] * len(A)), r"^No test is advised\. The sizes"),
        (
            core.read_fold_scores(
                b"data set,A,B\nd,.1,.2\ne,.3,.1\nf,.2,.4", rows="data sets", measure="error"
            ),
            "not folds of one",
        ),
    ],
)
def test_what_cannot_be_left_out_is_said(scores, words):
    with pytest.raises(NotApplicable, match=words):
        without_each_fold(scores, "A", "B")


def test_a_test_of_losses_goes_by_instances():
    x = np.arange(40.0)
    run = core.run_experiment((x[:, None], x**2), ["mean", "ols"], core.make_design("leave_one_out"), "mse")
    with pytest.raises(NotApplicable, match="Paired t test on losses, goes by instances, not by folds"):
        without_each_fold(run, *run.learners)
