"""MultiTest: the published order of work, both directions of the measure, costs, refusals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.errors import InputError, NotApplicable, without_arguments
from core.inference import compare, order_learners
from core.inference.comparing.ordering import _ordered
from tests.inference.test_compare_ranks import over_datasets

SIZES = {"n_train": 90.0, "n_validation": 10.0}


def folds(means, *, lower=True, seed=0, spread=0.01):
    table = np.random.default_rng(seed).normal(means, spread, (10, len(means)))
    scores = over_datasets(table, "ABCDE"[: len(means)], lower=lower, rows="folds")
    return core.FoldScores(
        scores.frame.assign(**SIZES),
        scores.measure,
        "x",
        lower,
        facts=scores.facts,
        learner_order=scores.learners,
    )


COSTS = {"A": 1.0, "B": 2.0, "C": 3.0}


def test_a_costlier_learner_comes_first_only_if_it_is_better():
    order = order_learners(folds((0.3, 0.2, 0.2)), COSTS)
    assert order.learners == ("B", "C", "A")
    assert order.beats == (("B", "A"), ("C", "A"))
    assert order.sentence.startswith("B comes first")
    assert "It beats A, which cost less." in order.sentence


def test_a_cheaper_learner_need_not_be_better_to_come_first():
    order = order_learners(folds((0.2, 0.2, 0.2)), {"A": 3, "B": 1, "C": 2})
    assert order.learners == ("B", "C", "A")
    assert "the order is that of cost" in order.sentence
    assert "better" not in order.sentence.replace("No costlier learner is better", "")


@pytest.mark.parametrize("lower", [True, False])
def test_the_direction_of_the_measure(lower):
    scores = folds((0.3, 0.2, 0.1) if lower else (0.1, 0.2, 0.3), lower=lower)
    order = order_learners(scores, COSTS)
    assert order.learners == ("C", "B", "A")
    p = order.pairs.iloc[0]["p_value"]
    assert p == pytest.approx(
        compare(scores, "A", "B", "corrected_t", alternative="greater" if lower else "less").p_value
    )


@given(st.data())
def test_the_order_takes_the_cheapest_of_the_unbeaten(data):
    names = list("ABCDE")
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    beaten = set(data.draw(st.lists(st.sampled_from(pairs), unique=True)))
    order = _ordered(names, beaten)
    assert sorted(order) == names
    for place, name in enumerate(order):
        rest = order[place:]
        free = [one for one in rest if not any((one, other) in beaten for other in rest)]
        assert name == min(free)


def test_training_times_are_the_costs_of_an_experiment():
    experiment = core.run_experiment(core.load_sample("wine"), ("baseline", "lda"), "k_fold")
    order = core.order_learners(experiment)
    assert order.learners[0] == "LDA"
    assert set(order.costs) == {"Baseline", "LDA"}


def test_what_cannot_be_ordered_is_refused():
    scores = folds((0.3, 0.2, 0.2))
    with pytest.raises(InputError, match="the cost of B and C is not known"):
        order_learners(scores, {"A": 1.0})
    with pytest.raises(InputError, match="These results do not say how long learners trained") as refused:
        order_learners(scores)
    assert without_arguments(refused.value).endswith("which the order goes by.")  # as pages say it
    with pytest.raises(NotApplicable):
        order_learners(scores, COSTS, test="5x2_f")
