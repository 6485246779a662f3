"""Losses by instance, disagreement counts and bootstrap estimates."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from core.errors import InputError, NotApplicable
from core.inference import Evidence, compare
from core.measures import (
    bootstrap_point_estimates,
    contingency,
    instance_losses,
    no_information_loss,
    out_of_bag_mean,
    score,
)
from core.records import Failure, FoldPredictions, Predictions


def two_learners(truth, said_a, said_b, folds=((0, 1, 2, 3), (4, 5, 6, 7)), task="classification"):
    """Two learners on the same folds, the outcomes in no particular order."""
    outcomes = [
        FoldPredictions(name, 1, f + 1, np.array(part), np.asarray(said)[list(part)])
        for f, part in reversed(list(enumerate(folds)))
        for name, said in (("B", said_b), ("A", said_a))
    ]
    classes = ("no", "yes") if task == "classification" else ()
    return Predictions("d", task, np.asarray(truth), classes, ("A", "B"), tuple(outcomes))


TRUTH = [0, 0, 0, 0, 1, 1, 1, 1]
SAID_A = [0, 0, 0, 1, 1, 1, 0, 0]  # wrong on 3, 6, 7
SAID_B = [0, 1, 0, 1, 1, 0, 0, 1]  # wrong on 1, 3, 5, 6


class TestInstanceLosses:
    def test_are_in_the_order_of_the_instances(self):
        p = two_learners(TRUTH, SAID_A, SAID_B, folds=((6, 1, 4), (0, 7, 2), (3, 5)))
        positions, losses = instance_losses(p, "A")
        assert positions.tolist() == list(range(8))
        assert losses.tolist() == [0, 0, 0, 1, 0, 0, 1, 1]

    def test_of_costs(self):
        p = two_learners(TRUTH, SAID_A, SAID_B)
        losses = [[-1, 5], [20, 0]]  # a false alarm costs 5, a miss 20, and a quiet negative brings 1
        assert instance_losses(p, "A", "cost", losses=losses).losses.tolist() == [-1, -1, -1, 5, 0, 0, 20, 20]
        assert instance_losses(p, "A", "cost").losses.tolist() == instance_losses(p, "A").losses.tolist()
        risk = score(p, "cost", losses=losses).frame.query("learner == 'A'")["score"].mean()
        assert instance_losses(p, "A", "cost", losses=losses).losses.mean() == pytest.approx(risk)
        with pytest.raises(InputError, match="2 × 2"):
            instance_losses(p, "A", "cost", losses=[[0, 1]])
        with pytest.raises(InputError, match="takes no losses"):
            instance_losses(p, "A", losses=losses)

    def test_costs_of_a_hold_out_are_compared_instance_by_instance(self):
        rng = np.random.default_rng(0)
        truth, said_a, said_b = rng.integers(0, 2, (3, 60))
        p = two_learners(truth, said_a, said_b, folds=(tuple(range(60)),))
        matrix = np.array([[0.0, 1.0], [7.0, -0.5]])
        costed = Evidence(score(p, "cost", losses=matrix), p)
        verdict = compare(costed, "A", "B")
        assert verdict.key == "paired_loss_t"
        expected = stats.ttest_rel(matrix[truth, said_a], matrix[truth, said_b])
        assert (verdict.statistic, verdict.p_value) == pytest.approx(tuple(expected))
        assert compare(Evidence(score(p, "cost"), p), "A", "B").key.startswith("mcnemar")

    def test_of_numbers(self):
        p = two_learners(
            [1.0, 2, 3, 4, 5, 6, 7, 8], [1.0, 0, 3, 4, 5, 6, 7, 11], np.zeros(8), task="regression"
        )
        assert instance_losses(p, "A", "squared").losses.tolist() == [0, 4, 0, 0, 0, 0, 0, 9]
        assert instance_losses(p, "A", "absolute").losses.tolist() == [0, 2, 0, 0, 0, 0, 0, 3]

    def test_of_probabilities(self):
        p = two_learners(TRUTH, SAID_A, SAID_B)
        scored = tuple(
            replace(item, scores=np.full((4, 2), [0.25, 0.75]), score_kind="probability")
            for item in p.outcomes
        )
        expected = -np.log([0.25] * 4 + [0.75] * 4)
        assert instance_losses(replace(p, outcomes=scored), "A", "log").losses == pytest.approx(expected)
        holes = tuple(replace(item, scores=np.full((4, 2), np.nan)) for item in scored)
        with pytest.raises(NotApplicable, match="some scores are missing"):
            instance_losses(replace(p, outcomes=holes), "A", "log")
        with pytest.raises(NotApplicable, match="probabilities"):
            instance_losses(p, "A", "log")

    def test_repeats_stay_in_the_order_of_the_replicates(self):
        p = two_learners(TRUTH, SAID_A, SAID_B)
        second = tuple(replace(item, replicate=2, predicted=1 - item.predicted) for item in p.outcomes)
        positions, losses = instance_losses(replace(p, outcomes=(*second, *p.outcomes)), "A")
        assert positions.tolist() == np.repeat(np.arange(8), 2).tolist()
        assert losses[::2].tolist() == [0, 0, 0, 1, 0, 0, 1, 1]

    def test_refusals(self):
        p = two_learners(TRUTH, SAID_A, SAID_B)
        with pytest.raises(NotApplicable, match="regression"):
            instance_losses(p, "A", "squared")
        with pytest.raises(InputError, match="'cubic'"):
            instance_losses(p, "A", "cubic")
        with pytest.raises(InputError, match="no learner 'Z'"):
            instance_losses(p, "Z")
        failed = replace(p, failures=(Failure("A", 1, 2, "did not converge"),))
        with pytest.raises(NotApplicable, match="failed in fold 2: did not converge"):
            instance_losses(failed, "A")
        assert instance_losses(failed, "B").losses.sum() == 4
        with pytest.raises(InputError, match="no predictions of C"):
            instance_losses(replace(p, learners=("A", "B", "C")), "C")


class TestContingency:
    def test_by_hand(self):
        p = two_learners(TRUTH, SAID_A, SAID_B)
        assert contingency(p, "A", "B") == (3, 1, 2, 2)
        assert contingency(p, "B", "A") == (3, 2, 1, 2)
        assert contingency(p, "A", "B").e01 == 1
        assert contingency(p, "A", "A") == (5, 0, 0, 3)

    def test_hold_out_of_a_part(self):
        assert sum(contingency(two_learners(TRUTH, SAID_A, SAID_B, folds=((1, 3, 5),)), "A", "B")) == 3

    def test_refuses_instances_predicted_twice(self):
        p = two_learners(TRUTH, SAID_A, SAID_B, folds=((0, 1, 2), (2, 3)))
        with pytest.raises(NotApplicable, match="more than once"):
            contingency(p, "A", "B")

    def test_refuses_different_instances(self):
        p = two_learners(TRUTH, SAID_A, SAID_B)
        fewer = tuple(item for item in p.outcomes if (item.learner, item.fold) != ("B", 2))
        with pytest.raises(NotApplicable, match="4 have one prediction only"):
            contingency(replace(p, outcomes=fewer), "A", "B")

    @given(arrays(int, (3, 12), elements=st.integers(0, 1)))
    def test_cells_add_up(self, codes):
        truth, a, b = codes
        e00, e01, e10, e11 = contingency(two_learners(truth, a, b, folds=(range(12),)), "A", "B")
        assert e00 + e01 + e10 + e11 == 12
        assert e01 + e11 == np.sum(a != truth)
        assert e10 + e11 == np.sum(b != truth)


class TestBootstrap:
    LOSS = np.array([[0.0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 0]])
    IN_BAG = np.array([[2, 1, 0, 1], [1, 0, 3, 0], [1, 1, 1, 1]])

    def test_by_hand(self):
        found = bootstrap_point_estimates(self.LOSS, self.IN_BAG, 0.1, 0.5)
        # instance 0 is never out; 1 is out in replicate 2 (loss 0), 2 in 1 (loss 1), 3 in 2 (loss 1)
        assert found.never_out == 1
        assert found.out_of_bag == pytest.approx(2 / 3)
        assert found.original == pytest.approx(5 / 12)
        assert found.point_632 == pytest.approx(0.368 * 0.1 + 0.632 * 2 / 3)
        # R = 1, and .632 keeps the Err1 that exceeds gamma (eq. 32)
        assert found.overfitting == 1
        assert found.weight == pytest.approx(1)
        assert found.point_632_plus == pytest.approx(found.point_632 + (0.5 - 0.1) * 0.368)
        assert found.originals == pytest.approx([0.5, 0.5, 0.25])
        assert found.out_of_bags[:2] == pytest.approx([1, 0.5])
        assert np.isnan(found.out_of_bags[2])

    def test_632_plus_between(self):
        found = bootstrap_point_estimates(self.LOSS, self.IN_BAG, 0.2, 0.9)
        rate = (2 / 3 - 0.2) / (0.9 - 0.2)
        weight = 0.632 / (1 - 0.368 * rate)
        assert found.overfitting == pytest.approx(rate)
        assert found.weight == pytest.approx(weight)
        assert found.point_632_plus == pytest.approx((1 - weight) * 0.2 + weight * 2 / 3)

    def test_632_plus_where_err1_exceeds_gamma(self):
        # worked from eq. 32 by hand: err .1, Err1 .875, gamma .5 → .0368 + .553 + .4 · .368
        loss, bags = np.repeat([[1.0] * 7 + [0.0]], 2, axis=0), np.zeros((2, 8))
        found = bootstrap_point_estimates(loss, bags, 0.1, 0.5)
        assert found.out_of_bag == 0.875
        assert round(found.point_632_plus, 3) == 0.737

    def test_without_overfitting_632_plus_is_632(self):
        found = bootstrap_point_estimates(self.LOSS, self.IN_BAG, 0.7, 0.9)
        assert found.overfitting == 0
        assert found.point_632_plus == pytest.approx(found.point_632)

    def test_without_gamma(self):
        found = bootstrap_point_estimates(self.LOSS, self.IN_BAG > 0, 0.1)
        assert found.point_632_plus is None
        assert found.overfitting is None
        assert found.weight is None
        assert found.out_of_bag == pytest.approx(2 / 3)

    def test_percentile_interval(self):
        rng = np.random.default_rng(0)
        loss, bags = rng.integers(0, 2, (200, 30)), rng.integers(0, 3, (200, 30))
        found = bootstrap_point_estimates(loss, bags, 0.1)
        interval = found.interval(0.9, of="original")
        expected = np.quantile(loss.mean(axis=1), [0.05, 0.95])
        assert [interval.low, interval.high] == pytest.approx(expected.tolist())
        assert interval.level == 0.9
        assert "percentile" in interval.method
        assert "200" in interval.method
        outside = found.interval(0.9)
        assert "out of bag" in outside.method
        assert outside.width > interval.width
        for refused in ({"level": 1}, {"of": "both"}):
            with pytest.raises(InputError):
                found.interval(**refused)

    def test_one_nearest_neighbour_shows_the_share_left_out(self):
        # labels that no attribute explains: 1-NN errs on half of what it has not seen, never on what it has
        rng = np.random.default_rng(1)
        n, replicates = 100, 300
        draws = [rng.integers(0, n, n) for _ in range(replicates)]
        bags = np.array([np.bincount(d, minlength=n) for d in draws])
        loss = np.where(bags > 0, 0, rng.integers(0, 2, bags.shape))
        found = bootstrap_point_estimates(loss, bags, 0.0, 0.5)
        assert found.out_of_bag == pytest.approx(0.5, abs=0.02)
        assert found.original == pytest.approx(0.368 * 0.5, abs=0.02)
        assert found.point_632 == pytest.approx(0.316, abs=0.02)
        assert found.point_632_plus == pytest.approx(0.5, abs=0.05)

    @given(
        arrays(float, (4, 6), elements=st.floats(0, 1)),
        arrays(int, (4, 6), elements=st.integers(0, 2)),
        st.floats(0, 1),
        st.floats(0, 1),
    )
    def test_632_plus_lies_between_apparent_and_out_of_bag(self, loss, bags, apparent, gamma):
        if (bags > 0).all():
            return
        found = bootstrap_point_estimates(loss, bags, apparent, gamma)
        assert 0 <= found.overfitting <= 1
        assert 0.632 <= found.weight <= 1 + 1e-12
        inner = sorted([apparent, found.out_of_bag])
        assert inner[0] - 1e-9 <= found.point_632_plus <= inner[1] + 1e-9
        if found.out_of_bag <= gamma:
            weighed = (1 - found.weight) * apparent + found.weight * found.out_of_bag
            assert found.point_632_plus == pytest.approx(weighed)

    def test_refusals(self):
        with pytest.raises(InputError, match="left out"):
            bootstrap_point_estimates(self.LOSS, np.ones((3, 4)), 0.1)
        with pytest.raises(InputError, match="shapes"):
            bootstrap_point_estimates(self.LOSS, np.zeros((3, 3)), 0.1)
        with pytest.raises(InputError, match="finite"):
            bootstrap_point_estimates(np.full((3, 4), np.nan), self.IN_BAG, 0.1)

    def test_the_out_of_bag_mean_alone(self):
        found = out_of_bag_mean(np.array([0.5, np.nan, 0.7, 0.9]))
        assert found.out_of_bag == pytest.approx(0.7)
        assert found.original is found.point_632 is found.point_632_plus is found.apparent is None
        assert found.interval(0.5).low == pytest.approx(0.6)
        with pytest.raises(NotApplicable, match="no replicate"):
            found.interval(of="original")


CLASSES = ("a", "b", "c")


def said(rng, n=20, *, scored=False):
    scores = rng.dirichlet(np.ones(3), n) if scored else None
    kind = "probability" if scored else None
    return FoldPredictions("A", 1, 1, np.arange(n), rng.integers(0, 3, n), scores, kind)


class TestNoInformation:
    def test_rate_is_the_mean_over_all_pairs(self):
        rng = np.random.default_rng(0)
        truth, item = rng.integers(0, 3, 20), said(rng)
        found = no_information_loss(truth, item, CLASSES, "error", None)
        assert found == pytest.approx(np.mean(truth[:, None] != item.predicted[None, :]))

    def test_two_classes(self):
        # Efron & Tibshirani 1997: p(1 − q) + (1 − p) q
        item = FoldPredictions("A", 1, 1, np.arange(4), np.array([1, 0, 0, 0]))
        found = no_information_loss(np.array([1, 1, 1, 0]), item, ("no", "yes"), "error", None)
        assert found == pytest.approx(0.75 * 0.75 + 0.25 * 0.25)

    def test_cost_log_loss_and_brier_are_means_over_all_pairs(self):
        rng = np.random.default_rng(1)
        truth, item = rng.integers(0, 3, 20), said(rng, scored=True)
        matrix = rng.random((3, 3))
        pairs = [(y, j) for y in truth for j in range(20)]
        brute = {
            "cost": np.mean([matrix[y, item.predicted[j]] for y, j in pairs]),
            "log": np.mean([-np.log(item.scores[j, y]) for y, j in pairs]),
            "brier": np.mean([np.sum((item.scores[j] - np.eye(3)[y]) ** 2) for y, j in pairs]),
        }
        for kind, expected in brute.items():
            given_matrix = matrix if kind == "cost" else None
            assert no_information_loss(truth, item, CLASSES, kind, given_matrix) == pytest.approx(expected)

    @given(arrays(float, 6, elements=st.floats(-9, 9)), arrays(float, 6, elements=st.floats(-9, 9)))
    def test_squared_and_absolute_are_means_over_all_pairs(self, y, predicted):
        item = FoldPredictions("A", 1, 1, np.arange(6), predicted)
        apart = y[:, None] - predicted[None, :]
        for kind, losses in (("squared", apart**2), ("absolute", np.abs(apart))):
            found = no_information_loss(y, item, (), kind, None)
            assert found == pytest.approx(losses.mean(), abs=1e-9)
