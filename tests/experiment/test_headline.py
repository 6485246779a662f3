"""Runs in a line: the verdict on the two best learners, and the parts of a title."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.errors import listing
from core.experiment import Headline, headline, make_plan, one_and_the_same, run_line, submit_experiment
from core.experiment.run import units_kept
from core.inference import Evidence
from core.inference.interpretation.brief import brief
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, FoldScores, Tuning
from core.written import probability

FACTS = DesignFacts("k_fold", 1, 10, 90, 10, every_instance_once=True)
WORKSPACE = "0123456789abcdef" * 2


def evidence(means, *, lower=True, facts=FACTS, measure="error"):
    """Ten folds around the mean of each learner."""
    noise = np.random.default_rng(1).normal(scale=0.01, size=(10, len(means)))
    rows = [
        ("heart", name, 1, fold + 1, 90, 10, mean + noise[fold, place])
        for place, (name, mean) in enumerate(means.items())
        for fold in range(10)
    ]
    frame = pd.DataFrame(rows, columns=list(FOLD_SCORE_COLUMNS))
    return Evidence(FoldScores(frame, measure, measure, lower, facts=facts))


@pytest.mark.parametrize(("lower", "pair"), [(True, ("A", "C")), (False, ("A", "B"))])
def test_the_two_best_are_judged_by_the_advised_test(lower, pair):
    held = evidence({"A": 0.2, "B": 0.4, "C": 0.1}, lower=lower, measure="error" if lower else "accuracy")
    found = headline(held)
    verdict = core.compare(held, *pair)
    assert found.pair == pair
    assert found.answer == brief(verdict, 0.05).answer
    assert verdict.title in found.numbers
    interval = verdict.confidence_interval(0.95)
    ends = " to ".join(f"{100 * end:+.2f}".replace("-", "−") for end in (interval.low, interval.high))
    between = f"95\u00a0% interval of the difference {' − '.join(pair)}: {ends} points."
    said = f"{brief(verdict, 0.05).effect} {between} p "
    assert found.sentence.startswith(f"{found.answer}. {said}")
    chosen = "The adjusted one counts: the two best were chosen after looking."
    assert found.sentence.endswith(
        f" adjusted by Holm for all 3 pairs, {verdict.title}, at α = .05. {chosen}"
    )
    two = headline(evidence({"A": 0.2, "B": 0.4}, lower=lower, measure=held.scores.measure))
    assert "chosen after looking" not in two.sentence and "adjusted" not in two.sentence
    judged = f"{verdict.title}, at α = .05."  # whatever level is set on other pages
    assert two.sentence.endswith(judged) and two.details.endswith(judged)


@pytest.mark.parametrize("learners", [3, 5])
@pytest.mark.parametrize(
    "facts", [FACTS, replace(FACTS, replicates=2, folds=5), DesignFacts("hold_out", 10, 1, 90, 10)]
)
def test_the_two_best_of_several_are_told_as_two_learners_tells_them(learners, facts):
    held = evidence({name: 0.2 + 0.003 * place for place, name in enumerate("ABCDE"[:learners])}, facts=facts)
    found, family = headline(held), core.all_pairs(held)
    alone, adjusted = core.compare(held, *found.pair).p_value, family.adjusted_of(*found.pair)
    told = brief(core.compare(held, *found.pair), 0.05, adjusted)
    assert (found.mark, found.answer) == (told.mark, told.answer)
    assert found.effect == f"{told.effect} {told.interval}"
    assert found.numbers.startswith(
        f"p {probability(alone, 0.05)} alone, p {probability(adjusted, 0.05)} adjusted by Holm"
    )


def test_of_more_than_two_it_says_what_the_pairs_say_of_all():
    held = evidence({"A": 0.2, "B": 0.201, "C": 0.2015, "D": 0.2005, "E": 0.4})
    found, family = headline(held), core.all_pairs(held)
    assert found.mark == "○" and "E" not in found.pair
    apart = {(pair.first, pair.second) for pair in family.pairs if pair.p_adjusted <= 0.05}
    assert apart == {(name, "E") for name in "ABCD"}
    assert found.among == "Among all 10 pairs: ● All 4 others are better than E: more than luck."
    assert found.line == f"○ Luck could explain it · the two best, {' and '.join(found.pair)}"
    two = headline(evidence({"A": 0.2, "B": 0.4}))
    assert two.among == "" and two.line == f"● {two.answer} · A and B"


def test_what_holds_for_the_two_best_alone_only_is_said_so():
    held = evidence({"A": 0.2, "B": 0.2015, "C": 0.2045})
    found = headline(held)
    alone = core.compare(held, *found.pair).p_value
    assert alone < 0.05 < core.all_pairs(held).adjusted_of(*found.pair)
    assert (found.mark, found.answer) == ("◐", "A is better: more than luck for this pair alone")


def test_pairs_that_are_too_many_to_be_judged_leave_p_unadjusted():
    held = evidence({f"L{place}": 0.2 + 0.001 * place for place in range(101)})
    assert "p is not adjusted for the 5,050 pairs." in headline(held).sentence


@given(st.permutations(["A", "B", "C"]))
def test_the_order_of_the_learners_does_not_matter(names):
    means = {"A": 0.2, "B": 0.4, "C": 0.1}
    found = headline(evidence({name: means[name] for name in names}))
    assert set(found.pair) == {"A", "C"} and found.answer == "C is better: more than luck"


@pytest.mark.parametrize("measure", ["error", "accuracy"])
def test_the_difference_is_taken_in_the_order_of_the_results_as_two_learners_takes_it(measure):
    lower = measure == "error"
    means = {"A": 0.4, "B": 0.2} if lower else {"A": 0.6, "B": 0.8}
    held = evidence(means, lower=lower, measure=measure)
    found = headline(held)
    assert found.answer.startswith("B is better")
    assert found.effect.endswith(brief(core.compare(held, *held.learners)).interval)
    assert f"difference A − B: {'+' if lower else '−'}" in found.effect


@pytest.mark.parametrize("measure", ["error", "auc"])
def test_of_a_bootstrap_what_is_out_of_bag_is_said(measure):
    iris = core.load_sample("breast_cancer")
    run = core.run_experiment(iris, ["tree", "naive_bayes"], core.make_design("bootstrap", b=5), measure)
    known = {name: 100 * found.out_of_bag for name, found in core.bootstrap_estimates(run).items()}
    best = sorted(known, key=known.get, reverse=measure == "auc")
    found = headline(run)
    assert found.pair == run.learners
    if measure == "error":
        told = " and ".join(f"{name} {known[name]:.2f}\u00a0%" for name in best)
        assert found.sentence == f"out-of-bag error rate: {told}"
    assert found.sentence.startswith("out-of-bag ")
    assert headline(run.measured_by("training_time")).sentence.startswith("mean training time: ")


def test_those_who_never_differ_are_named():
    held = evidence({"A": 0.2, "B": 0.2})
    same = held.scores.frame.assign(score=0.2)
    found = headline(Evidence(replace(held.scores, frame=same)))
    assert found.sentence.startswith(f"A and B: {found.answer}. ")


@pytest.mark.parametrize("names", ["BC", "BCD"])
def test_of_several_who_never_differs_from_the_best_is_passed_over(names):
    held = evidence({"A": 0.2, **dict.fromkeys(names, 0.3)})
    frame = held.scores.frame
    best = frame.loc[frame["learner"] == "A", "score"].to_numpy()
    for name in names[:-1]:
        frame = frame.assign(
            score=frame["score"].mask(frame["learner"] == name, np.tile(best, len(names) + 1))
        )
    held = Evidence(replace(held.scores, frame=frame))
    found, last = headline(held), names[-1]
    assert found.pair == ("A", last)
    adjusted = core.all_pairs(held).adjusted_of(*found.pair)
    assert found.answer == brief(core.compare(held, *found.pair), 0.05, adjusted).answer
    who = "B has" if len(names) == 2 else "B and C have"
    assert found.sentence.endswith(
        f"the two best that differ were chosen after looking. {who} the same scores as A in every fold."
    )
    assert f" · the two best that differ, A and {last}" in found.line


def test_the_mean_of_a_mean_is_said_once():
    bootstrap = evidence({"A": 2.0}, facts=DesignFacts("bootstrap", 10, 1, 100, 100), measure="mse")
    assert headline(bootstrap).sentence == "mean squared error: A 2.00"


def test_who_failed_on_a_fold_is_no_best_learner():
    held = evidence({"A": 0.1, "B": 0.4, "C": 0.2})
    frame = held.scores.frame
    failed = frame["learner"].eq("A") & frame["fold"].gt(1)
    lacking = Evidence(replace(held.scores, frame=frame.assign(score=frame["score"].mask(failed))))
    assert headline(lacking).pair == ("B", "C")
    lacking = Evidence(replace(lacking.scores, frame=lacking.scores.frame[frame["learner"].ne("B")]))
    assert headline(lacking).pair == ("A", "C")
    assert headline(lacking).sentence.endswith("\u00a0% (1 of 10 folds)")


def test_without_a_test_the_means_are_said():
    alone = headline(evidence({"A": 0.2}))
    assert (alone.pair, alone.answer) == (("A",), "")
    assert alone.sentence.startswith("mean error rate: A 20.")
    scores = evidence({"A": 0.2}).scores
    zero = headline(Evidence(replace(scores, frame=scores.frame.assign(score=0.028))))
    assert zero.sentence == "mean error rate: A 2.80\u00a0%"
    bootstrap = evidence({"A": 0.2, "B": 0.4}, facts=DesignFacts("bootstrap", 10, 1, 100, 100))
    assert headline(bootstrap).sentence == "mean error rate: A 19.95\u00a0% and B 40.13\u00a0%"


def test_a_headline_is_read_back_unless_another_version_worded_it():
    found = headline(evidence({"A": 0.2, "B": 0.4}))
    assert Headline.from_json(found.to_json()) == found
    assert [title for title, _ in found.unmet] == [
        "Validation sets large enough for nearly normal scores (30 instances)"
    ]
    former = json.loads(found.to_json())
    assert Headline.from_json(json.dumps({**former, "worded_by": "0" * 64}).encode()) is None
    del former["worded_by"]
    assert Headline.from_json(json.dumps(former).encode()) is None


@pytest.fixture
def store(tmp_path):
    opened = core.open_store(str(tmp_path))
    yield opened
    opened.close()


def test_the_same_experiment_is_queued_once_and_counts_what_is_kept(store):
    plan = make_plan(core.load_sample("iris"), ["naive_bayes", "tree"], core.make_design("k_fold", k=4))
    first = submit_experiment(store, plan, WORKSPACE)
    assert submit_experiment(store, plan, WORKSPACE) == first
    assert submit_experiment(store, plan, "f" * 32).id != first.id
    assert (first.done, units_kept(plan, store)) == (0, 0)
    core.experiment.do_experiment(store, first.id, 1, plan)
    again = submit_experiment(store, plan, WORKSPACE)
    assert again.id != first.id
    assert (again.done, again.total) == (8, 8)
    wider = make_plan(
        core.load_sample("iris"), ["naive_bayes", "tree", "lda"], core.make_design("k_fold", k=4)
    )
    assert submit_experiment(store, wider, WORKSPACE).done == 8


@pytest.mark.parametrize(
    ("design", "words"),
    [("leave_one_out", "leave-one-group-out"), ("k_fold", "10-fold cross-validation, groups kept whole")],
)
def test_a_design_that_keeps_groups_whole_says_so_in_every_title(store, design, words):
    iris = core.load_sample("iris")
    who = pd.Series(np.arange(len(iris)) // 10, name="who")
    plan = make_plan(replace(iris, groups=who, fingerprint=""), ["naive_bayes", "tree"], design)
    job = submit_experiment(store, plan, WORKSPACE)
    ran = core.run_experiment(plan.dataset, ["naive_bayes", "tree"], design)
    assert job.title == ran.title == f"iris: Naive Bayes and Decision tree; {words}"
    assert (run_line(job).design, run_line(job).data) == (words, "iris")
    before = replace(job, title=f"iris: Naive Bayes and Decision tree; {plan.design.title}")
    assert (run_line(before).design, run_line(before).data) == (plan.design.title, "iris")


def test_a_title_is_taken_apart(store):
    plan = make_plan(core.load_sample("iris"), ["naive_bayes", "tree"], core.make_design("5x2"))
    line = run_line(submit_experiment(store, plan, WORKSPACE))
    assert line.seeds == "seed of the cuts 0, seed of the learners 0"
    assert line.settings == "error rate"
    assert (line.data, line.learners) == (plan.dataset.name, "Naive Bayes and Decision tree")
    assert line.design == plan.design.title
    tuned = make_plan(plan.dataset, ["tree"], plan.design, "log_loss", tuning=Tuning(20, 5))
    job = submit_experiment(store, tuned, WORKSPACE)
    line = run_line(job)
    assert line.settings == "log loss, tuned over 20 settings by 5 inner folds"
    assert line.design.endswith(", tuned") and job.title.endswith(f"; {line.design}")
    before = replace(job, title=job.title.removesuffix(", tuned"))
    assert run_line(before).data == line.data
    job = store.add_job(workspace="w", kind="experiment", title="old", spec="?", fingerprint="", total=1)
    assert run_line(job).data == "old"


def test_of_two_runs_of_one_table_the_one_with_the_other_class_as_positive_says_so(store):
    usual = core.load_sample("breast_cancer")
    turned = replace(usual, positive=usual.classes[0], fingerprint="")
    lines, titles = [], []
    for data in (usual, turned):
        job = submit_experiment(store, make_plan(data, ["naive_bayes", "tree"], "k_fold"), WORKSPACE)
        lines.append(run_line(job))
        titles.append(job.title)
    assert titles[1] == titles[0].replace(":", f" (positive: {usual.classes[0]}):", 1)
    assert lines[0].settings == "error rate"
    assert lines[1] == replace(lines[0], settings=f"positive: {usual.classes[0]}, error rate")


def test_one_learner_under_two_names_is_named_and_not_judged_against_itself():
    twice = [core.learner("knn"), core.learner("knn", "k-NN (k = 5)")]
    run = core.run_experiment(core.load_sample("iris"), twice, core.make_design("k_fold", k=3))
    found = headline(run)
    assert (found.answer, found.pair) == ("", ("k-NN", "k-NN (k = 5)"))
    assert found.sentence.startswith("k-NN and k-NN (k = 5) are one and the same learner under 2 names")
    assert not one_and_the_same(run.trained, ("k-NN",))
    other = core.run_experiment(
        core.load_sample("iris"), [core.learner("tree"), core.learner("tree", start=1)], 3
    )
    assert not one_and_the_same(other.trained)


def test_a_title_names_few_learners_and_of_many_long_names_the_first(store):
    cells = core.factorial("tree", max_depth=(2, 4), criterion=("gini", "entropy"))
    names = tuple(cell.name for cell in cells)
    plan = make_plan(core.load_sample("iris"), cells, core.make_design("k_fold"))
    job = submit_experiment(store, plan, WORKSPACE)
    line = run_line(job)
    assert line.learners == f"4 learners, {names[0]} and 3 more" in job.title
    assert (line.data, line.names) == ("iris", names)
    former = replace(job, title=f"iris: {listing(names, most=3)}; {plan.design.title}")
    assert run_line(former) == line
