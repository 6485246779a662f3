"""What p would be after fewer repeats: SciPy on the first repeats, orders and mirrors, the words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.errors import InputError, NotApplicable
from core.inference import OverRepeats, over_repeats
from tests.inference.test_left_out import corrected, folds

RNG = np.random.default_rng(4)
A = RNG.integers(5, 40, 20) / 100
B = A + RNG.integers(-2, 6, 20) / 100
SIZES = [(90 - k % 3, 10 + k % 3) for k in range(20)]


def repeated(a, b, replicates=4):
    a, b = np.asarray(a).tolist(), np.asarray(b).tolist()
    return folds(a, b, design="repeated_k_fold", sizes=SIZES[: len(a)], replicates=replicates)


@pytest.mark.parametrize("side", ["two-sided", "less", "greater"])
def test_each_p_is_that_of_the_first_repeats(side):
    found = over_repeats(repeated(A, B), "A", "B", alternative=side)
    d, (train, validated) = A - B, np.array(SIZES).T
    expected = [
        corrected(d[:k], validated[:k].sum() / train[:k].sum(), side) for k in range(5, len(A) + 1, 5)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_the_last_p_is_the_verdict_and_one_pass_has_one():
    scores = repeated(A, B)
    assert over_repeats(scores, "A", "B")[-1] == core.compare(scores, "A", "B", "corrected_t").p_value
    assert len(over_repeats(folds(A.tolist(), B.tolist(), sizes=SIZES), "A", "B")) == 1


@given(st.permutations(range(5)))
def test_who_is_first_and_the_order_within_a_repeat_do_not_matter(order):
    places = np.concatenate([5 * repeat + np.array(order) for repeat in range(4)])
    alike = [(90, 10)] * 20
    scores = [
        folds(a.tolist(), b.tolist(), design="repeated_k_fold", sizes=alike, replicates=4)
        for a, b in ((A, B), (A[places], B[places]))
    ]
    straight, shuffled = (over_repeats(item, "A", "B") for item in scores)
    np.testing.assert_allclose(shuffled, straight, rtol=1e-9)
    np.testing.assert_allclose(over_repeats(scores[0], "B", "A"), straight, rtol=1e-9)


def test_a_first_repeat_without_spread_cannot_be_judged():
    b = B.copy()
    b[:5] = A[:5] + 0.25
    found = over_repeats(repeated(A, b), "A", "B")
    assert found[0] is None
    assert None not in found[1:]


def test_data_sets_and_other_evidence_are_refused():
    rows = "".join(
        f"{name},{data},0.{place + data}\n" for place, name in enumerate("AB", 1) for data in range(1, 7)
    )
    scores = core.read_fold_scores(f"learner,dataset,error\n{rows}".encode(), measure="error")
    with pytest.raises(NotApplicable):
        over_repeats(scores, "A", "B")


def test_the_sentence_says_whether_the_verdict_hangs_on_the_design():
    one = OverRepeats((10,), ((0.2, 0.06, 0.04),))
    assert one.rejections(0.05) == (1, 3)
    assert one.sentence(0.05) == (
        "Over 1 to 3 repeats, p lies between .040 and .200: at α = .05, 1 of 3 reject. The verdict hangs on a choice "
        "that says nothing of the learners, so settle it before you look."
    )
    assert one.sentence(0.01).endswith(": at α = .01 the verdict does not hang on it.")
    many = OverRepeats((2, 10), ((None, 0.3), (0.2, 0.04)))
    assert many.rejections(0.05) == (1, 3)
    assert many.sentence(0.05).startswith("Over K = 2 and 10 and 1 to 2 repeats")
    assert "none of these" in OverRepeats((10,), ((None,),)).sentence(0.05)
    for folds_, rows in (((), ()), ((2,), ()), ((2,), ((),))):
        with pytest.raises(InputError):
            OverRepeats(folds_, rows)
    with pytest.raises(InputError):
        one.sentence(1.5)
