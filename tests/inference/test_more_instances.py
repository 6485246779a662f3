"""On how many instances a difference would probably be seen, against other ways to the same numbers."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.errors import InputError, NotApplicable
from core.inference import run_test
from core.inference.interpretation.more_instances import more_instances
from core.records import DesignFacts

TENTHS = st.integers(0, 30).map(lambda value: value / 100)


def experiment(scores_a, scores_b, design="k_fold", folds=10, replicates=1, n=200):
    """Fold scores of two learners as they come from elsewhere, with the sizes of the design."""
    rows = [
        {"learner": name, "replicate": place // folds + 1, "fold": place % folds + 1, "score": score}
        for name, scores in (("A", scores_a), ("B", scores_b))
        for place, score in enumerate(scores)
    ]
    sizes = (n // 2, n // 2) if folds == 2 else (n - n // folds, n // folds)
    text = "learner,replicate,fold,error,n_train,n_validation\n" + "".join(
        f"{row['learner']},{row['replicate']},{row['fold']},{row['score']!r},{sizes[0]},{sizes[1]}\n"
        for row in rows
    )
    return core.read_fold_scores(text.encode(), design=design, measure="error")


def on(facts, verdict):
    """The verdict of scores that a design of these facts has given."""
    return replace(verdict, naming=replace(verdict.naming, facts=facts))


A = (0.10, 0.14, 0.09, 0.2, 0.12, 0.17, 0.13, 0.08, 0.16, 0.11)
B = (0.12, 0.13, 0.15, 0.21, 0.1, 0.19, 0.18, 0.08, 0.15, 0.16)


def test_folds_whose_sizes_the_design_tells_need_as_many_times_the_instances_as_those_of_known_sizes():
    rows = "".join(f"{fold},{a},{b}\n" for fold, (a, b) in enumerate(zip(A, B, strict=True), 1))
    unsized = core.read_fold_scores(f"fold,A,B\n{rows}".encode(), design="k_fold", measure="error")
    found = more_instances(core.compare(unsized, "A", "B"))
    sized = more_instances(core.compare(experiment(A, B), "A", "B"))
    assert (found.present, found.times) == (None, pytest.approx(sized.times))
    assert "5.8 times as many instances as now" in found.sentence()


def test_where_groups_are_what_is_independent_more_groups_are_asked_for():
    verdict = core.compare(experiment(A, B), "A", "B")
    found = more_instances(on(replace(verdict.naming.facts, grouped=True), verdict))
    assert (found.times, found.units) == (pytest.approx(more_instances(verdict).times), "groups")
    assert (found.present, found.instances) == (None, None)
    assert "5.8 times as many groups as now" in found.sentence()
    assert "instances" not in found.sentence()


def test_so_many_instances_give_the_noncentral_t_its_power():
    verdict = core.compare(experiment(A, B), "A", "B", "corrected_t")
    found = more_instances(verdict)
    d = np.array(A) - np.array(B)
    se = np.sqrt((1 / 10 + 20 / 180) * d.var(ddof=1))
    shift = abs(d.mean()) / se * np.sqrt(found.times)
    critical = stats.t(9).isf(0.025)
    assert stats.nct(9, shift).sf(critical) + stats.nct(9, shift).cdf(-critical) == pytest.approx(
        0.8, abs=1e-5
    )
    assert found.present == 200
    assert found.instances == int(np.ceil(found.times * 200))
    assert found.instances == 1162
    assert "on about 1,200 instances, 5.8 times the present 200;" in found.sentence()
    assert "1.70 percentage points" in found.sentence()


def test_so_many_instances_reject_as_often_as_said():
    """Folds that share nothing, each instance −1, 0 or +1."""
    rng = np.random.default_rng(7)
    rates, size, folds = (0.1, 0.83, 0.07), 40, 10
    found = None
    while found is None:
        outcomes = rng.choice([-1, 0, 1], p=rates, size=(folds, size)).mean(axis=1)
        verdict = run_test("paired_t", a=np.full(folds, 0.3) + outcomes, b=np.full(folds, 0.3))
        if abs(verdict.estimate) > 0.02 and not verdict.rejects():
            facts = DesignFacts("disjoint_halves", 1, folds, size, size, training_sets_overlap=False)
            found = more_instances(on(facts, verdict))
    d, spread = verdict.estimate, float(verdict.terms["sd"])
    again = rng.normal(d, spread / np.sqrt(found.times), (20_000, folds))
    assert np.mean(stats.ttest_1samp(again, 0, axis=1).pvalue <= 0.05) == pytest.approx(0.8, abs=0.012)


def test_disagreements_grow_with_the_instances():
    verdict = run_test("mcnemar_exact", e01=12, e10=7, n=300)
    found = more_instances(verdict)
    assert found.instances == core.sample_size("mcnemar_exact", effect=(0.04, 7 / 300))
    assert core.power("mcnemar_exact", found.instances, (0.04, 7 / 300)) >= 0.8
    one_sided = more_instances(run_test("mcnemar_exact", alternative="greater", e01=12, e10=7, n=300))
    assert found.instances > one_sided.instances > found.present


def test_a_smaller_level_and_a_larger_power_ask_for_more():
    verdict = core.compare(experiment(A, B), "A", "B", "corrected_t")
    usual = more_instances(verdict).times
    assert more_instances(verdict, alpha=0.01).times > usual
    assert more_instances(verdict, target=0.95).times > usual
    one_sided = core.compare(experiment(A, B), "A", "B", "corrected_t", alternative="less")
    assert more_instances(one_sided).times < usual


@pytest.mark.parametrize(("design", "key"), [("5x2", "5x2_f"), ("balanced_5x2", "balanced_5x2_f")])
def test_the_combined_f_tests_are_planned_by_their_own_power(design, key):
    verdict = core.compare(experiment(A, B, design, folds=2, replicates=5), "A", "B", key)
    assert more_instances(verdict).times > 1


@given(st.lists(st.tuples(TENTHS, TENTHS), min_size=10, max_size=10))
def test_it_does_not_matter_which_learner_is_named_first_nor_which_fold(pairs):
    a, b = zip(*pairs, strict=True)

    facts = DesignFacts("k_fold", 1, 10, 180, 20)

    def times(one, two):
        verdict = run_test("corrected_t", a=one, b=two, n_train=180, n_validation=20)
        try:
            return more_instances(on(facts, verdict)).times
        except NotApplicable as reason:
            return str(reason)

    forth, back, turned = times(a, b), times(b, a), times(a[::-1], b[::-1])
    if isinstance(forth, str):
        assert forth == back == turned
    else:
        assert forth >= 1
        assert (back, turned) == (pytest.approx(forth, rel=1e-4), pytest.approx(forth, rel=1e-4))


def test_where_nothing_can_be_said_the_reason_is():
    scores = experiment(A, B)
    rejects = core.compare(experiment(A, [b + 0.2 for b in B]), "A", "B", "corrected_t")
    cases = [
        (rejects, "rejects already"),
        (core.compare(experiment(A, A[5:] + A[:5]), "A", "B", "corrected_t"), "no difference was found"),
        (core.compare(scores, "A", "B", "corrected_t", alternative="greater"), "against the claim"),
        (run_test("mcnemar_exact", e01=12, e10=7), "only the disagreements"),
        (run_test("paired_t", a=A, b=B), "not computed"),
    ]
    for verdict, reason in cases:
        with pytest.raises(NotApplicable, match=reason) as found:
            more_instances(verdict)
        assert ":" not in str(found.value)  # it stands behind the name of the test and a colon
    with pytest.raises(InputError):
        more_instances(rejects, alpha=2)
    hopeless = more_instances(run_test("mcnemar_exact", e01=5001, e10=5000, n=20_000))
    assert hopeless.instances is None
    assert "no number of instances" in hopeless.sentence()
