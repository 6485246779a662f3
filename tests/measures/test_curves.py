"""ROC, precision–recall, thresholds, costs, hulls and crossings, against scikit-learn and by hand."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import (
    average_precision_score,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

import core
from core.errors import InputError, NotApplicable
from core.inference.intervals.threshold_band import threshold_band
from core.measures import (
    Costs,
    area_with_variance,
    bootstrap_areas,
    bootstrap_band,
    convex_hull,
    cost_curve,
    crossings,
    lift_curve,
    preferences,
    resampled_rates,
    roc,
    threshold_table,
    vertical_average,
)

# Fawcett 2006, figure 3: twenty instances by falling score
FAWCETT_SCORES = [
    0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505, 0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1,
]  # fmt: skip
FAWCETT_CLASSES = list("ppnpppnnpnpnpnnnpnpn")


def random_case(n=400, seed=0, decimals=None, shift=1.0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    scores = rng.normal(size=n) + shift * y
    return y, scores if decimals is None else scores.round(decimals)


class TestRoc:
    def test_fawcetts_twenty_instances(self):
        curve = core.roc(FAWCETT_CLASSES, FAWCETT_SCORES, positive="p")
        assert curve.auc == 0.68
        corners = np.column_stack([curve.fpr, curve.tpr])
        assert corners[:7].tolist() == [
            [0, 0],
            [0, 0.1],
            [0, 0.2],
            [0.1, 0.2],
            [0.1, 0.3],
            [0.1, 0.4],
            [0.1, 0.5],
        ]
        # at .54 Fawcett's classifier is the most accurate: 70 % right
        assert curve.table.error.min() == pytest.approx(0.3)
        assert curve.thresholds[np.argmin(curve.table.error)] == 0.54

    @pytest.mark.parametrize("decimals", [None, 1, 0])
    def test_corners_and_area_are_those_of_scikit_learn(self, decimals):
        y, scores = random_case(decimals=decimals)
        curve = roc(y, scores)
        fpr, tpr, thresholds = roc_curve(y, scores, drop_intermediate=False)
        assert np.array_equal(curve.fpr, fpr)
        assert np.array_equal(curve.tpr, tpr)
        assert np.array_equal(curve.thresholds, thresholds)
        assert curve.auc == pytest.approx(roc_auc_score(y, scores), abs=1e-12)
        assert np.trapezoid(curve.tpr, curve.fpr) == pytest.approx(curve.auc, abs=1e-12)

    @pytest.mark.parametrize(
        ("scores", "auc"), [([3, 3, 3, 3], 0.5), ([1, 2, 3, 4], 1.0), ([4, 3, 2, 1], 0.0)]
    )
    def test_constant_perfect_and_reversed_scores(self, scores, auc):
        curve = roc([0, 0, 1, 1], scores)
        assert curve.auc == auc
        assert (curve.fpr[0], curve.tpr[0], curve.fpr[-1], curve.tpr[-1]) == (0, 0, 1, 1)

    def test_one_positive_only(self):
        assert roc([0, 0, 1, 0], [1, 2, 2, 3]).auc == pytest.approx(0.5)

    def test_turned_scores_turn_the_area(self):
        y, scores = random_case(decimals=1)
        assert roc(y, -scores).auc == pytest.approx(1 - roc(y, scores).auc, abs=1e-12)

    @pytest.mark.parametrize("max_fpr", [0.1, 0.37, 1.0])
    def test_partial_area(self, max_fpr):
        y, scores = random_case(decimals=1)
        expected = roc_auc_score(y, scores, max_fpr=max_fpr)
        assert roc(y, scores).partial_auc(max_fpr, standardised=True) == pytest.approx(expected, abs=1e-12)

    def test_partial_area_by_hand(self):
        assert core.roc(FAWCETT_CLASSES, FAWCETT_SCORES, "p").partial_auc(0.2) == pytest.approx(
            0.1 * 0.2 + 0.1 * 0.5
        )
        with pytest.raises(InputError, match="above 0"):
            roc([0, 1], [0, 1]).partial_auc(0.0)

    @pytest.mark.parametrize("y", [[1, 1, 1], [0, 0, 0], [True, True, True]])
    def test_one_class_only_is_refused_in_words(self, y):
        with pytest.raises(NotApplicable, match=r"there is no (positive|negative) instance among 3"):
            roc(y, [1, 2, 3])

    @pytest.mark.parametrize(
        ("y", "scores", "positive", "words"),
        [
            (["a", "b"], [1, 2], None, "which class is positive"),
            ([1, 2], [1, 2], None, "which class is positive"),
            (["a", "b"], [1, 2], "c", "no instance is of class 'c'"),
            ([0, 1], [1, 2, 3], None, "one score per instance"),
            ([0, 1], [1, np.nan], None, "position 2"),
            ([0, 1], ["x", "y"], None, "must hold numbers"),
            ([], [], None, "one class per instance"),
            ([[0, 1]], [[0, 1]], None, "one class per instance"),
        ],
    )
    def test_what_is_refused(self, y, scores, positive, words):
        with pytest.raises(InputError, match=words):
            core.roc(y, scores, positive)

    def test_infinite_scores_are_scores(self):
        assert roc([0, 1, 1], [-np.inf, np.inf, 0.0]).auc == 1.0

    @given(st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=2, max_size=40))
    def test_area_is_the_share_of_rightly_ordered_pairs(self, cases):
        y, scores = np.array(cases).T
        if 0 < y.sum() < len(y):
            high, low = scores[y == 1][:, None], scores[y == 0]
            assert roc(y == 1, scores).auc == pytest.approx(
                np.mean((high > low) + 0.5 * (high == low)), abs=1e-12
            )


class TestPrecisionRecall:
    @pytest.mark.parametrize("decimals", [None, 1])
    def test_scikit_learn(self, decimals):
        y, scores = random_case(decimals=decimals)
        curve = core.precision_recall(y, scores)
        precision, recall, thresholds = precision_recall_curve(y, scores)
        assert np.allclose(curve.precision[::-1], precision[:-1], rtol=1e-15)
        assert np.allclose(curve.recall[::-1], recall[:-1], rtol=1e-15)
        assert np.array_equal(curve.thresholds[::-1], thresholds)
        assert curve.average_precision == pytest.approx(average_precision_score(y, scores), abs=1e-12)

    def test_needs_a_positive(self):
        with pytest.raises(NotApplicable, match="recall is undefined"):
            core.precision_recall([0, 0], [1, 2])


class TestThresholds:
    def test_a_score_equal_to_theta_is_not_called_positive(self):
        table = threshold_table([0, 1, 1], [0.2, 0.5, 0.8])
        assert [table.at(theta) for theta in (np.inf, 0.8, 0.7, 0.5, 0.49, -1)] == [0, 0, 1, 1, 2, 3]
        assert table.counts(table.at(0.5)) == (1, 1, 0, 1)

    def test_a_cut_gives_its_corner(self):
        table = threshold_table(*random_case(decimals=1))
        for corner in range(len(table.thresholds)):
            assert table.at(table.cut(corner)) == corner

    def test_precision_of_nothing_is_undefined(self):
        table = threshold_table([0, 1], [1, 2])
        assert np.isnan(table.precision[0])
        assert table.frame.shape == (3, 11)

    def test_share_called_positive(self):
        table = threshold_table([0, 1, 0, 1], [1, 2, 2, 3])
        assert [table.at_share(share) for share in (0, 0.25, 0.5, 0.75, 1)] == [0, 1, 1, 2, 3]

    @pytest.mark.parametrize("method", ["wilson", "exact"])
    def test_band_by_threshold_is_the_interval_of_each_rate(self, method):
        table = threshold_table(*random_case(60))
        band = threshold_band(table, 0.9, method)
        for corner in (0, 7, len(table.tp) - 1):
            known = core.interval(method, 0.9, errors=int(table.tp[corner]), n=table.positives)
            assert (band.tpr_low[corner], band.tpr_high[corner]) == pytest.approx((known.low, known.high))
            known = core.interval(method, 0.9, errors=int(table.fp[corner]), n=table.negatives)
            assert (band.fpr_low[corner], band.fpr_high[corner]) == pytest.approx((known.low, known.high))


class TestCosts:
    def test_expected_cost_by_hand(self):
        table = threshold_table([1, 1, 0, 0, 0], [0.9, 0.4, 0.6, 0.2, 0.1])
        cost = Costs(fp=2, fn=5)
        assert cost.expected(table).tolist() == pytest.approx([2.0, 1.0, 1.4, 0.4, 0.8, 1.2])
        assert cost.best_corner(table) == 3
        assert 0.2 < table.cut(3) < 0.4

    def test_the_cost_of_a_corner_is_counted_at_the_prior_of_the_table(self):
        table = threshold_table(*random_case())
        for corner in range(len(table.tpr)):
            assert Costs().at_corner(table, corner, table.prior) == table.error_at(corner)
            for prior in (0.2, table.prior):
                expected = Costs(1, 4, tp=-3).expected(table, prior)[corner]
                assert Costs(1, 4, tp=-3).at_corner(table, corner, prior) == pytest.approx(expected)

    def test_as_losses_they_stand_by_truth_and_label(self):
        costs = Costs(fp=2, fn=5, tp=-3, tn=-1)
        assert costs.matrix(positive_first=False) == ((-1, 2), (5, -3))
        assert costs.matrix(positive_first=True) == ((-3, 5), (2, -1))

    def test_benefits_shift_every_cost(self):
        table = threshold_table(*random_case())
        plain, with_benefits = Costs(1, 4), Costs(1, 4, tp=-3, tn=-0.5)
        assert with_benefits.expected(table)[-1] == pytest.approx(table.prior * -3 + (1 - table.prior) * 1)
        assert with_benefits.slope(0.25) == pytest.approx(3 * 1.5 / 7)
        assert plain.slope(0.25) == pytest.approx(3 / 4)

    def test_threshold_of_calibrated_scores(self):
        assert Costs(1, 4).bayes_threshold() == pytest.approx(0.2)
        assert Costs(1, 4, tp=-3, tn=-0.5).bayes_threshold() == pytest.approx(1.5 / (1.5 + 7))
        assert Costs().bayes_threshold(base=0.5, prior=0.1) == pytest.approx(0.9)

    def test_the_best_corner_lies_where_the_iso_cost_line_touches_the_hull(self):
        table = threshold_table(*random_case())
        cost, prior = Costs(fp=3, fn=1), 0.3
        corner = cost.best_corner(table, prior)
        assert corner in convex_hull(table.fpr, table.tpr)
        above = table.tpr - table.tpr[corner] - cost.slope(prior) * (table.fpr - table.fpr[corner])
        assert above.max() < 1e-12

    @pytest.mark.parametrize("wrong", [{"fp": 0}, {"fn": -1}, {"fp": 1, "tn": 2}, {"fn": np.nan}])
    def test_a_mistake_must_cost_more(self, wrong):
        with pytest.raises(InputError):
            Costs(**wrong)

    @pytest.mark.parametrize("prior", [0, 1, -1, np.nan])
    def test_priors_out_of_range(self, prior):
        with pytest.raises(InputError, match="strictly between 0 and 1"):
            Costs().slope(prior)

    def test_cost_curve_is_the_cheapest_corner_everywhere(self):
        table = threshold_table(*random_case(80))
        curve = cost_curve(table)
        for w in np.linspace(0, 1, 41):
            cheapest = np.min((1 - table.tpr) * w + table.fpr * (1 - w))
            assert np.interp(w, curve.weight, curve.cost) == pytest.approx(cheapest, abs=1e-12)

    def test_preferences_by_brute_force(self):
        (y, a), (_, b) = random_case(120, 1), random_case(120, 1)
        b = np.random.default_rng(5).normal(size=120) + 1.1 * y
        one, two = threshold_table(y, a), threshold_table(y, b)
        found = preferences(one, two)
        assert found[0].low == 0
        assert found[-1].high == 1
        assert all(x.high == z.low and x.better != z.better for x, z in pairwise(found))
        for stretch in found:
            for w in np.linspace(stretch.low, stretch.high, 7)[1:-1]:
                costs = [np.min((1 - t.tpr) * w + t.fpr * (1 - w)) for t in (one, two)]
                better = -1 if abs(costs[0] - costs[1]) < 1e-9 else int(np.argmin(costs))
                assert better == stretch.better


class TestShapes:
    def test_hull_by_hand(self):
        fpr, tpr = np.array([0, 0, 0.2, 0.2, 0.6, 1]), np.array([0, 0.5, 0.5, 0.6, 0.9, 1])
        assert convex_hull(fpr, tpr).tolist() == [0, 1, 4, 5]

    def test_nothing_lies_above_the_hull(self):
        table = threshold_table(*random_case(300))
        corners = convex_hull(table.fpr, table.tpr)
        fpr, tpr = table.fpr[corners], table.tpr[corners]
        assert (np.diff(np.diff(tpr) / np.maximum(np.diff(fpr), 1e-300)) <= 0).all()
        upper = np.interp(table.fpr + table.tpr, fpr + tpr, tpr - fpr)
        assert (table.tpr - table.fpr <= upper + 1e-12).all()

    def test_crossings_by_hand(self):
        one, two = ([0, 0, 1], [0, 0.5, 1]), ([0, 0.5, 0.5, 1], [0, 0.5, 1, 1])
        found = crossings(*map(np.array, one), *map(np.array, two))
        assert found.tolist() == [pytest.approx([0.5, 0.75])]
        assert len(crossings(*map(np.array, one), *map(np.array, one))) == 0

    def test_curves_that_run_together_for_a_while_cross_once(self):
        one = np.array([0, 0, 0.5, 0.5, 1]), np.array([0, 0.4, 0.4, 0.6, 1])
        two = np.array([0, 0.2, 0.2, 0.5, 0.5, 1]), np.array([0, 0, 0.4, 0.4, 0.9, 1])
        found = crossings(*one, *two)
        assert len(found) == 1
        assert 0.2 <= found[0][0] <= 0.5
        assert 0.4 <= found[0][1] <= 0.6

    def test_vertical_average_has_the_mean_area(self):
        curves = [roc(*random_case(50, seed, decimals)) for seed, decimals in ((1, None), (2, 0), (3, 1))]
        average = vertical_average(curves)
        assert average.auc == pytest.approx(np.mean([curve.auc for curve in curves]), abs=1e-9)
        assert (np.diff(average.tpr) >= -1e-12).all()
        assert (average.fpr[0], average.tpr[-1], average.curves) == (0, 1, 3)
        alone = vertical_average(curves[:1])
        assert np.isnan(alone.sd).all()
        assert alone.auc == pytest.approx(curves[0].auc, abs=1e-12)

    def test_vertical_average_by_hand(self):
        steps = [roc([1, 0, 1, 0], [4, 3, 2, 1]), roc([1, 1, 0, 0], [4, 3, 2, 1])]
        average = vertical_average(steps)
        assert np.column_stack([average.fpr, average.tpr]).tolist() == [
            [0, 0], [0, 0.75], [0.5, 0.75], [0.5, 1], [1, 1], [1, 1],
        ]  # fmt: skip
        with pytest.raises(InputError, match="no curve"):
            vertical_average([])


class TestLift:
    def test_corners_are_those_of_the_table(self):
        table = threshold_table(*random_case(60, decimals=1))
        curve = lift_curve(table)
        for share, lift in zip(table.called[1:], table.lift[1:], strict=True):
            assert curve.lift[np.flatnonzero(np.isclose(curve.called, share))[0]] == pytest.approx(lift)
        assert curve.called[0] == 0
        assert curve.lift[0] == pytest.approx(table.lift[1])  # all with the highest score are alike
        assert curve.lift[-1] == pytest.approx(1)

    def test_between_corners_ties_are_called_in_any_order(self):
        y = np.r_[np.ones(30), np.zeros(10), np.ones(20), np.zeros(40)].astype(bool)
        table = threshold_table(y, np.r_[np.ones(40), np.zeros(60)])
        curve = lift_curve(table)
        middle = int(np.flatnonzero(np.isclose(curve.called, 0.7))[0])
        # forty called for sure with 30 positives, thirty of the other sixty with 10 on average
        assert curve.lift[middle] == pytest.approx((30 + 10) / 70 / 0.5)
        assert curve.corners[middle] == 2
        assert curve.corners[curve.called <= 0.4].tolist() == [1] * 41


class TestBootstrap:
    def test_areas_are_those_of_resampled_instances(self):
        y, scores = random_case(60, decimals=1)
        areas = bootstrap_areas(threshold_table(y, scores), 4000, seed=1)
        rng = np.random.default_rng(2)
        high, low = scores[y], scores[~y]
        slow = []
        for _ in range(1500):
            ups, downs = rng.choice(high, len(high))[:, None], rng.choice(low, len(low))
            slow.append(np.mean((ups > downs) + 0.5 * (ups == downs)))
        assert areas.mean() == pytest.approx(np.mean(slow), abs=4 * np.std(slow) / np.sqrt(1500))
        assert areas.std() == pytest.approx(np.std(slow), rel=0.1)
        assert areas.mean() == pytest.approx(roc_auc_score(y, scores), abs=4 * areas.std() / np.sqrt(4000))

    def test_same_seed_same_areas(self):
        table = threshold_table(*random_case())
        assert np.array_equal(bootstrap_areas(table, 50, 3), bootstrap_areas(table, 50, 3))
        assert not np.array_equal(bootstrap_areas(table, 50, 3), bootstrap_areas(table, 50, 4))

    def test_perfect_scores_stay_perfect(self):
        assert (bootstrap_areas(threshold_table([0, 0, 1, 1], [1, 2, 3, 4]), 50) == 1).all()

    @pytest.mark.parametrize("curve", ["roc", "precision_recall"])
    def test_band_holds_the_curve_and_cells_change_little(self, curve):
        table = threshold_table(*random_case(3000))
        exact = bootstrap_band(table, curve, replicates=400, exact=True)
        rough = bootstrap_band(table, curve, replicates=400)
        assert (exact.approximate, rough.approximate) == (False, True)
        inner = slice(10, 95)
        assert np.abs(exact.low - rough.low)[inner].max() < 0.03
        assert np.abs(exact.high - rough.high)[inner].max() < 0.03
        if curve == "roc":
            middle = np.interp(exact.x, table.fpr, table.tpr)
            assert ((exact.low <= middle + 0.02) & (middle <= exact.high + 0.02)).all()
            wider = bootstrap_band(table, "roc", 0.99, replicates=400)
            assert (wider.high - wider.low).sum() > (rough.high - rough.low).sum()

    @pytest.mark.parametrize("curve", ["gain", "lift", "cost"])
    def test_bands_of_gain_lift_and_cost_hold_resampled_curves(self, curve):
        y, scores = random_case(120, decimals=1)
        band = bootstrap_band(threshold_table(y, scores), curve, 0.9, replicates=600)
        rng, inside = np.random.default_rng(5), []
        for _ in range(300):
            rows = np.r_[rng.choice(np.flatnonzero(y), y.sum()), rng.choice(np.flatnonzero(~y), (~y).sum())]
            table = threshold_table(y[rows], scores[rows])
            if curve == "cost":
                height = np.interp(band.x, *cost_curve(table))
            else:
                height = np.interp(band.x, table.called, table.tpr) / (band.x if curve == "lift" else 1)
            inside.append((band.low - 1e-9 <= height) & (height <= band.high + 1e-9))
        shares = np.mean(inside, axis=0)
        assert shares[5:95].min() > 0.82
        assert shares[5:95].mean() == pytest.approx(0.91, abs=0.04)

    def test_rates_at_fixed_thresholds_are_binomial(self):
        table = threshold_table(*random_case(2000))
        corners = np.array([3, 400, 1200])
        samples = resampled_rates(table, corners, replicates=4000)
        assert samples.tpr.shape == samples.fpr.shape == (4000, 3)
        for drawn, rate, size in (
            (samples.tpr, table.tpr[corners], table.positives),
            (samples.fpr, table.fpr[corners], table.negatives),
        ):
            spread = np.sqrt(rate * (1 - rate) / size)
            assert (np.abs(drawn.mean(axis=0) - rate) < 5 * spread / np.sqrt(4000) + 1e-12).all()
            assert drawn.std(axis=0) == pytest.approx(spread, rel=0.08)
        together = np.corrcoef(samples.tpr[:, 1], samples.fpr[:, 1])[0, 1]
        assert abs(together) < 0.07  # classes are drawn one by one

    def test_band_of_the_expected_cost(self):
        table, costs = threshold_table(*random_case(300)), Costs(fp=1, fn=7, tn=-0.5)
        samples = resampled_rates(table)
        low, high = samples.limits(lambda tpr, fpr: costs.of_rates(tpr, fpr, 0.2), 0.9)
        expected = costs.expected(table, 0.2)
        assert ((low <= expected + 1e-12) & (expected <= high + 1e-12)).all()
        assert low[0] == high[0] == expected[0]  # nobody is called positive, whoever is drawn
        variance = (0.2 * 7) ** 2 * table.tpr * (1 - table.tpr) / table.positives
        variance += (0.8 * 1.5) ** 2 * table.fpr * (1 - table.fpr) / table.negatives
        middle = slice(40, 260)
        assert (high - low)[middle] == pytest.approx(2 * 1.645 * np.sqrt(variance[middle]), rel=0.2)
        with pytest.raises(InputError, match="strictly between"):
            samples.limits(lambda tpr, _: tpr, 1.0)
        with pytest.raises(NotApplicable, match="both classes"):
            resampled_rates(threshold_table([1, 1], [1, 2]))

    def test_both_ways_of_drawing_have_the_same_moments(self):
        tied = threshold_table(*random_case(2000, decimals=0))  # few cells: drawn whole
        assert len(tied.tp) < 12
        band = bootstrap_band(tied, replicates=800, level=0.9)
        corner = int(np.argmin(np.abs(tied.fpr - 0.2)))
        assert not band.approximate
        half = 1.645 * np.sqrt(tied.tpr[corner] * (1 - tied.tpr[corner]) / tied.positives)
        assert np.interp(tied.fpr[corner], band.x, band.high - band.low) > 1.5 * half

    def test_refusals(self):
        with pytest.raises(NotApplicable, match="both classes"):
            bootstrap_band(threshold_table([1, 1], [1, 2]))
        with pytest.raises(InputError, match="at least 20"):
            bootstrap_areas(threshold_table([0, 1], [1, 2]), 5)
        with pytest.raises(InputError, match="strictly between"):
            bootstrap_band(threshold_table([0, 1], [1, 2]), level=1.0)
        with pytest.raises(InputError, match="curve"):
            bootstrap_band(threshold_table([0, 1], [1, 2]), "calibration")


def delong_by_definition(y, scores):
    """Placements of all pairs: DeLong, DeLong & Clarke-Pearson 1988, eqs. 4–8."""
    high, low = scores[y][:, None], scores[~y]
    psi = (high > low) + 0.5 * (high == low)
    return psi.mean(), psi.mean(axis=1).var(ddof=1) / len(high) + psi.mean(axis=0).var(ddof=1) / len(low)


class TestPlacements:
    @pytest.mark.parametrize("decimals", [None, 1, 0])
    def test_definition(self, decimals):
        y, scores = random_case(150, decimals=decimals)
        assert area_with_variance(y, scores) == pytest.approx(delong_by_definition(y, scores), rel=1e-12)

    @given(st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=4, max_size=30))
    def test_any_ties(self, cases):
        y, scores = (np.array(column) for column in zip(*cases, strict=True))
        if 2 <= y.sum() <= len(y) - 2:
            found = area_with_variance(y, scores)
            assert found == pytest.approx(delong_by_definition(y, scores), rel=1e-9, abs=1e-15)

    def test_interval_agrees(self):
        y, scores = random_case(80)
        found, known = area_with_variance(y, scores), core.interval("auc_delong", y=y * 1.0, scores=scores)
        assert known.width / 2 == pytest.approx(1.959964 * np.sqrt(found.variance), rel=1e-6)

    def test_perfect_separation_and_one_positive(self):
        assert area_with_variance([0, 0, 1, 1], [1, 2, 3, 4]) == (1.0, 0.0)
        assert np.isnan(area_with_variance([0, 0, 1], [1, 2, 3]).variance)
        with pytest.raises(NotApplicable):
            area_with_variance([1, 1], [1, 2])
